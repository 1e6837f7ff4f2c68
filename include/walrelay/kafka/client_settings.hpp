// What every librdkafka handle of ours is made from.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace walrelay::kafka {

using std::chrono::milliseconds;

/// librdkafka properties by name; secrets among them, so this is never printed.
struct client_settings {
  std::map<std::string, std::string> properties;
  /// librdkafka's log lines (syslog severity, text), from its own threads: only hand them on.
  std::function<void(int severity, std::string_view text)> log;
};

struct producer_settings {
  client_settings client;
  std::string transactional_id;
  milliseconds transaction_timeout{60'000};
  /// What the least generous topic takes: a broker refuses a batch that is larger, however small
  /// its records are.
  std::optional<std::size_t> batch_bytes_max{};
};

}  // namespace walrelay::kafka
