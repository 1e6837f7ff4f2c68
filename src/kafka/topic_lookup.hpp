// topic_lookup: what the cluster's metadata says about one topic. Asking never creates it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <walrelay/base/result.hpp>

#include "kafka/client.hpp"
#include "kafka/error_table.hpp"
#include "kafka/patience.hpp"

namespace walrelay::kafka {

/// The handle of a topic, or an error for a name that librdkafka does not take.
[[nodiscard]] result<topic_handle> open_topic(const client& kafka, const occasion& when);

/// The number of partitions, or nothing when the topic does not exist. Absence is a grave answer
/// (it lets a first start go on), and a broker that has just started may give it wrongly: it is
/// only believed when it was given several times in a row.
[[nodiscard]] result<std::optional<std::int32_t>> find_topic(client& kafka, rd_kafka_topic_t* topic,
                                                             const patience& wait,
                                                             const occasion& when);

/// Waits until the topic is there and each of its partitions has a leader; its number of
/// partitions. Fails early when the topic stays unknown, since waiting does not create it.
[[nodiscard]] result<std::int32_t> await_topic(client& kafka, rd_kafka_topic_t* topic,
                                               const patience& wait, const occasion& when);

/// One answer, not waited for twice: whether the topic is there, with its number of partitions.
[[nodiscard]] std::optional<std::int32_t> glance_at_topic(client& kafka, rd_kafka_topic_t* topic,
                                                          const patience& wait);

}  // namespace walrelay::kafka
