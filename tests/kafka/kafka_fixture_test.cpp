#include "kafka_fixture.hpp"

#include <cstdlib>
#include <random>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <librdkafka/rdkafka.h>

#include "kafka/handles.hpp"

namespace walrelay::kafka::test {

namespace {

constexpr int wait_ms = 10'000;

kafka_handle plain_client(rd_kafka_type_t type,
                          const std::map<std::string, std::string>& properties) {
  rd_kafka_conf_t* conf = rd_kafka_conf_new();
  char reason[512];
  for (const auto& [name, value] : properties) {
    REQUIRE(rd_kafka_conf_set(conf, name.c_str(), value.c_str(), reason, sizeof reason) ==
            RD_KAFKA_CONF_OK);
  }
  kafka_handle made(rd_kafka_new(type, conf, reason, sizeof reason));
  REQUIRE_MESSAGE(made, reason);
  return made;
}

std::optional<std::string> part(const void* data, std::size_t length) {
  if (data == nullptr) return std::nullopt;
  return std::string(static_cast<const char*>(data), length);
}

std::vector<std::pair<std::string, std::string>> headers_of(const rd_kafka_message_t* message) {
  std::vector<std::pair<std::string, std::string>> list;
  rd_kafka_headers_t* headers = nullptr;
  if (rd_kafka_message_headers(message, &headers) != RD_KAFKA_RESP_ERR_NO_ERROR) return list;
  const char* name = nullptr;
  const void* value = nullptr;
  std::size_t length = 0;
  while (rd_kafka_header_get_all(headers, list.size(), &name, &value, &length) ==
         RD_KAFKA_RESP_ERR_NO_ERROR) {
    list.emplace_back(name, part(value, length).value_or("(null)"));
  }
  return list;
}

std::int32_t partition_count(rd_kafka_t* client, rd_kafka_topic_t* topic) {
  const rd_kafka_metadata_t* raw = nullptr;
  REQUIRE(rd_kafka_metadata(client, 0, topic, &raw, wait_ms) == RD_KAFKA_RESP_ERR_NO_ERROR);
  const metadata_handle answer(raw);
  return answer->topics[0].partition_cnt;
}

}  // namespace

client_settings broker() {
  const char* where = std::getenv("WALRELAY_TEST_KAFKA");
  REQUIRE_MESSAGE(where != nullptr,
                  "WALRELAY_TEST_KAFKA is not set; run: scripts/scratch run --kafka -- COMMAND");
  return {{{"bootstrap.servers", where}}, {}};
}

producer_settings producer_of(const std::string& transactional_id) {
  return {broker(), transactional_id, milliseconds{60'000}};
}

std::string fresh_name(const std::string& stem) {
  static std::random_device entropy;
  static int count = 0;
  return fmt::format("{}.{:08x}.{}", stem, entropy(), ++count);
}

std::string make_topic(std::int32_t partitions, std::map<std::string, std::string> configs) {
  auto admin = topic_admin::create(broker());
  REQUIRE(admin.has_value());
  std::string name = fresh_name("topic");
  const auto made = (*admin)->ensure({name, partitions, -1, std::move(configs)}, soon());
  REQUIRE_MESSAGE(made.has_value(), made.error().message());
  return name;
}

void delete_topic(const std::string& topic) {
  const auto client = plain_client(RD_KAFKA_PRODUCER, broker().properties);
  const queue_handle queue(rd_kafka_queue_new(client.get()));
  rd_kafka_DeleteTopic_t* doomed = rd_kafka_DeleteTopic_new(topic.c_str());
  rd_kafka_DeleteTopics(client.get(), &doomed, 1, nullptr, queue.get());
  const event_handle event(rd_kafka_queue_poll(queue.get(), wait_ms));
  rd_kafka_DeleteTopic_destroy(doomed);
  REQUIRE(event);
  REQUIRE(rd_kafka_event_error(event.get()) == RD_KAFKA_RESP_ERR_NO_ERROR);
}

mono_time soon(std::chrono::milliseconds from_now) {
  return mono_now() + from_now;
}
bool never() {
  return false;
}

std::unique_ptr<transactional_producer> open_producer(const std::string& transactional_id,
                                                      const std::vector<std::string>& topics) {
  auto made = transactional_producer::create(producer_of(transactional_id));
  REQUIRE_MESSAGE(made.has_value(), made.error().message());
  const auto ready = (*made)->init(soon(), never);
  REQUIRE_MESSAGE(ready.has_value(), ready.error().message());
  for (std::uint32_t id = 0; id < topics.size(); ++id) {
    const auto known = (*made)->declare_topic(topic_id{id}, topics[id], soon());
    REQUIRE_MESSAGE(known.has_value(), known.error().message());
  }
  return std::move(*made);
}

record_batch batch_of(const std::vector<pair>& records, topic_id topic) {
  // record_batch keeps header names as views of literals.
  static std::map<std::string, int> names;
  record_batch batch;
  for (const pair& each : records) {
    batch.begin_record(topic);
    if (each.key) {
      batch.open_key();
      batch.bytes() += *each.key;
      batch.close_key();
    }
    if (each.value) {
      batch.open_value();
      batch.bytes() += *each.value;
      batch.close_value();
    }
    for (const auto& [name, value] : each.headers) {
      batch.open_header(names.try_emplace(name, 0).first->first);
      batch.bytes() += value;
      batch.close_header();
    }
    batch.end_record();
  }
  return batch;
}

std::vector<consumed> consume(const std::string& topic_name, isolation level) {
  auto properties = broker().properties;
  properties["enable.partition.eof"] = "true";
  properties["fetch.wait.max.ms"] = "10";
  properties["isolation.level"] =
      level == isolation::read_committed ? "read_committed" : "read_uncommitted";
  const auto client = plain_client(RD_KAFKA_CONSUMER, properties);
  const topic_handle topic(rd_kafka_topic_new(client.get(), topic_name.c_str(), nullptr));
  std::vector<consumed> all;
  const std::int32_t partitions = partition_count(client.get(), topic.get());
  for (std::int32_t partition = 0; partition < partitions; ++partition) {
    REQUIRE(rd_kafka_consume_start(topic.get(), partition, RD_KAFKA_OFFSET_BEGINNING) == 0);
    for (;;) {
      const message_handle message(rd_kafka_consume(topic.get(), partition, wait_ms));
      REQUIRE_MESSAGE(message, "no record and no end of partition");
      if (message->err == RD_KAFKA_RESP_ERR__PARTITION_EOF) break;
      REQUIRE(message->err == RD_KAFKA_RESP_ERR_NO_ERROR);
      all.push_back({message->partition, part(message->key, message->key_len),
                     part(message->payload, message->len), headers_of(message.get())});
    }
    rd_kafka_consume_stop(topic.get(), partition);
  }
  return all;
}

}  // namespace walrelay::kafka::test
