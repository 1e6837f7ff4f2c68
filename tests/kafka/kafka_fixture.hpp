// What the tests against a real broker share: where it is, topics of one's own, and a consumer that
// is not the room's code. scripts/scratch run --kafka starts the broker.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <walrelay/base/records.hpp>
#include <walrelay/kafka/checkpoint_store.hpp>
#include <walrelay/kafka/topic_admin.hpp>
#include <walrelay/kafka/transactional_producer.hpp>

#include "kafka/properties.hpp"

namespace walrelay::kafka::test {

/// Fails the test when WALRELAY_TEST_KAFKA is not set.
[[nodiscard]] client_settings broker();
[[nodiscard]] producer_settings producer_of(const std::string& transactional_id);
/// Different in every call and every run.
[[nodiscard]] std::string fresh_name(const std::string& stem);
/// Creates a topic with a fresh name.
[[nodiscard]] std::string make_topic(std::int32_t partitions = 1,
                                     std::map<std::string, std::string> configs = {});
void delete_topic(const std::string& topic);

[[nodiscard]] mono_time soon(std::chrono::milliseconds from_now = std::chrono::seconds{20});
[[nodiscard]] bool never();

/// A producer after init(), with topics declared as 0, 1, ...
[[nodiscard]] std::unique_ptr<transactional_producer> open_producer(
    const std::string& transactional_id, const std::vector<std::string>& topics);

struct pair {
  std::optional<std::string> key;
  std::optional<std::string> value;
  std::vector<std::pair<std::string, std::string>> headers{};
};
[[nodiscard]] record_batch batch_of(const std::vector<pair>& records, topic_id topic = topic_id{0});

struct consumed {
  std::int32_t partition = 0;
  std::optional<std::string> key;
  std::optional<std::string> value;
  std::vector<std::pair<std::string, std::string>> headers;
};
/// All records of a topic up to the ends of its partitions, by a plain librdkafka consumer.
[[nodiscard]] std::vector<consumed> consume(const std::string& topic,
                                            isolation level = isolation::read_committed);

}  // namespace walrelay::kafka::test
