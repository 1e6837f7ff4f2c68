#include "config/bind.hpp"

#include <algorithm>
#include <iterator>

#include <walrelay/base/ensure.hpp>

#include "config/column_options.hpp"
#include "config/value_text.hpp"

namespace walrelay::config {
namespace {

/// The accepted values of a choice option, in the order of its enum.
template <class Enum>
Enum bind_choice(const option_values& values, std::string_view option,
                 std::initializer_list<std::pair<std::string_view, Enum>> names) {
  const std::string word = values.choice(option);
  for (const auto& [name, value] : names)
    if (name == word) return value;
  ensure_failed("known choice", fmt::format("{} has no enumerator for a value of its row", option),
                __FILE__, __LINE__);
}

std::int32_t bind_int32(const option_values& values, std::string_view option) {
  return static_cast<std::int32_t>(values.integer(option));
}

std::size_t bind_bytes(const option_values& values, std::string_view option) {
  return static_cast<std::size_t>(values.integer(option));
}

/// Comma-joined without the blanks that people write after commas.
std::string bind_joined(const option_values& values, std::string_view option) {
  return join_commas(split_commas(values.text(option)));
}

database_options bind_database(const option_values& values) {
  return {.hostname = bind_joined(values, "database.hostname"),
          .port = bind_joined(values, "database.port"),
          .user = values.text("database.user"),
          .password = secret(values.text("database.password")),
          .dbname = values.text("database.dbname"),
          .sslmode = values.choice("database.sslmode"),
          .sslrootcert = values.text("database.sslrootcert"),
          .sslcert = values.text("database.sslcert"),
          .sslkey = values.text("database.sslkey"),
          .sslpassword = secret(values.text("database.sslpassword")),
          .tcp_keepalive = values.flag("database.tcpKeepAlive"),
          .initial_statements = values.list("database.initial.statements"),
          .query_timeout = values.duration("database.query.timeout.ms")};
}

replication_options bind_replication(const option_values& values) {
  using mode = publication_autocreate;
  const milliseconds sender_timeout = values.duration("wal.sender.timeout.ms");
  return {.slot_name = values.text("slot.name"),
          .publication_name = values.text("publication.name"),
          .autocreate = bind_choice<mode>(values, "publication.autocreate.mode",
                                          {{"disabled", mode::disabled},
                                           {"filtered", mode::filtered},
                                           {"all_tables", mode::all_tables},
                                           {"no_tables", mode::no_tables}}),
          .via_partition_root = values.flag("publish.via.partition.root"),
          .slot_failover = values.flag("slot.failover"),
          .status_update_interval =
              std::min(values.duration("status.update.interval.ms"), sender_timeout / 3),
          .wal_sender_timeout = sender_timeout};
}

capture_options bind_capture(const option_values& values) {
  return {.schema_include = values.list("schema.include.list"),
          .schema_exclude = values.list("schema.exclude.list"),
          .table_include = values.list("table.include.list"),
          .table_exclude = values.list("table.exclude.list"),
          .column_include = values.list("column.include.list"),
          .column_exclude = values.list("column.exclude.list"),
          .message_prefix_include = values.list("message.prefix.include.list"),
          .message_prefix_exclude = values.list("message.prefix.exclude.list")};
}

/// `N.chars`, whose N has been checked.
std::vector<column_options::length_rule> bind_lengths(const option_values& values,
                                                      std::string_view prefix) {
  std::vector<column_options::length_rule> rules;
  for (const auto& [name, value] : values.under(prefix)) {
    const auto chars = parse_integer(name.substr(0, name.find('.')));
    rules.push_back({static_cast<std::size_t>(chars.value_or(0)), split_regexes(value.text())});
  }
  return rules;
}

column_options bind_columns(const option_values& values) {
  column_options columns{.truncations = bind_lengths(values, "column.truncate.to."),
                         .masks = bind_lengths(values, "column.mask.with."),
                         .hashes = {},
                         .keys = {},
                         .source_type_columns = values.list("column.propagate.source.type"),
                         .source_type_types = values.list("datatype.propagate.source.type"),
                         .skip_unchanged = values.flag("skip.messages.without.change")};
  for (const auto& [name, value] : values.under(hash_option_prefix)) {
    hash_option named = parse_hash_option(name);
    columns.hashes.push_back({std::move(named.algorithm), std::move(named.salt), named.input,
                              split_regexes(value.text())});
  }
  for (auto& [table, names] : split_key_columns(values.text("message.key.columns"))) {
    columns.keys.push_back({table, names});
  }
  return columns;
}

converter_options bind_converter(const option_values& values, const std::string& which) {
  return {.schemas = values.flag(which + ".converter.schemas.enable"),
          .replace_null_with_default = values.flag(which + ".converter.replace.null.with.default"),
          .decimal_format = values.choice(which + ".converter.decimal.format")};
}

envelope_options bind_envelope(const option_values& values) {
  const auto skipped = values.list("skipped.operations");
  std::string letters;
  for (const std::string& word : skipped) {
    if (const std::string letter = lower(word); letter != "none") letters += letter;
  }
  return {.decimals = values.choice("decimal.handling.mode"),
          .times = values.choice("time.precision.mode"),
          .intervals = values.choice("interval.handling.mode"),
          .binaries = values.choice("binary.handling.mode"),
          .hstores = values.choice("hstore.handling.mode"),
          .unknown_types = values.choice("include.unknown.datatypes"),
          .schema_names = values.choice("schema.name.adjustment.mode"),
          .field_names = values.choice("field.name.adjustment.mode"),
          .schema_comments = values.flag("include.schema.comments"),
          .money_fraction_digits = bind_int32(values, "money.fraction.digits"),
          .key = bind_converter(values, "key"),
          .value = bind_converter(values, "value"),
          .context_headers = values.flag("extended.headers.enabled"),
          .as_debezium = values.choice("compatibility") == "debezium",
          .tombstones_on_delete = values.flag("tombstones.on.delete"),
          .unavailable_value_placeholder = values.text("unavailable.value.placeholder"),
          .converting_failure =
              bind_choice<failure_handling>(values, "event.converting.failure.handling.mode",
                                            {{"fail", failure_handling::fail},
                                             {"warn", failure_handling::warn},
                                             {"skip", failure_handling::skip}}),
          .topic_delimiter = values.text("topic.delimiter"),
          .skipped_operations = letters};
}

auxiliary_options bind_auxiliary(const option_values& values) {
  return {.transaction_metadata = values.flag("provide.transaction.metadata"),
          .transaction_topic = values.text("topic.transaction"),
          .heartbeat_interval = values.duration("heartbeat.interval.ms"),
          .heartbeat_query = values.text("heartbeat.action.query"),
          .heartbeat_prefix = values.text("topic.heartbeat.prefix"),
          .heartbeat_topic = values.text("topic.heartbeat.name")};
}

topic_creation_options bind_topics(const option_values& values) {
  topic_creation_options topics{
      .partitions = bind_int32(values, "topic.creation.default.partitions"),
      .replication_factor = bind_int32(values, "topic.creation.default.replication.factor"),
      .configs = {}};
  for (const auto& [name, value] : values.under("topic.creation.default."))
    if (name != "partitions" && name != "replication.factor")
      topics.configs.emplace(name, value.text());
  return topics;
}

/// What came from the environment or a file is treated as a secret too, save the address.
void put_client_setting(sink_options& sink, const std::string& given_name,
                        const given_value& value) {
  const std::string name = librdkafka_name(given_name);
  sink.client.erase(name);
  sink.client_secrets.erase(name);
  if (name == "bootstrap.servers")
    sink.client.emplace(name, join_commas(split_commas(value.text())));
  else if (is_secret("kafka." + name) || value.visibility == exposure::hidden)
    sink.client_secrets.emplace(name, value.text());
  else
    sink.client.emplace(name, value.text());
}

sink_options bind_sink(const option_values& values) {
  sink_options sink{
      .transactional_id = values.text("transactional.id"),
      .offset_topic = values.text("offset.storage.topic"),
      .offset_topic_replication_factor = bind_int32(values, "offset.storage.replication.factor"),
      .transaction_timeout = values.duration("transaction.timeout.ms"),
      .oversize = bind_choice<oversize_policy>(values, "record.oversize.policy",
                                               {{"fail", oversize_policy::fail}}),
      .client = {},
      .client_secrets = {},
      .topics = bind_topics(values)};
  for (const auto& [name, value] : values.under("kafka.")) put_client_setting(sink, name, value);
  for (const auto& [name, value] : values.under("producer.override."))
    put_client_setting(sink, name, value);
  return sink;
}

flow_options bind_flow(const option_values& values) {
  flow_options flow{.commit_target_time = values.duration("commit.target.ms"),
                    .commit_target_bytes = bind_bytes(values, "commit.target.bytes"),
                    .mailbox_bytes = bind_bytes(values, "mailbox.bytes"),
                    .shutdown_grace = values.duration("shutdown.grace.ms"),
                    .retry_wait = flow_options{}.retry_wait,
                    .retry_wait_max = values.duration("retriable.restart.connector.wait.ms"),
                    .retries_max = values.integer("errors.max.retries")};
  flow.retry_wait = std::min(flow.retry_wait, flow.retry_wait_max);
  return flow;
}

}  // namespace

std::string librdkafka_name(const std::string& name) {
  if (name == "max.request.size") return "message.max.bytes";
  if (name == "compression.type") return "compression.codec";
  if (name == "queue.buffering.max.ms") return "linger.ms";
  if (name == "sasl.mechanism") return "sasl.mechanisms";
  if (name == "send.buffer.bytes") return "socket.send.buffer.bytes";
  if (name == "receive.buffer.bytes") return "socket.receive.buffer.bytes";
  return name;
}

connector_options bind_connector(const std::string& name, const option_values& values) {
  return {.name = name,
          .topic_prefix = values.text("topic.prefix"),
          .database = bind_database(values),
          .replication = bind_replication(values),
          .capture = bind_capture(values),
          .columns = bind_columns(values),
          .envelope = bind_envelope(values),
          .auxiliary = bind_auxiliary(values),
          .snapshot = bind_choice<snapshot_mode>(
              values, "snapshot.mode",
              {{"no_data", snapshot_mode::no_data}, {"initial", snapshot_mode::initial}}),
          .sink = bind_sink(values),
          .flow = bind_flow(values)};
}

daemon_options bind_daemon(const option_values& values) {
  daemon_options options;
  options.format = bind_choice<log_format>(
      values, "log.format", {{"text", log_format::text}, {"json", log_format::json}});
  options.level = bind_choice<log_level>(values, "log.level",
                                         {{"trace", log_level::trace},
                                          {"debug", log_level::debug},
                                          {"info", log_level::info},
                                          {"warn", log_level::warn},
                                          {"error", log_level::error}});
  return options;
}

}  // namespace walrelay::config
