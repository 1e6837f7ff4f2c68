#include <array>
#include <utility>

#include "kafka/transactional_producer_impl.hpp"

namespace walrelay::kafka {

namespace {

constexpr milliseconds full_queue_poll{50};
/// Delivered records count against the queue's limit until their reports are served.
constexpr std::size_t records_between_polls = 512;

/// A part of a record as librdkafka takes it. Null is a null pointer, so an empty part that is
/// present needs one that is not: an empty value would become a tombstone otherwise.
struct part {
  void* data = nullptr;
  std::size_t length = 0;
};

part part_of(const std::optional<std::string_view>& from) {
  static char nothing = 0;
  if (!from) return {};
  if (from->empty()) return {&nothing, 0};
  // Never written to: librdkafka copies it (RD_KAFKA_MSG_F_COPY) and its C interface lacks the
  // const.
  return {const_cast<char*>(from->data()), from->size()};
}

rd_kafka_resp_err_t produce_plain(rd_kafka_topic_t* topic, std::int32_t partition, part key,
                                  part value) {
  const int refused = rd_kafka_produce(topic, partition, RD_KAFKA_MSG_F_COPY, value.data,
                                       value.length, key.data, key.length, nullptr);
  return refused == 0 ? RD_KAFKA_RESP_ERR_NO_ERROR : rd_kafka_last_error();
}

headers_handle headers_of(const record_batch& batch, std::size_t index) {
  const std::size_t count = batch.header_count(index);
  headers_handle headers(rd_kafka_headers_new(count));
  for (std::size_t at = 0; at < count; ++at) {
    const record_header header = batch.header(index, at);
    const part value = part_of(header.value);
    rd_kafka_header_add(headers.get(), header.name.data(), static_cast<ssize_t>(header.name.size()),
                        value.data, static_cast<ssize_t>(value.length));
  }
  return headers;
}

rd_kafka_vu_t argument(rd_kafka_vtype_t type) {
  rd_kafka_vu_t made{};
  made.vtype = type;
  return made;
}

/// A separate way because headers double the cost of a record (PROTOCOL B7). librdkafka takes the
/// headers over only when it accepts the record.
rd_kafka_resp_err_t produce_with_headers(rd_kafka_t* handle, rd_kafka_topic_t* topic,
                                         std::int32_t partition, part key, part value,
                                         headers_handle& headers) {
  std::array arguments{argument(RD_KAFKA_VTYPE_RKT),     argument(RD_KAFKA_VTYPE_PARTITION),
                       argument(RD_KAFKA_VTYPE_VALUE),   argument(RD_KAFKA_VTYPE_KEY),
                       argument(RD_KAFKA_VTYPE_HEADERS), argument(RD_KAFKA_VTYPE_MSGFLAGS)};
  arguments[0].u.rkt = topic;
  arguments[1].u.i32 = partition;
  arguments[2].u.mem = {value.data, value.length};
  arguments[3].u.mem = {key.data, key.length};
  arguments[4].u.headers = headers.get();
  arguments[5].u.i = RD_KAFKA_MSG_F_COPY;
  const error_handle refused(rd_kafka_produceva(handle, arguments.data(), arguments.size()));
  if (refused) return rd_kafka_error_code(refused.get());
  [[maybe_unused]] const auto* taken_over = headers.release();
  return RD_KAFKA_RESP_ERR_NO_ERROR;
}

}  // namespace

template <class Attempt>
result<void> transactional_producer::impl::send(const producer_topic& topic, const patience& wait,
                                                Attempt attempt) {
  const occasion when{operation::produce, topic.name};
  ++kafka->deliveries.intended;
  rd_kafka_resp_err_t answer = attempt();
  while (answer == RD_KAFKA_RESP_ERR__QUEUE_FULL) {
    kafka->poll(full_queue_poll);
    if (auto wrong = trouble(when)) return *(spoiled = std::move(wrong));
    if (wait.ask() == patience::state::told_to_stop) return *(spoiled = told_to_stop(when));
    answer = attempt();
  }
  if (answer != RD_KAFKA_RESP_ERR_NO_ERROR) {
    const error refusal = classify(answer, gravity::abortable, rd_kafka_err2str(answer), when);
    return *(spoiled = trouble(when).value_or(refusal));
  }
  ++kafka->deliveries.accepted;
  return {};
}

result<void> transactional_producer::produce(const record_batch& batch, std::size_t first,
                                             std::size_t last,
                                             const std::function<bool()>& give_up) {
  // Without a deadline of its own: the transaction's timeout ends what cannot be delivered.
  const patience wait(mono_time::max(), give_up);
  for (std::size_t index = first; index < last; ++index) {
    const record_view record = batch.at(index);
    const auto topic = self_->topics.take(
        record.topic, record.partition ? placement::by_number : placement::by_key);
    if (!topic) return *(self_->spoiled = topic.error());
    headers_handle headers;
    if (batch.header_count(index) > 0) headers = headers_of(batch, index);
    const std::int32_t partition = record.partition.value_or(RD_KAFKA_PARTITION_UA);
    const auto attempt = [&, handle = (*topic)->handle.get()] {
      const part key = part_of(record.key);
      const part value = part_of(record.value);
      return headers
                 ? produce_with_headers(self_->kafka->raw(), handle, partition, key, value, headers)
                 : produce_plain(handle, partition, key, value);
    };
    if (auto sent = self_->send(**topic, wait, attempt); !sent) return sent;
    if ((index - first) % records_between_polls == 0) poll();
  }
  poll();
  return {};
}

result<void> transactional_producer::produce_to(topic_id id, std::int32_t partition,
                                                std::string_view key, std::string_view value,
                                                const std::function<bool()>& give_up) {
  const auto topic = self_->topics.take(id, placement::by_number);
  if (!topic) return *(self_->spoiled = topic.error());
  const auto attempt = [&, handle = (*topic)->handle.get()] {
    return produce_plain(handle, partition, part_of(key), part_of(value));
  };
  return self_->send(**topic, patience(mono_time::max(), give_up), attempt);
}

}  // namespace walrelay::kafka
