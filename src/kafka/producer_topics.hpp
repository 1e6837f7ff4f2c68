// producer_topics: the topics that one producer handle writes to, by id.
#pragma once

#include <map>
#include <string>
#include <unordered_map>

#include <walrelay/base/ids.hpp>
#include <walrelay/base/result.hpp>

#include "kafka/handles.hpp"

namespace walrelay::kafka {

/// Who chooses the partition of a topic's records. librdkafka keeps the order only within one way:
/// a record whose partition it chooses may wait for metadata and be overtaken (PROTOCOL B1).
enum class placement { undecided, by_key, by_number };

struct producer_topic {
  topic_handle handle;
  std::string name;
  placement placed = placement::undecided;
};

class producer_topics {
 public:
  /// Two ids may name one topic.
  void add(topic_id id, producer_topic topic);
  [[nodiscard]] bool knows(topic_id id, const std::string& name) const;
  /// The topic, decided for `how`; fails when it was never declared or is placed in the other way.
  [[nodiscard]] result<producer_topic*> take(topic_id id, placement how);

 private:
  std::map<std::string, producer_topic, std::less<>> by_name_;
  std::unordered_map<topic_id, producer_topic*> by_id_;
};

}  // namespace walrelay::kafka
