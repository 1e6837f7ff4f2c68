#include "app/sink_jobs.hpp"

#include <chrono>

#include "app/room_settings.hpp"

namespace walrelay::app {

namespace {

mono_time admin_deadline() {
  return mono_now() + std::chrono::seconds(30);
}

}  // namespace

result<relay::sink_inspected> inspect_sink(const config::connector_options& options,
                                           const log& out) {
  auto admin = kafka::topic_admin::create(kafka_settings(options, out));
  if (!admin) return admin.error();
  auto cluster = (*admin)->cluster_id(admin_deadline());
  if (!cluster) return cluster.error();
  const std::string& topic = options.sink.offset_topic;
  auto state = (*admin)->describe(topic, admin_deadline());
  if (!state) return state.error();
  relay::sink_inspected found;
  found.cluster_id = std::move(*cluster);
  found.offsets_topic.topic = topic;
  if (*state) {
    found.offsets_topic.exists = true;
    found.offsets_topic.cleanup_policy = (*state)->cleanup_policy;
    found.offsets_topic.partitions = (*state)->partitions;
  }
  return found;
}

result<void> create_offsets_topic(const config::connector_options& options, const log& out) {
  auto admin = kafka::topic_admin::create(kafka_settings(options, out));
  if (!admin) return admin.error();
  // Small segments: an uncompacted active segment is read at every start (PROTOCOL B3).
  const kafka::topic_request request{
      options.sink.offset_topic,
      1,
      options.sink.offset_topic_replication_factor,
      {{"cleanup.policy", "compact"}, {"segment.bytes", "67108864"}, {"segment.ms", "3600000"}}};
  auto created = (*admin)->ensure(request, admin_deadline());
  if (!created) return created.error();
  return {};
}

result<std::optional<checkpoint>> peek_checkpoint(const config::connector_options& options,
                                                  const log& out) {
  return kafka::read_checkpoint(kafka_settings(options, out), checkpoint_location_of(options),
                                admin_deadline(), [] { return false; });
}

result<kafka::topic_state> prepare_topic(const config::connector_options& options,
                                         const std::string& topic, const log& out) {
  auto admin = kafka::topic_admin::create(kafka_settings(options, out));
  if (!admin) return admin.error();
  const auto& creation = options.sink.topics;
  return (*admin)->ensure(
      {topic, creation.partitions, creation.replication_factor, creation.configs},
      admin_deadline());
}

}  // namespace walrelay::app
