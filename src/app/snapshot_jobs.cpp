#include "app/snapshot_jobs.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include <walrelay/postgres/source_catalog.hpp>

#include "app/room_settings.hpp"
#include "app/table_key.hpp"

namespace walrelay::app {

namespace {

constexpr std::chrono::seconds lock_patience{5};
constexpr std::string_view lock_not_available = "55P03";
constexpr std::string_view undefined_table = "42P01";

error unreadable_snapshot(const std::string& text) {
  return {error_class::bug,
          fmt::format("pg_current_snapshot() printed '{}'", text),
          "without it nothing can be said about what a read has seen",
          "report this",
          {}};
}

/// Which tables there are to copy has to be found out anew.
error plan_again(const chunk_request& request, std::string_view what) {
  return {error_class::retry,
          fmt::format("table {}.{} {}", request.schema, request.name, what),
          {},
          {},
          {}};
}
error not_published(const chunk_request& request) {
  return plan_again(request, "is not published any more");
}

/// The key that the copy goes by, and its order, are another than before.
bool key_changed(const chunk_request& request, const change::relation& shape,
                 const change::table_facts& facts) {
  const auto columns = key_columns_of(shape, facts);
  return columns != request.key_columns ||
         described(columns, shape) != described(request.key_columns, *request.known_shape);
}

result<snapshot::server_snapshot> parsed(const std::string& text) {
  auto snapshot = snapshot::server_snapshot::parse(text);
  if (!snapshot) return unreadable_snapshot(text);
  return *std::move(snapshot);
}

std::vector<std::string> texts(const snapshot::row_key& key) {
  const auto columns = snapshot::columns_of(key);
  return columns ? std::vector<std::string>(columns->begin(), columns->end())
                 : std::vector<std::string>{};
}

postgres::snapshot_session::wanted wanted_rows(const chunk_request& request) {
  postgres::snapshot_session::wanted rows;
  rows.key = request.key_columns;
  if (request.order.after) rows.after = texts(*request.order.after);
  for (const auto& key : request.order.keys) rows.keys.push_back(texts(key));
  // One more, which tells whether these are the last.
  if (!request.order.of_listed_keys()) rows.most = request.rows_most + 1;
  return rows;
}

/// Rows beyond the bytes that a chunk may have are left for the next read.
result<void> copy_rows(postgres::snapshot_session& session,
                       const postgres::snapshot_session::published& table,
                       const chunk_request& request, read_chunk& chunk) {
  table_key key(request.key_columns);
  const bool in_order = !request.order.of_listed_keys();
  std::size_t seen = 0;
  bool has_key = true;
  auto done = session.read(table, wanted_rows(request), [&](auto row) {
    ++seen;
    const bool is_beyond = in_order && chunk.facts.keys.size() == request.rows_most;
    if (!has_key || is_beyond || chunk.rows.bytes() >= request.bytes_most) return;
    auto text = key.of(chunk.shape, row);
    has_key = text.has_value();
    if (!has_key) return;
    chunk.facts.keys.push_back(*std::move(text));
    chunk.rows.append(row);
  });
  if (!done) return done;
  if (!has_key) return not_published(request);
  const bool cut = chunk.facts.keys.size() < seen;
  if (in_order) {
    if (!cut) chunk.facts.reached = snapshot::chunk::end::of_table;
  } else if (cut) {
    // Nothing is said of the others: they stay listed.
    chunk.facts.order.keys = chunk.facts.keys;
  }
  return {};
}

}  // namespace

result<copy_candidates> find_copy_candidates(const job_context& context) {
  auto catalog = postgres::source_catalog::open(postgres_settings(context.options));
  if (!catalog) return catalog.error();
  auto publication = (*catalog)->publication(context.options.replication.publication_name);
  if (!publication) return publication.error();
  auto session = postgres::snapshot_session::open(postgres_settings(context.options));
  if (!session) return session.error();
  auto now = take_snapshot(**session);
  if (!now) return now.error();
  copy_candidates found{{}, *std::move(now)};
  if (!*publication) return found;
  for (auto& table : (*publication)->tables) {
    if (context.selection.includes_table(table.schema, table.name)) {
      found.tables.push_back(std::move(table));
    }
  }
  return found;
}

result<std::optional<table_to_copy>> begin_copy(const job_context& context, oid table,
                                                const std::string& topic) {
  auto session = postgres::snapshot_session::open(postgres_settings(context.options));
  if (!session) return session.error();
  auto published = (*session)->shape(table, context.options.replication.publication_name);
  if (!published) return published.error();
  if (!*published) return std::optional<table_to_copy>{};
  auto binding = prepare_table(context, (*published)->shape, topic);
  if (!binding) return binding.error();
  table_to_copy found;
  found.session = *std::move(session);
  found.shape = std::make_shared<const change::relation>(std::move((*published)->shape));
  found.binding = *std::move(binding);
  if (found.binding.facts) found.key_columns = key_columns_of(*found.shape, *found.binding.facts);
  return std::optional(std::move(found));
}

result<std::vector<snapshot::full_xid>> who_runs(postgres::snapshot_session& session) {
  const auto running = session.who_runs();
  if (!running) return running.error();
  const auto now = parsed(running->snapshot);
  if (!now) return now.error();
  std::vector<snapshot::full_xid> ids;
  for (const xid id : running->here) ids.push_back(snapshot::widen(id, now->next()));
  for (const auto id : now->running()) {
    const bool is_elsewhere = std::ranges::any_of(
        running->elsewhere, [&](xid other) { return snapshot::widen(other, now->next()) == id; });
    if (!is_elsewhere) ids.push_back(id);
  }
  return ids;
}

result<snapshot::server_snapshot> take_snapshot(postgres::snapshot_session& session) {
  const auto place = session.where();
  if (!place) return place.error();
  return parsed(place->snapshot);
}

result<std::optional<chunk_answer>> read_rows(const job_context& context,
                                              postgres::snapshot_session& session,
                                              const chunk_request& request) {
  if (auto begun = session.begin(); !begun) return begun.error();
  if (auto locked = session.lock(request.schema, request.name, lock_patience); !locked) {
    if (locked.error().code == undefined_table) return not_published(request);
    if (locked.error().code != lock_not_available) return locked.error();
    if (auto ended = session.end(); !ended) return ended.error();
    return std::optional<chunk_answer>{};
  }
  const auto place = session.where();
  if (!place) return place.error();
  auto seen = parsed(place->snapshot);
  if (!seen) return seen.error();
  auto published = session.shape(request.table, context.options.replication.publication_name);
  if (!published) return published.error();
  if (!*published) return not_published(request);

  chunk_answer answer{{{request.order, *std::move(seen), place->wal_end, {}, {}}, {}, {}}, {}};
  answer.chunk.shape = std::make_shared<const change::relation>((*published)->shape);
  auto copied = copy_rows(session, **published, request, answer.chunk);
  if (!copied) return copied.error();
  if (auto ended = session.end(); !ended) return ended.error();
  if (*answer.chunk.shape != *request.known_shape) {
    auto binding = describe_table(context, *answer.chunk.shape, request.topic);
    if (!binding) return binding.error();
    if (binding->facts && key_changed(request, *answer.chunk.shape, *binding->facts)) {
      return plan_again(request, "has another key now, so its copy starts over");
    }
    answer.binding = *std::move(binding);
  }
  return std::optional(std::move(answer));
}

}  // namespace walrelay::app
