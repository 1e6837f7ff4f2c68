#include "kafka/admin_request.hpp"

#include <array>
#include <chrono>
#include <span>

#include <fmt/format.h>

#include "kafka/error_table.hpp"

namespace walrelay::kafka {

namespace {

constexpr int request_timeout_ms = 10'000;

admin_options_handle options_for(const client& kafka, rd_kafka_admin_op_t request) {
  admin_options_handle options(rd_kafka_AdminOptions_new(kafka.raw(), request));
  std::array<char, 128> unused{};
  rd_kafka_AdminOptions_set_request_timeout(options.get(), request_timeout_ms, unused.data(),
                                            unused.size());
  return options;
}

/// The event that answers the request, whatever it says.
result<event_handle> answer_on(rd_kafka_queue_t* queue, client& kafka, const patience& wait,
                               const occasion& when) {
  for (;;) {
    event_handle event(rd_kafka_queue_poll(queue, wait.slice_ms()));
    kafka.poll(milliseconds{0});
    if (event) {
      const auto code = rd_kafka_event_error(event.get());
      if (code == RD_KAFKA_RESP_ERR_NO_ERROR) return event;
      return classify(code, gravity::plain, rd_kafka_event_error_string(event.get()), when);
    }
    if (wait.ask() != patience::state::left) {
      return out_of_time(when, no_broker, kafka.trouble());
    }
  }
}

std::string text_or(const char* text, rd_kafka_resp_err_t code) {
  return text != nullptr ? text : rd_kafka_err2str(code);
}

std::map<std::string, std::string> entries_of(const rd_kafka_ConfigResource_t* resource) {
  std::map<std::string, std::string> configs;
  std::size_t count = 0;
  const auto** entries = rd_kafka_ConfigResource_configs(resource, &count);
  for (const auto* entry : std::span(entries, count)) {
    const char* value = rd_kafka_ConfigEntry_value(entry);
    if (value != nullptr) configs.emplace(rd_kafka_ConfigEntry_name(entry), value);
  }
  return configs;
}

result<void> set_configs(rd_kafka_NewTopic_t* topic, const topic_request& request,
                         const occasion& when) {
  for (const auto& [name, value] : request.configs) {
    const auto set = rd_kafka_NewTopic_set_config(topic, name.c_str(), value.c_str());
    if (set != RD_KAFKA_RESP_ERR_NO_ERROR) return classify(set, when);
  }
  return {};
}

}  // namespace

result<std::map<std::string, std::string>> topic_configs(client& kafka, const std::string& topic,
                                                         const patience& wait) {
  const occasion when{operation::describe_topic, topic};
  const config_resource_handle asked(
      rd_kafka_ConfigResource_new(RD_KAFKA_RESOURCE_TOPIC, topic.c_str()));
  const auto options = options_for(kafka, RD_KAFKA_ADMIN_OP_DESCRIBECONFIGS);
  const queue_handle queue(rd_kafka_queue_new(kafka.raw()));
  std::array resources{asked.get()};
  rd_kafka_DescribeConfigs(kafka.raw(), resources.data(), resources.size(), options.get(),
                           queue.get());
  const auto event = answer_on(queue.get(), kafka, wait, when);
  if (!event) return event.error();

  std::size_t count = 0;
  const auto** answers = rd_kafka_DescribeConfigs_result_resources(
      rd_kafka_event_DescribeConfigs_result(event->get()), &count);
  if (count != 1) return classify(RD_KAFKA_RESP_ERR__BAD_MSG, when);
  const auto code = rd_kafka_ConfigResource_error(answers[0]);
  if (code == RD_KAFKA_RESP_ERR_NO_ERROR) return entries_of(answers[0]);
  const auto text = text_or(rd_kafka_ConfigResource_error_string(answers[0]), code);
  return classify(code, gravity::plain, text, when);
}

result<void> create_topic(client& kafka, const topic_request& request, const patience& wait) {
  const occasion when{operation::create_topic, request.name};
  std::array<char, 256> reason{};
  const new_topic_handle topic(rd_kafka_NewTopic_new(request.name.c_str(), request.partitions,
                                                     request.replication_factor, reason.data(),
                                                     reason.size()));
  if (!topic) {
    return classify(RD_KAFKA_RESP_ERR_INVALID_PARTITIONS, gravity::plain, reason.data(), when);
  }
  if (auto set = set_configs(topic.get(), request, when); !set) return set;
  const auto options = options_for(kafka, RD_KAFKA_ADMIN_OP_CREATETOPICS);
  const queue_handle queue(rd_kafka_queue_new(kafka.raw()));
  std::array topics{topic.get()};
  rd_kafka_CreateTopics(kafka.raw(), topics.data(), topics.size(), options.get(), queue.get());
  const auto event = answer_on(queue.get(), kafka, wait, when);
  if (!event) return event.error();

  std::size_t count = 0;
  const auto** answers =
      rd_kafka_CreateTopics_result_topics(rd_kafka_event_CreateTopics_result(event->get()), &count);
  if (count != 1) return classify(RD_KAFKA_RESP_ERR__BAD_MSG, when);
  const auto code = rd_kafka_topic_result_error(answers[0]);
  // Another instance, or an earlier attempt of ours whose answer was lost, was faster.
  if (code == RD_KAFKA_RESP_ERR_NO_ERROR || code == RD_KAFKA_RESP_ERR_TOPIC_ALREADY_EXISTS)
    return {};
  const auto text = text_or(rd_kafka_topic_result_error_string(answers[0]), code);
  return classify(code, gravity::plain, text, when);
}

}  // namespace walrelay::kafka
