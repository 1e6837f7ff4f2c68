#include "app/room_settings.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include <walrelay/base/ensure.hpp>

namespace walrelay::app {

namespace {

/// syslog severities as librdkafka uses them. Its error texts mislead (KAFKA.md section 6), so they
/// are shown at debug level only; what matters comes back as a result.
constexpr int most_talkative_severity = 7;

}  // namespace

envelope::naming_options naming_options_of(const config::connector_options& options) {
  return {options.topic_prefix,
          options.envelope.topic_delimiter,
          options.auxiliary.transaction_topic,
          options.auxiliary.heartbeat_prefix,
          options.auxiliary.heartbeat_topic,
          options.sink.offset_topic};
}

change::selection selection_of(const config::capture_options& capture) {
  auto compiled = change::selection::compile(
      {capture.schema_include, capture.schema_exclude, capture.table_include, capture.table_exclude,
       capture.column_include, capture.column_exclude, capture.message_prefix_include,
       capture.message_prefix_exclude});
  WALRELAY_ENSURE(compiled.has_value(),
                  "the option table accepted a list that does not compile: {}",
                  compiled.error().message());
  return std::move(*compiled);
}

std::string daemon_version() {
  return WALRELAY_VERSION;
}

postgres::connection_settings postgres_settings(const config::connector_options& options) {
  const config::database_options& database = options.database;
  postgres::connection_settings settings;
  settings.application_name = fmt::format("walrelay:{}", options.name);
  settings.wal_sender_timeout = options.replication.wal_sender_timeout;
  settings.statement_timeout = database.query_timeout;
  settings.initial_statements = database.initial_statements;
  const auto set = [&](const char* keyword, const std::string& value) {
    if (!value.empty()) settings.keywords.emplace_back(keyword, value);
  };
  set("host", database.hostname);
  set("port", database.port);
  set("user", database.user);
  set("password", database.password.reveal());
  set("dbname", database.dbname);
  set("sslmode", database.sslmode);
  set("sslrootcert", database.sslrootcert);
  set("sslcert", database.sslcert);
  set("sslkey", database.sslkey);
  set("sslpassword", database.sslpassword.reveal());
  set("keepalives", database.tcp_keepalive ? "1" : "0");
  return settings;
}

kafka::client_settings kafka_settings(const config::connector_options& options, const log& out) {
  kafka::client_settings settings;
  settings.properties = options.sink.client;
  for (const auto& [name, value] : options.sink.client_secrets) {
    settings.properties[name] = value.reveal();
  }
  settings.log = [out](int severity, std::string_view text) {
    if (severity <= most_talkative_severity) out.debug("kafka client", {{"text", text}});
  };
  return settings;
}

kafka::checkpoint_location checkpoint_location_of(const config::connector_options& options) {
  return {options.sink.offset_topic, 0, kafka::checkpoint_key(options.name, options.topic_prefix)};
}

sink_settings sink_settings_of(const config::connector_options& options, const log& out,
                               std::string instance_id) {
  sink_settings settings;
  settings.producer = {kafka_settings(options, out), options.sink.transactional_id,
                       options.sink.transaction_timeout};
  settings.checkpoint = checkpoint_location_of(options);
  settings.limits.target_time = options.flow.commit_target_time;
  settings.limits.target_bytes = options.flow.commit_target_bytes;
  settings.limits.split_time = options.sink.transaction_timeout / 2;
  settings.limits.transaction_limit = options.sink.transaction_timeout * 4 / 5;
  settings.mailbox_bytes = options.flow.mailbox_bytes;
  settings.instance_id = std::move(instance_id);
  settings.daemon_version = daemon_version();
  return settings;
}

relay::expected_identity expected_identity_of(const config::connector_options& options) {
  return {options.name,
          options.database.dbname,
          options.replication.slot_name,
          options.replication.publication_name,
          options.sink.offset_topic,
          options.sink.transactional_id};
}

relay::retry_limits retry_limits_of(const config::connector_options& options) {
  relay::retry_limits limits;
  limits.first = options.flow.retry_wait;
  limits.most = std::max(options.flow.retry_wait_max, options.flow.retry_wait);
  limits.attempts = options.flow.retries_max;
  return limits;
}

}  // namespace walrelay::app
