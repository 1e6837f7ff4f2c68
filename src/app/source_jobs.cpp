#include "app/source_jobs.hpp"

#include <algorithm>
#include <chrono>
#include <set>

#include <fmt/format.h>

#include <walrelay/envelope/topic_naming.hpp>
#include <walrelay/kafka/record_limit.hpp>
#include <walrelay/kafka/topic_admin.hpp>
#include <walrelay/postgres/source_catalog.hpp>

#include "app/room_settings.hpp"

namespace walrelay::app {

namespace {

using table_name = std::pair<std::string, std::string>;

/// What the options select, sorted by what can be done with it.
struct capture_plan {
  std::vector<table_name> tables;
  std::vector<std::string> names;            // "schema.table", same order
  std::vector<std::string> not_publishable;  // "schema.view (view)"
  std::vector<std::string> unmatched;
};

std::string_view reason_not_publishable(const postgres::table_row& table) {
  if (table.kind == 'v') return "view";
  if (table.kind == 'm') return "materialized view";
  if (table.kind == 'f') return "foreign table";
  if (table.persistence == 'u') return "unlogged table";
  return {};
}

capture_plan plan_capture(const job_context& context,
                          const std::vector<postgres::table_row>& rows) {
  capture_plan plan;
  std::vector<std::string> all;
  const bool explicit_list = !context.options.capture.table_include.empty();
  for (const auto& row : rows) {
    std::string name = fmt::format("{}.{}", row.schema, row.name);
    all.push_back(name);
    if (!context.selection.includes_table(row.schema, row.name)) continue;
    // Without publish.via.partition.root a partitioned table has no rows of its own.
    if (row.kind == 'p' && !context.options.replication.via_partition_root) continue;
    if (const auto reason = reason_not_publishable(row); !reason.empty()) {
      if (explicit_list) plan.not_publishable.push_back(fmt::format("{} ({})", name, reason));
      continue;
    }
    plan.tables.emplace_back(row.schema, row.name);
    plan.names.push_back(std::move(name));
  }
  plan.unmatched = context.selection.unmatched_table_includes(all);
  return plan;
}

std::vector<table_name> missing_tables(const capture_plan& plan,
                                       const publication_state& publication) {
  std::set<table_name> published;
  for (const auto& table : publication.tables) published.emplace(table.schema, table.name);
  std::vector<table_name> missing;
  std::copy_if(plan.tables.begin(), plan.tables.end(), std::back_inserter(missing),
               [&](const table_name& table) { return !published.contains(table); });
  return missing;
}

/// Only a list that names tables says that they must be in the publication.
bool list_is_explicit(const config::capture_options& capture) {
  return !capture.table_include.empty();
}

result<void> check_topic_names(const config::connector_options& options, const capture_plan& plan) {
  envelope::topic_naming naming(options.topic_prefix, options.envelope.topic_delimiter);
  for (const auto& [schema, table] : plan.tables) {
    if (auto topic = naming.topic_of(schema, table); !topic) return topic.error();
  }
  return {};
}

mono_time admin_deadline() {
  return mono_now() + std::chrono::seconds(30);
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
  const capture_plan plan = plan_capture(context, *rows);
  if (auto named = check_topic_names(context.options, plan); !named) return named.error();

  relay::source_findings found;
  found.server_version = settings->version_number;
  found.wal_level = settings->wal_level;
  found.current_user = settings->current_user;
  found.database_encoding = settings->server_encoding;
  found.in_recovery = settings->in_recovery;
  found.may_replicate = settings->may_replicate;
  found.publication_may_be_created =
      context.options.replication.autocreate != config::publication_autocreate::disabled;
  found.slot = std::move(*slot);
  found.publication = std::move(*publication);
  found.captured = plan.names;
  found.unmatched_includes = plan.unmatched;
  found.not_publishable = plan.not_publishable;
  if (found.publication && list_is_explicit(context.options.capture)) {
    for (const auto& [schema, table] : missing_tables(plan, *found.publication)) {
      found.missing_from_publication.push_back(fmt::format("{}.{}", schema, table));
    }
  }
  if (!found.may_replicate || found.wal_level != "logical") return found;
  auto stream = postgres::replication_stream::open(postgres_settings(context.options));
  if (!stream) return stream.error();
  auto server = (*stream)->identify();
  if (!server) return server.error();
  found.server = std::move(*server);
  return found;
}

result<relay::sink_inspected> inspect_sink(const job_context& context) {
  auto admin = kafka::topic_admin::create(kafka_settings(context.options, context.out));
  if (!admin) return admin.error();
  auto cluster = (*admin)->cluster_id(admin_deadline());
  if (!cluster) return cluster.error();
  const std::string& topic = context.options.sink.offset_topic;
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

result<publication_state> create_publication(const job_context& context) {
  const auto& replication = context.options.replication;
  auto catalog = postgres::source_catalog::open(postgres_settings(context.options));
  if (!catalog) return catalog.error();
  const auto rows = (*catalog)->tables();
  if (!rows) return rows.error();
  const capture_plan plan = plan_capture(context, *rows);
  auto present = (*catalog)->publication(replication.publication_name);
  if (!present) return present.error();

  if (!*present) {
    postgres::source_catalog::publication_request request;
    request.name = replication.publication_name;
    request.all_tables = replication.autocreate == config::publication_autocreate::all_tables;
    if (replication.autocreate == config::publication_autocreate::filtered)
      request.tables = plan.tables;
    request.via_partition_root = replication.via_partition_root;
    if (auto created = (*catalog)->create_publication(request); !created) return created.error();
  } else if (list_is_explicit(context.options.capture)) {
    if (const auto missing = missing_tables(plan, **present); !missing.empty()) {
      if (auto added = (*catalog)->add_tables(replication.publication_name, missing); !added) {
        return added.error();
      }
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

result<std::optional<checkpoint>> peek_checkpoint(const job_context& context) {
  return kafka::read_checkpoint(kafka_settings(context.options, context.out),
                                checkpoint_location_of(context.options), admin_deadline(),
                                [] { return false; });
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

result<std::optional<oid>> check_publication(const job_context& context) {
  const auto unasked = [&](const error& failure) -> result<std::optional<oid>> {
    if (failure.kind != error_class::retry) return failure;
    context.out.warn("the publication could not be looked at", {{"found", failure.message()}});
    return std::optional<oid>{};
  };
  auto catalog = postgres::source_catalog::open(postgres_settings(context.options));
  if (!catalog) return unasked(catalog.error());
  const auto publication = (*catalog)->publication(context.options.replication.publication_name);
  if (!publication) return unasked(publication.error());
  return std::optional<oid>(*publication ? (*publication)->id : oid{});
}

result<slot_state> read_slot(const job_context& context) {
  auto catalog = postgres::source_catalog::open(postgres_settings(context.options));
  if (!catalog) return catalog.error();
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
  return std::move(**slot);
}

result<attached_stream> attach(const job_context& context) {
  auto stream = postgres::replication_stream::open(postgres_settings(context.options));
  if (!stream) return stream.error();
  auto server = (*stream)->identify();
  if (!server) return server.error();
  if (auto started = (*stream)->start(context.options.replication.slot_name,
                                      context.options.replication.publication_name);
      !started) {
    return started.error();
  }
  return attached_stream{std::move(*stream), std::move(*server)};
}

result<table_binding> prepare_table(const job_context& context, oid id,
                                    const std::string& topic_name) {
  auto catalog = postgres::source_catalog::open(postgres_settings(context.options));
  if (!catalog) return catalog.error();
  auto facts = (*catalog)->table(id);
  if (!facts) return facts.error();
  auto types = (*catalog)->types();
  if (!types) return types.error();
  auto admin = kafka::topic_admin::create(kafka_settings(context.options, context.out));
  if (!admin) return admin.error();
  const auto& creation = context.options.sink.topics;
  const auto topic = (*admin)->ensure(
      {topic_name, creation.partitions, creation.replication_factor, creation.configs},
      admin_deadline());
  if (!topic) return topic.error();

  table_binding binding;
  binding.facts = std::move(*facts);
  binding.types = std::move(*types);
  binding.topic_name = topic_name;
  binding.record_bytes_max =
      kafka::record_bytes_max(kafka_settings(context.options, context.out), *topic);
  binding.compacted = topic->cleanup_policy.find("compact") != std::string::npos;
  return binding;
}

}  // namespace walrelay::app
