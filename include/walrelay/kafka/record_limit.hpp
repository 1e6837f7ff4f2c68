// How large a record may be before anyone refuses it: known before producing, never found out by an
// abort (KAFKA.md section 8: a refusal by the broker costs two aborts and repeats for ever).
#pragma once

#include <cstddef>

#include <walrelay/kafka/client_settings.hpp>
#include <walrelay/kafka/topic_admin.hpp>

namespace walrelay::kafka {

/// The smaller of the client's message.max.bytes and the topic's max.message.bytes.
[[nodiscard]] std::size_t record_bytes_max(const client_settings& client, const topic_state& topic);

/// How large the batches of such a producer get, by batch.size and message.max.bytes. A broker
/// compares a whole batch with max.message.bytes, so a topic that takes less needs a producer with
/// a smaller batch_bytes_max.
[[nodiscard]] std::size_t batch_bytes_max(const producer_settings& settings);

/// How much such a producer takes before the broker has it: a fixed bound (INV-10), or one record
/// of the largest size where that is more, as a larger one than the whole queue is never taken.
[[nodiscard]] std::size_t queue_bytes_max(const producer_settings& settings);

}  // namespace walrelay::kafka
