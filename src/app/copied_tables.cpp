#include "app/copied_tables.hpp"

#include <algorithm>
#include <utility>

#include <walrelay/base/ensure.hpp>
#include <walrelay/kafka/table_progress_store.hpp>

#include "app/room_settings.hpp"

namespace walrelay::app {

namespace {

using snapshot::touch;

constexpr topic_id offsets_topic{0};

/// A column that consumers are not sent: under REPLICA IDENTITY FULL the old row has it.
bool lacks_a_column(const change::row_change& what) {
  const bool has_old = what.old_kind == change::old_row::full;
  for (std::size_t index = 0; index < what.new_values.size(); ++index) {
    if (what.new_values[index].kind != change::value_kind::unchanged) continue;
    if (!has_old || what.old_values[index].kind == change::value_kind::unchanged) return true;
  }
  return false;
}

/// A table of which rows were emitted had settled before, and since then all is noted. What another
/// one's transactions did before it was published was never streamed.
snapshot::settled_by rule_for(const snapshot::copy_progress& progress) {
  return progress.last ? snapshot::settled_by::visibility_or_stream
                       : snapshot::settled_by::visibility;
}

}  // namespace

copied_table::copied_table(snapshot::copied_table table, progress_place stored,
                           snapshot::table_copy copy)
    : table_(std::move(table)),
      key_(column_names_in(table_.key_columns)),
      stored_(std::move(stored)),
      copy_(std::move(copy)) {}

void copied_table::reader_goes() {
  copy_.reader_lost();
  chunks_.clear();
  target_.reset();
  bind_ = nullptr;
}

void copied_table::note(const change::row_change& what, snapshot::full_xid by) {
  if (what.operation == change::row_operation::truncate) return copy_.emitted_truncate(by);
  const auto before = key_.of(what.relation, what.old_values);
  auto after = key_.of(what.relation, what.new_values);
  // An out-of-line key that did not change is not sent again; the old row has it.
  if (!after && !what.new_values.empty()) after = before;
  const bool renamed = before && before != after;
  if (renamed) copy_.emitted(by, *before, touch::gone);
  if (!after) return;
  const bool created = renamed || what.operation == change::row_operation::insert;
  const bool in_part = lacks_a_column(what);
  const touch partial = created ? touch::created_in_part : touch::written_in_part;
  copy_.emitted(by, *std::move(after), in_part ? partial : touch::written);
}

void copied_table::read_begins() {
  announced_since_read_ = nullptr;
}

void copied_table::announced(const change::relation_ptr& shape) {
  announced_since_read_ = shape;
  for (waiting& each : chunks_) each.announced_since = shape;
}

void copied_table::chunk_read(read_chunk chunk) {
  copy_.chunk_read(chunk.facts);
  chunks_.push_back({std::move(chunk), announced_since_read_});
}

void copied_table::drop_outdated_chunks() {
  if (chunks_.empty()) return;
  const waiting& front = chunks_.front();
  if (!front.announced_since || *front.announced_since == *front.chunk.shape) return;
  chunks_.clear();
  copy_.shape_changed();
}

result<void> copied_table::add_rows(const emission_point& point, surroundings& all,
                                    record_batch& out) {
  drop_outdated_chunks();
  while (const auto emission = copy_.take(point.position)) {
    while (!chunks_.empty() && chunks_.front().chunk.facts.order.number != emission->order) {
      chunks_.pop_front();
    }
    WALRELAY_ENSURE(!chunks_.empty(), "rows of {} to be emitted that were not read", table_.name);
    const read_chunk chunk = std::move(chunks_.front().chunk);
    chunks_.pop_front();
    if (!target_ || *target_->relation != *chunk.shape) {
      auto bound = bind_(chunk.shape);
      if (!bound) return bound.error();
      target_ = *std::move(bound);
    }
    if (auto added = add(chunk, emission->rows, point, all, out); !added) return added;
    drop_outdated_chunks();
  }
  add_progress(out);
  return {};
}

result<void> copied_table::add(const read_chunk& chunk, const std::vector<std::size_t>& rows,
                               const emission_point& point, surroundings& all, record_batch& out) {
  using change::snapshot_place;
  const bool ends = chunk.facts.reached == snapshot::chunk::end::of_table;
  const bool begins = copy_.window().progress().rows == rows.size();
  change::row_change read;
  read.operation = change::row_operation::read;
  read.relation = target_->relation;
  read.position = point.position;
  const envelope::transaction_context context{point.now, std::nullopt};
  for (const std::size_t index : rows) {
    chunk.rows.get(index, row_);
    read.new_values = row_;
    read.place = snapshot_place::amid;
    if (begins && index == rows.front()) read.place = snapshot_place::first_of_table;
    if (ends && index == rows.back()) read.place = snapshot_place::last_of_table;
    if (!std::exchange(all.row_before, true)) read.place = snapshot_place::first;
    if (ends && index == rows.back() && all.last_table) read.place = snapshot_place::last;
    const std::size_t first = out.size();
    if (auto done = target_->encoder->encode(read, context, point.now, out); !done) return done;
    for (std::size_t record = first; record < out.size(); ++record) {
      if (auto fits = check_record(*target_, out, record, read.operation); !fits) return fits;
    }
  }
  return {};
}

void copied_table::add_progress(record_batch& out) {
  if (!copy_.take_change()) return;
  out.begin_record(offsets_topic, stored_.partition);
  out.open_key();
  out.bytes() += stored_.key;
  out.close_key();
  out.open_value();
  out.bytes() += kafka::encode_table_progress(record());
  out.close_value();
  out.end_record();
}

std::unique_ptr<copied_table> listen_to(const snapshot::copied_table& table,
                                        const std::optional<table_progress>& known,
                                        const config::connector_options& options) {
  const auto progress = known ? snapshot::progress_in(*known, table) : std::nullopt;
  const snapshot::copy_progress from = progress.value_or(snapshot::copy_progress{});
  return std::make_unique<copied_table>(
      table,
      progress_place{checkpoint_location_of(options).partition,
                     kafka::table_progress_key(options.name, options.topic_prefix, table.name)},
      snapshot::table_copy(from, rule_for(from), {}));
}

copied_table& copied_tables::add(std::unique_ptr<copied_table> what) {
  return *(tables_[what->table().id] = std::move(what));
}

copied_table* copied_tables::find(oid table) {
  const auto found = tables_.find(table);
  return found == tables_.end() ? nullptr : found->second.get();
}

bool copied_tables::waits_for_stream() const {
  return std::ranges::any_of(tables_, [](const auto& each) {
    return each.second->copy_.window().waits_for().has_value();
  });
}

void copied_tables::transaction_begun(xid id) {
  for (auto& [oid, each] : tables_) each->copy_.transaction_begun(snapshot::widen(id, recent_));
}

void copied_tables::transaction_ended(xid id) {
  recent_ = std::max(recent_, snapshot::widen(id, recent_));
  for (auto& [oid, each] : tables_) each->copy_.transaction_ended(snapshot::widen(id, recent_));
}

void copied_tables::emitted(const change::row_change& what, xid by) {
  if (copied_table* table = find(what.relation->id)) {
    table->note(what, snapshot::widen(by, recent_));
  }
}

void copied_tables::relation_announced(const change::relation_ptr& shape) {
  if (copied_table* table = find(shape->id)) table->announced(shape);
}

result<void> copied_tables::at_boundary(const emission_point& point, record_batch& out) {
  for (auto& [oid, each] : tables_) {
    if (auto added = each->add_rows(point, all_, out); !added) return added;
  }
  return {};
}

void copied_tables::at_split(record_batch& out) {
  for (auto& [oid, each] : tables_) each->add_progress(out);
}

}  // namespace walrelay::app
