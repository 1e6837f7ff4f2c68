#include "kafka/producer_topics.hpp"

#include <utility>

#include <fmt/format.h>

namespace walrelay::kafka {

void producer_topics::add(topic_id id, producer_topic topic) {
  std::string name = topic.name;
  by_id_[id] = &by_name_.try_emplace(std::move(name), std::move(topic)).first->second;
}

bool producer_topics::knows(topic_id id, const std::string& name) const {
  const auto found = by_id_.find(id);
  return found != by_id_.end() && found->second->name == name;
}

result<producer_topic*> producer_topics::take(topic_id id, placement how) {
  const auto found = by_id_.find(id);
  if (found == by_id_.end()) {
    return error{error_class::bug,
                 fmt::format("topic number {} was never declared to the producer", id),
                 "its records cannot be sent",
                 {},
                 {}};
  }
  producer_topic& topic = *found->second;
  if (topic.placed == placement::undecided) topic.placed = how;
  if (topic.placed != how) {
    return error{
        error_class::refuse,
        fmt::format("topic '{}' is the offsets topic and a table's topic at once", topic.name),
        "checkpoints and rows would overtake each other",
        "give offset.storage.topic a name that no table's topic has",
        {}};
  }
  return &topic;
}

}  // namespace walrelay::kafka
