#include "kafka/partition_scan.hpp"

#include <fmt/format.h>

namespace walrelay::kafka {

namespace {

constexpr milliseconds fetch_slice{500};

/// Keeps the partition fetched for as long as it lives.
class fetching {
 public:
  fetching(rd_kafka_topic_t* topic, std::int32_t partition)
      : topic_(topic), partition_(partition) {}
  ~fetching() { rd_kafka_consume_stop(topic_, partition_); }
  fetching(const fetching&) = delete;
  fetching& operator=(const fetching&) = delete;

 private:
  rd_kafka_topic_t* topic_;
  std::int32_t partition_;
};

std::string_view bytes(const void* data, std::size_t length) {
  return {static_cast<const char*>(data), length};
}

}  // namespace

partition_scan::partition_scan(client& reader, rd_kafka_topic_t* topic,
                               const checkpoint_location& where, const patience& wait)
    : reader_(reader),
      topic_(topic),
      where_(where),
      wait_(wait),
      when_{operation::read_checkpoint, where.topic} {}

result<void> partition_scan::run(log_range range, const record_function& on_record) {
  // No consumer group: neither a group's name nor a permission on one is needed.
  if (rd_kafka_consume_start(topic_, where_.partition, range.low) != 0) {
    return classify(rd_kafka_last_error(), when_);
  }
  const fetching until_return(topic_, where_.partition);
  for (;;) {
    switch (wait_.ask()) {
      case patience::state::left:
        break;
      case patience::state::out_of_time:
        return time_over(range.high);
      case patience::state::told_to_stop:
        return told_to_stop(when_);
    }
    const message_handle message(
        rd_kafka_consume(topic_, where_.partition, wait_.slice_ms(fetch_slice)));
    reader_.poll(milliseconds{0});
    if (!message) continue;
    const auto seen_all = reached(*message, range.high, on_record);
    if (!seen_all) return seen_all.error();
    if (*seen_all) return {};
  }
}

result<bool> partition_scan::reached(const rd_kafka_message_t& message, std::int64_t end,
                                     const record_function& on_record) {
  if (message.err == RD_KAFKA_RESP_ERR__PARTITION_EOF) {
    stopped_at_ = message.offset;
    return message.offset >= end;
  }
  if (message.err != RD_KAFKA_RESP_ERR_NO_ERROR) {
    if (!is_transient(message.err)) return classify(message.err, when_);
    last_failure_ = rd_kafka_message_errstr(&message);
    return false;
  }
  if (message.offset >= end) return true;
  if (message.key == nullptr) return false;
  std::optional<std::string_view> value;
  if (message.payload != nullptr) value = bytes(message.payload, message.len);
  on_record(bytes(message.key, message.key_len), value);
  return false;
}

error partition_scan::time_over(std::int64_t end) const {
  if (!stopped_at_ || *stopped_at_ >= end) {
    return out_of_time(when_, last_failure_, reader_.trouble());
  }
  error made = out_of_time(
      when_,
      fmt::format(
          "an open transaction in partition {} hides what follows offset {} (the end is {})",
          where_.partition, *stopped_at_, end),
      {});
  made.why = "the newest checkpoint may be among the hidden records";
  made.remedy = fmt::format(
      "wait until its transaction.timeout.ms is over, or find it with: kafka-transactions.sh "
      "--bootstrap-server <brokers> find-hanging --topic {}",
      where_.topic);
  return made;
}

}  // namespace walrelay::kafka
