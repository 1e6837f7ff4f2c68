#include "app/source_jobs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <walrelay/base/ensure.hpp>
#include <walrelay/envelope/topic_naming.hpp>
#include <walrelay/kafka/record_limit.hpp>
#include <walrelay/postgres/source_catalog.hpp>

#include "app/capture_plan.hpp"
#include "app/room_settings.hpp"
#include "app/sink_jobs.hpp"

namespace walrelay::app {

namespace {

/// Before anything is relayed: found out in the middle it would park the connector there.
result<void> check_topic_names(const config::connector_options& options, const capture_plan& plan) {
  using envelope::auxiliary_topic;
  envelope::topic_naming naming(naming_options_of(options));
  std::vector<auxiliary_topic> wanted{auxiliary_topic::messages};
  if (options.auxiliary.transaction_metadata) wanted.push_back(auxiliary_topic::transactions);
  if (options.auxiliary.heartbeat_interval.count() > 0)
    wanted.push_back(auxiliary_topic::heartbeats);
  for (const auxiliary_topic what : wanted) {
    if (auto topic = naming.topic_of(what); !topic) return topic.error();
  }
  for (const auto& table : plan.tables) {
    if (auto topic = naming.topic_of(table.schema, table.name); !topic) return topic.error();
  }
  return {};
}

std::vector<std::pair<std::string, std::string>> names_of(
    const std::vector<captured_table>& tables) {
  std::vector<std::pair<std::string, std::string>> names;
  names.reserve(tables.size());
  for (const auto& table : tables) names.emplace_back(table.schema, table.name);
  return names;
}

relay::source_findings::publication_upkeep upkeep_of(config::publication_autocreate mode) {
  using upkeep = relay::source_findings::publication_upkeep;
  switch (mode) {
    case config::publication_autocreate::disabled:
      return upkeep::none;
    case config::publication_autocreate::all_tables:
    case config::publication_autocreate::no_tables:
      return upkeep::create;
    case config::publication_autocreate::filtered:
      return upkeep::keep_complete;
  }
  WALRELAY_ENSURE(false, "autocreate mode {}", static_cast<int>(mode));
}

}  // namespace

result<relay::source_findings> inspect_source(const job_context& context) {
  auto catalog = postgres::source_catalog::open(postgres_settings(context.options));
  if (!catalog) return catalog.error();
  const auto settings = (*catalog)->settings();
  if (!settings) return settings.error();
  auto slot = (*catalog)->slot(context.options.replication.slot_name);
  if (!slot) return slot.error();
  auto publication = (*catalog)->publication(context.options.replication.publication_name);
  if (!publication) return publication.error();
  const auto rows = (*catalog)->tables();
  if (!rows) return rows.error();
  const capture_plan plan = plan_capture(context.options, context.selection, *rows, *publication);
  if (auto named = check_topic_names(context.options, plan); !named) return named.error();

  relay::source_findings found;
  found.server_version = settings->version_number;
  found.wal_level = settings->wal_level;
  found.current_user = settings->current_user;
  found.database_encoding = settings->server_encoding;
  found.in_recovery = settings->in_recovery;
  found.may_replicate = settings->may_replicate;
  found.upkeep = upkeep_of(context.options.replication.autocreate);
  found.tables_are_named = context.options.capture.names_tables();
  found.slot = std::move(*slot);
  found.publication = std::move(*publication);
  found.captured = sql_names(plan.tables);
  found.without_rows = plan.without_rows;
  found.unmatched_includes = plan.unmatched;
  found.not_publishable = plan.not_publishable;
  found.without_identity = plan.without_identity;
  if (found.publication) {
    found.missing_from_publication = sql_names(missing_tables(plan, *found.publication));
    found.operations_not_published =
        operations_not_published(context.options.envelope, *found.publication);
  }
  if (!found.may_replicate || found.wal_level != "logical") return found;
  auto stream = postgres::replication_stream::open(postgres_settings(context.options));
  if (!stream) return stream.error();
  auto server = (*stream)->identify();
  if (!server) return server.error();
  found.server = std::move(*server);
  return found;
}

result<publication_state> create_publication(const job_context& context) {
  const auto& replication = context.options.replication;
  auto catalog = postgres::source_catalog::open(postgres_settings(context.options));
  if (!catalog) return catalog.error();
  const auto rows = (*catalog)->tables();
  if (!rows) return rows.error();
  auto present = (*catalog)->publication(replication.publication_name);
  if (!present) return present.error();
  const capture_plan plan = plan_capture(context.options, context.selection, *rows, *present);

  if (!*present) {
    postgres::source_catalog::publication_request request;
    request.name = replication.publication_name;
    request.all_tables = replication.autocreate == config::publication_autocreate::all_tables;
    if (replication.autocreate == config::publication_autocreate::filtered)
      request.tables = names_of(plan.tables);
    request.via_partition_root = replication.via_partition_root;
    if (auto created = (*catalog)->create_publication(request); !created) return created.error();
  } else if (upkeep_of(replication.autocreate) ==
             relay::source_findings::publication_upkeep::keep_complete) {
    const auto missing = missing_tables(plan, **present);
    if (auto added = (*catalog)->add_tables(replication.publication_name, names_of(missing));
        !added) {
      return added.error();
    }
    if (!missing.empty()) {
      context.out.warn(
          "tables were added to the publication: their changes until now are not relayed",
          {{"publication", replication.publication_name},
           {"tables", fmt::format("{}", fmt::join(sql_names(missing), ", "))}});
    }
  }
  auto made = (*catalog)->publication(replication.publication_name);
  if (!made) return made.error();
  if (!*made) {
    return error{
        error_class::retry,
        fmt::format("publication '{}' vanished while it was created", replication.publication_name),
        {},
        {},
        {}};
  }
  return std::move(**made);
}

void cancellable::set(postgres::replication_stream* stream) {
  const std::lock_guard lock(mutex_);
  stream_ = stream;
  if (stream_ != nullptr && cancelled_) stream_->cancel();
}

void cancellable::cancel() {
  const std::lock_guard lock(mutex_);
  cancelled_ = true;
  if (stream_ != nullptr) stream_->cancel();
}

result<void> create_slot(const job_context& context, cancellable& stop) {
  auto stream = postgres::replication_stream::open(postgres_settings(context.options));
  if (!stream) return stream.error();
  stop.set(stream->get());
  const auto created = (*stream)->create_slot(context.options.replication.slot_name,
                                              context.options.replication.slot_failover);
  stop.set(nullptr);
  if (!created) return created.error();
  return {};
}

result<std::optional<publication_seen>> look_at_publication(const job_context& context) {
  const auto unasked = [&](const error& failure) -> result<std::optional<publication_seen>> {
    const bool shutting_down = failure.code == "57P03" || failure.code == "57P01";
    if (failure.kind != error_class::retry || shutting_down) return failure;
    context.out.warn("the publication could not be looked at", {{"found", failure.message()}});
    return std::optional<publication_seen>{};
  };
  auto catalog = postgres::source_catalog::open(postgres_settings(context.options));
  if (!catalog) return unasked(catalog.error());
  const auto publication = (*catalog)->publication(context.options.replication.publication_name);
  if (!publication) return unasked(publication.error());
  publication_seen seen;
  if (!*publication) return std::optional(seen);
  const auto rows = (*catalog)->tables();
  if (!rows) return unasked(rows.error());
  const capture_plan plan = plan_capture(context.options, context.selection, *rows, *publication);
  seen.id = (*publication)->id;
  seen.missing_tables = sql_names(missing_tables(plan, **publication));
  seen.lacking = operations_not_published(context.options.envelope, **publication);
  return std::optional(std::move(seen));
}

result<relay::slot_read> read_slot(const job_context& context) {
  auto catalog = postgres::source_catalog::open(postgres_settings(context.options));
  if (!catalog) return catalog.error();
  const auto wal_end = (*catalog)->wal_end();
  if (!wal_end) return wal_end.error();
  auto slot = (*catalog)->slot(context.options.replication.slot_name);
  if (!slot) return slot.error();
  if (!*slot) {
    return error{error_class::retry,
                 fmt::format("slot '{}' vanished while it was attached",
                             context.options.replication.slot_name),
                 {},
                 {},
                 {}};
  }
  return relay::slot_read{std::move(**slot), *wal_end};
}

result<attached_stream> attach(const job_context& context) {
  auto stream = postgres::replication_stream::open(postgres_settings(context.options));
  if (!stream) return stream.error();
  auto server = (*stream)->identify();
  if (!server) return server.error();
  const std::int32_t walsender = (*stream)->server_process();
  if (auto started = (*stream)->start(context.options.replication.slot_name,
                                      context.options.replication.publication_name);
      !started) {
    return started.error();
  }
  return attached_stream{std::move(*stream), {std::move(*server), walsender}};
}

result<topic_binding> prepare_topic_binding(const job_context& context,
                                            const std::string& topic_name) {
  const auto topic = prepare_topic(context.options, topic_name, context.out);
  if (!topic) return topic.error();
  return topic_binding{
      {},
      topic_name,
      kafka::record_bytes_max(kafka_settings(context.options, context.out), *topic),
      topic->cleanup_policy.find("compact") != std::string::npos};
}

result<void> run_heartbeat_query(const job_context& context) {
  auto catalog = postgres::source_catalog::open(postgres_settings(context.options));
  if (!catalog) return catalog.error();
  return (*catalog)->run(context.options.auxiliary.heartbeat_query);
}

result<table_binding> describe_table(const job_context& context, const change::relation& table,
                                     const std::string& topic_name) {
  auto catalog = postgres::source_catalog::open(postgres_settings(context.options));
  if (!catalog) return catalog.error();
  auto facts = (*catalog)->table(table.id);
  if (!facts) return facts.error();
  std::vector<oid> column_types;
  for (const change::column& column : table.columns) column_types.push_back(column.type);
  auto types = (*catalog)->types(column_types);
  if (!types) return types.error();

  table_binding binding;
  binding.facts = std::move(*facts);
  binding.types = std::move(*types);
  binding.topic_name = topic_name;
  return binding;
}

result<table_binding> prepare_table(const job_context& context, const change::relation& table,
                                    const std::string& topic_name) {
  auto binding = describe_table(context, table, topic_name);
  if (!binding) return binding;
  auto topic = prepare_topic_binding(context, topic_name);
  if (!topic) return topic.error();
  static_cast<topic_binding&>(*binding) = std::move(*topic);
  return binding;
}

}  // namespace walrelay::app
