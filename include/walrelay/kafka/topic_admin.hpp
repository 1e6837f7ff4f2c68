// topic_admin: what topics exist and how they are set, and their creation. Blocking: helper
// threads.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <walrelay/base/clock.hpp>
#include <walrelay/base/result.hpp>
#include <walrelay/kafka/client_settings.hpp>

namespace walrelay::kafka {

struct topic_state {
  std::int32_t partitions = 0;
  std::int64_t max_message_bytes = 0;  // max.message.bytes, 0 when the cluster does not tell
  std::string cleanup_policy;          // empty when the cluster does not tell
};

struct topic_request {
  std::string name;
  std::int32_t partitions = -1;          // -1: the broker's default
  std::int32_t replication_factor = -1;  // -1: the broker's default
  std::map<std::string, std::string> configs;
};

class topic_admin {
 public:
  [[nodiscard]] static result<std::unique_ptr<topic_admin>> create(const client_settings& settings);
  ~topic_admin();
  topic_admin(const topic_admin&) = delete;
  topic_admin& operator=(const topic_admin&) = delete;

  [[nodiscard]] result<std::string> cluster_id(mono_time deadline);
  /// Absent when the topic does not exist. Never creates it.
  [[nodiscard]] result<std::optional<topic_state>> describe(const std::string& topic,
                                                            mono_time deadline);
  /// Creates what is missing, then waits until the metadata shows it. Existing topics stay as they
  /// are.
  [[nodiscard]] result<topic_state> ensure(const topic_request& request, mono_time deadline);

 private:
  struct impl;
  explicit topic_admin(std::unique_ptr<impl> self);
  std::unique_ptr<impl> self_;
};

}  // namespace walrelay::kafka
