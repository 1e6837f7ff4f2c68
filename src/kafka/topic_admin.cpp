#include <walrelay/kafka/topic_admin.hpp>

#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "kafka/admin_request.hpp"
#include "kafka/topic_lookup.hpp"

namespace walrelay::kafka {

namespace {

constexpr milliseconds between_attempts{100};

/// Not an answer about the topic's settings, yet one that asking again does not change.
bool cluster_does_not_tell(const error& failure) {
  return failure.code == rd_kafka_err2name(RD_KAFKA_RESP_ERR_TOPIC_AUTHORIZATION_FAILED) ||
         failure.code == rd_kafka_err2name(RD_KAFKA_RESP_ERR_CLUSTER_AUTHORIZATION_FAILED) ||
         failure.code == rd_kafka_err2name(RD_KAFKA_RESP_ERR_UNSUPPORTED_VERSION) ||
         failure.code == rd_kafka_err2name(RD_KAFKA_RESP_ERR__UNSUPPORTED_FEATURE);
}

void fill_in(topic_state& state, const std::map<std::string, std::string>& configs) {
  if (const auto found = configs.find("cleanup.policy"); found != configs.end()) {
    state.cleanup_policy = found->second;
  }
  if (const auto found = configs.find("max.message.bytes"); found != configs.end()) {
    const std::string& digits = found->second;
    std::from_chars(digits.data(), digits.data() + digits.size(), state.max_message_bytes);
  }
}

/// The attempt is repeated while it fails with what passes by itself. The last attempt often dies
/// of the deadline: then what the one before it met says more.
template <class Attempt>
auto until_settled(client& kafka, const patience& wait, Attempt attempt) {
  auto done = attempt();
  while (!done && done.error().kind == error_class::retry && wait.ask() == patience::state::left) {
    kafka.poll(between_attempts);
    auto next = attempt();
    const bool says_more =
        next || next.error().code != rd_kafka_err2name(RD_KAFKA_RESP_ERR__TIMED_OUT);
    if (says_more || wait.ask() == patience::state::left) done = std::move(next);
  }
  return done;
}

result<topic_state> complete(client& kafka, const std::string& name, std::int32_t partitions,
                             const patience& wait) {
  topic_state state;
  state.partitions = partitions;
  const auto configs = until_settled(kafka, wait, [&] { return topic_configs(kafka, name, wait); });
  if (configs) {
    fill_in(state, *configs);
  } else if (!cluster_does_not_tell(configs.error())) {
    return configs.error();
  }
  return state;
}

}  // namespace

struct topic_admin::impl {
  std::unique_ptr<client> kafka;
};

topic_admin::topic_admin(std::unique_ptr<impl> self) : self_(std::move(self)) {}
topic_admin::~topic_admin() = default;

result<std::unique_ptr<topic_admin>> topic_admin::create(const client_settings& settings) {
  auto kafka = client::producer(admin_properties(settings), settings.log);
  if (!kafka) return kafka.error();
  auto self = std::make_unique<impl>();
  self->kafka = std::move(*kafka);
  return std::unique_ptr<topic_admin>(new topic_admin(std::move(self)));
}

result<std::string> topic_admin::cluster_id(mono_time deadline) {
  client& kafka = *self_->kafka;
  const occasion when{operation::read_cluster_id, {}};
  const patience wait(deadline);
  do {
    char* raw = rd_kafka_clusterid(kafka.raw(), wait.slice_ms());
    kafka.poll(milliseconds{0});
    if (raw != nullptr) {
      std::string id(raw);
      rd_kafka_mem_free(kafka.raw(), raw);
      return id;
    }
  } while (wait.ask() == patience::state::left);
  return out_of_time(when, no_broker, kafka.trouble());
}

result<std::optional<topic_state>> topic_admin::describe(const std::string& name,
                                                         mono_time deadline) {
  client& kafka = *self_->kafka;
  const occasion when{operation::describe_topic, name};
  const patience wait(deadline);
  auto topic = open_topic(kafka, when);
  if (!topic) return topic.error();
  const auto partitions = find_topic(kafka, topic->get(), wait, when);
  if (!partitions) return partitions.error();
  if (!*partitions) return std::optional<topic_state>{};
  auto state = complete(kafka, name, **partitions, wait);
  if (!state) return state.error();
  return std::move(*state);
}

result<topic_state> topic_admin::ensure(const topic_request& request, mono_time deadline) {
  client& kafka = *self_->kafka;
  const occasion when{operation::create_topic, request.name};
  const patience wait(deadline);
  auto topic = open_topic(kafka, when);
  if (!topic) return topic.error();
  // Asked first because a topic that exists must not need the permission to create it.
  if (!glance_at_topic(kafka, topic->get(), wait)) {
    auto created = until_settled(kafka, wait, [&] { return create_topic(kafka, request, wait); });
    if (!created) return created.error();
  }
  const auto partitions = await_topic(kafka, topic->get(), wait, when);
  if (!partitions) return partitions.error();
  return complete(kafka, request.name, *partitions, wait);
}

}  // namespace walrelay::kafka
