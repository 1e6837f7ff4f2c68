#include "kafka/topic_lookup.hpp"

#include <algorithm>
#include <span>

#include <fmt/format.h>

namespace walrelay::kafka {

namespace {

constexpr int absences_to_believe = 3;
constexpr milliseconds between_absences{200};
constexpr milliseconds between_answers{50};
constexpr std::chrono::seconds unknown_patience{5};

struct topic_answer {
  rd_kafka_resp_err_t code = RD_KAFKA_RESP_ERR_NO_ERROR;
  std::int32_t partitions = 0;
  std::int32_t without_leader = 0;

  [[nodiscard]] bool absent() const { return code == RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART; }
  [[nodiscard]] bool present() const {
    return code == RD_KAFKA_RESP_ERR_NO_ERROR && partitions > 0;
  }
};

topic_answer ask(client& kafka, rd_kafka_topic_t* topic, const patience& wait) {
  const rd_kafka_metadata_t* raw = nullptr;
  const auto asked = rd_kafka_metadata(kafka.raw(), 0, topic, &raw, wait.slice_ms());
  const metadata_handle answer(raw);
  kafka.poll(milliseconds{0});
  if (asked != RD_KAFKA_RESP_ERR_NO_ERROR) return {asked};
  if (answer->topic_cnt != 1) return {RD_KAFKA_RESP_ERR__TIMED_OUT};
  const rd_kafka_metadata_topic& told = answer->topics[0];
  const std::span partitions(told.partitions, static_cast<std::size_t>(told.partition_cnt));
  const auto leaderless = std::ranges::count_if(
      partitions, [](const rd_kafka_metadata_partition& one) { return one.leader < 0; });
  return {told.err, told.partition_cnt, static_cast<std::int32_t>(leaderless)};
}

/// What ends a wait whatever the metadata says.
std::optional<error> wait_over(const client& kafka, const patience& wait, const occasion& when,
                               const std::string& last) {
  switch (wait.ask()) {
    case patience::state::left:
      return std::nullopt;
    case patience::state::out_of_time:
      return out_of_time(when, last, kafka.trouble());
    case patience::state::told_to_stop:
      return told_to_stop(when);
  }
  return std::nullopt;
}

bool hopeless(const topic_answer& answer) {
  return answer.code != RD_KAFKA_RESP_ERR_NO_ERROR && !answer.absent() &&
         !is_transient(answer.code);
}

}  // namespace

result<topic_handle> open_topic(const client& kafka, const occasion& when) {
  topic_handle topic(rd_kafka_topic_new(kafka.raw(), when.subject.c_str(), nullptr));
  if (!topic) return classify(RD_KAFKA_RESP_ERR_TOPIC_EXCEPTION, when);
  return topic;
}

result<std::optional<std::int32_t>> find_topic(client& kafka, rd_kafka_topic_t* topic,
                                               const patience& wait, const occasion& when) {
  std::string last{no_broker};
  for (int absences = 0;;) {
    if (auto over = wait_over(kafka, wait, when, last)) return *over;
    const topic_answer answer = ask(kafka, topic, wait);
    if (answer.present()) return answer.partitions;
    if (hopeless(answer)) return classify(answer.code, when);
    last = rd_kafka_err2str(answer.code);
    absences = answer.absent() ? absences + 1 : 0;
    if (absences == absences_to_believe) return std::optional<std::int32_t>{};
    kafka.poll(answer.absent() ? between_absences : between_answers);
  }
}

result<std::int32_t> await_topic(client& kafka, rd_kafka_topic_t* topic, const patience& wait,
                                 const occasion& when) {
  std::string last{no_broker};
  std::optional<mono_time> unknown_since;
  for (;;) {
    if (auto over = wait_over(kafka, wait, when, last)) return *over;
    const topic_answer answer = ask(kafka, topic, wait);
    if (answer.present() && answer.without_leader == 0) return answer.partitions;
    if (hopeless(answer)) return classify(answer.code, when);
    last = answer.present() ? fmt::format("{} of {} partitions have no leader",
                                          answer.without_leader, answer.partitions)
                            : std::string(rd_kafka_err2str(answer.code));
    if (!answer.absent()) unknown_since.reset();
    if (answer.absent() && !unknown_since) unknown_since = mono_now();
    if (unknown_since && mono_now() - *unknown_since > unknown_patience) {
      return classify(answer.code, when);
    }
    kafka.poll(between_answers);
  }
}

std::optional<std::int32_t> glance_at_topic(client& kafka, rd_kafka_topic_t* topic,
                                            const patience& wait) {
  const topic_answer answer = ask(kafka, topic, wait);
  if (!answer.present()) return std::nullopt;
  return answer.partitions;
}

}  // namespace walrelay::kafka
