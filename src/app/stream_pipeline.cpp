#include "app/stream_pipeline.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include <walrelay/base/ensure.hpp>

#include "app/envelope_settings.hpp"

namespace walrelay::app {

namespace {

/// What a slice costs in the sink's mailbox beside its records: one that only moves the position
/// has none, and must count too.
constexpr std::size_t slice_overhead_bytes = 512;

/// What a transaction consists of (change::transaction_assembler).
bool is_change(const pgoutput::message& what) {
  const auto* message = std::get_if<pgoutput::logical_message>(&what);
  return std::holds_alternative<pgoutput::row>(what) ||
         std::holds_alternative<pgoutput::truncate>(what) ||
         (message != nullptr && message->transactional);
}

}  // namespace

stream_pipeline::stream_pipeline(const config::connector_options& options,
                                 change::selection selection, std::string version,
                                 const change::resume_point& from, pipeline_observer& observer)
    : options_(options),
      selection_(std::move(selection)),
      envelope_(envelope_settings_of(options, std::move(version))),
      observer_(observer),
      assembler_(from),
      auxiliary_(options.auxiliary),
      received_(from.position) {}

stream_pipeline::~stream_pipeline() = default;

result<stream_pipeline::verdict> stream_pipeline::consume(byte_view frame, wall_time now) {
  WALRELAY_ENSURE(!wanted_ && !wanted_topic_, "a frame while a table or topic is not bound");
  auto parsed = pgoutput::parse_frame(frame);
  if (!parsed) return parsed.error();
  now_ = now;
  if (const auto* keepalive = std::get_if<pgoutput::keepalive>(&*parsed)) {
    return on(*keepalive);
  }
  return on(std::get<pgoutput::xlog_data>(*parsed), frame);
}

result<stream_pipeline::verdict> stream_pipeline::on(const pgoutput::keepalive& frame) {
  received_ = std::max(received_, frame.wal_end);
  reply_requested_ = reply_requested_ || frame.reply_requested;
  const auto idle = assembler_.keepalive(frame.wal_end);
  if (!idle) return idle.error();
  if (*idle) {
    if (auto reached = reach(**idle); !reached) return reached.error();
  }
  if (frame.reply_requested) current_.facts.reply_requested = true;
  return verdict::go_on;
}

result<stream_pipeline::verdict> stream_pipeline::on(const pgoutput::xlog_data& frame,
                                                     byte_view whole) {
  auto message = decoder_.decode(frame.payload);
  if (!message) return located(message.error(), frame.start);
  received_ = std::max(received_, frame.start);
  frame_start_ = frame.start;
  const bool change = is_change(*message);
  if (change || std::holds_alternative<pgoutput::commit>(*message)) announce_transaction();
  auto handled = std::visit([this](auto& what) { return on_message(what); }, *message);
  if (!handled) return handled;
  if (*handled != verdict::go_on) {
    kept_frame_.assign(reinterpret_cast<const char*>(whole.data()), whole.size());
  } else if (change) {
    if (auto counted = assembler_.counted(frame.start, frame.payload); !counted) {
      return counted.error();
    }
  }
  return handled;
}

/// Where in the WAL it happened: the message's own LSN, and the transaction it belongs to. Relation
/// and Type messages have no LSN of their own.
error stream_pipeline::located(error failure, lsn position) const {
  if (assembler_.open()) {
    failure.found += fmt::format(" (LSN {}, transaction {} with commit LSN {})", position,
                                 assembler_.current().id, assembler_.current().final_lsn);
  } else {
    failure.found += fmt::format(" (LSN {}, after {})", position, assembler_.assembled());
  }
  return failure;
}

result<stream_pipeline::verdict> stream_pipeline::bind_table(const table_binding& binding,
                                                             wall_time now) {
  WALRELAY_ENSURE(wanted_ != nullptr, "a table bound that nobody waits for");
  const auto relation = std::exchange(wanted_, nullptr);
  if (const auto known = tables_.find(relation->id); known != tables_.end()) {
    learn_labels(*known->second, binding, {selection_, envelope_});
    return resume_kept_frame(now);
  }
  auto bound =
      bind(relation, binding, {selection_, envelope_},
           [this, relation](const envelope::conversion_failure& failure) {
             ++counters_.values_became_null;
             if (envelope_.conversion_failure == envelope::on_conversion_failure::skip) {
               return;
             }
             observer_.value_became_null(*relation, failure.column, failure.reason, frame_start_);
           });
  const bool key_unknown = bound->encoder->keyless() &&
                           bound->relation->identity == change::replica_identity::full &&
                           (!binding.facts || !binding.facts->key_columns.empty());
  if (key_unknown) observer_.key_unknown(*bound->relation);
  tables_[bound->relation->id] = std::move(bound);
  return resume_kept_frame(now);
}

result<stream_pipeline::verdict> stream_pipeline::resume_kept_frame(wall_time now) {
  const std::string frame = std::exchange(kept_frame_, {});
  return consume(std::as_bytes(std::span(frame)), now);
}

result<stream_pipeline::verdict> stream_pipeline::on_message(const pgoutput::commit& message) {
  const auto reached = assembler_.commit(message);
  if (!reached) return reached.error();
  received_ = std::max(received_, message.end_lsn);
  if (reached->what == change::disposition::relay) {
    ++counters_.transactions;
    if (auxiliary_.wants_transactions()) {
      auxiliary_.transaction_ends(
          {reached->transaction->id, frame_start_, reached->transaction->commit_time},
          current_.records);
    }
    if (emission_ != nullptr) emission_->transaction_ended(reached->transaction->id);
    if (auto added = reach(*reached); !added) return added.error();
  }
  return verdict::go_on;
}

result<stream_pipeline::verdict> stream_pipeline::on_message(const pgoutput::origin& message) {
  origin_ = message.name;
  origin_lsn_ = message.commit_lsn;
  return verdict::go_on;
}

result<stream_pipeline::verdict> stream_pipeline::on_message(pgoutput::relation& message) {
  const oid id = message.shape.id;
  const auto shape = relations_.put(std::move(message.shape));
  if (emission_ != nullptr) emission_->relation_announced(shape);
  const auto bound = tables_.find(id);
  // The message comes again after any change of the table, also one that it does not show: under
  // FULL another key, or what only the catalog tells and the records show.
  const bool hides_changes =
      shape->identity == change::replica_identity::full || envelope::shows_catalog_facts(envelope_);
  const bool outdated =
      bound != tables_.end() && (bound->second->relation != shape || hides_changes);
  if (outdated) {
    counters_.values_as_text += bound->second->values_as_text();
    tables_.erase(bound);
  }
  return verdict::go_on;
}

result<stream_pipeline::verdict> stream_pipeline::on_message(const pgoutput::type&) {
  return verdict::go_on;
}

result<stream_pipeline::verdict> stream_pipeline::on_message(const pgoutput::row& message) {
  const auto disposition = assembler_.change();
  if (!disposition) return disposition.error();
  auto row = relations_.bind(message, frame_start_);
  if (!row) return row.error();
  if (*disposition == change::disposition::skip && !counts_again()) return verdict::go_on;
  bound_table* target = find_table(row->relation);
  if (target == nullptr) return verdict::table_wanted;
  if (!target->encoder) {
    ++counters_.rows_not_captured;
    return verdict::go_on;
  }
  if (skips(row->operation)) {
    ++counters_.rows_of_skipped_operations;
    return verdict::go_on;
  }
  if (!target->encoder->knows_labels(*row)) {
    wanted_ = row->relation;
    return verdict::table_wanted;
  }
  if (auto encoded = encode(*target, *row); !encoded) return encoded.error();
  return verdict::go_on;
}

result<stream_pipeline::verdict> stream_pipeline::on_message(const pgoutput::truncate& message) {
  const auto disposition = assembler_.change();
  if (!disposition) return disposition.error();
  const bool passed = *disposition == change::disposition::skip && !counts_again();
  // Look at every table before touching one: a table that has yet to be bound makes the whole
  // message come again.
  for (const oid id : message.relations) {
    const auto relation = relations_.find(id);
    if (!relation) return relation.error();
    if (passed) continue;
    if (find_table(*relation) == nullptr) return verdict::table_wanted;
  }
  if (passed) return verdict::go_on;
  for (const oid id : message.relations) {
    bound_table& target = *tables_.at(id);
    if (!target.encoder) continue;
    if (skips(change::row_operation::truncate)) {
      ++counters_.rows_of_skipped_operations;
      if (!std::exchange(target.truncate_reported, true)) {
        observer_.truncate_skipped(*target.relation, frame_start_);
      }
      continue;
    }
    change::row_change row;
    row.operation = change::row_operation::truncate;
    row.relation = target.relation;
    row.position = frame_start_;
    if (auto encoded = encode(target, row); !encoded) return encoded.error();
  }
  return verdict::go_on;
}

bound_table* stream_pipeline::find_table(const change::relation_ptr& relation) {
  if (const auto found = tables_.find(relation->id); found != tables_.end())
    return found->second.get();
  if (!selection_.includes_table(relation->schema, relation->table)) {
    observer_.table_not_captured(*relation);
    auto outside = std::make_unique<bound_table>();
    outside->relation = relation;
    return (tables_[relation->id] = std::move(outside)).get();
  }
  wanted_ = relation;
  return nullptr;
}

bool stream_pipeline::skips(change::row_operation operation) const {
  switch (operation) {
    case change::row_operation::insert:
      return options_.envelope.skips('c');
    case change::row_operation::update:
      return options_.envelope.skips('u');
    case change::row_operation::remove:
      return options_.envelope.skips('d');
    case change::row_operation::truncate:
      return options_.envelope.skips('t');
    case change::row_operation::read:
      break;
  }
  WALRELAY_ENSURE(false, "operation {}", static_cast<int>(operation));
}

result<void> stream_pipeline::encode(bound_table& target, const change::row_change& row) {
  const std::size_t first = current_.records.size();
  if (auto encoded = target.encoder->encode(row, open_transaction(), now_, current_.records);
      !encoded) {
    return located(encoded.error(), row.position);
  }
  if (counts_again()) {
    current_.records.drop_from(first);
    return {};
  }
  const bool has_record = current_.records.size() != first;
  ++(has_record ? counters_.rows : counters_.rows_without_record);
  if (has_record && emission_ != nullptr) emission_->emitted(row, assembler_.current().id);
  for (std::size_t index = first; index < current_.records.size(); ++index) {
    if (auto fits = check_record(target, current_.records, index, row.operation); !fits) {
      return located(fits.error(), row.position);
    }
  }
  return {};
}

pipeline_counters stream_pipeline::counters() const {
  pipeline_counters all = counters_;
  for (const auto& [id, bound] : tables_) all.values_as_text += bound->values_as_text();
  return all;
}

result<void> stream_pipeline::reach(const change::boundary& reached) {
  if (emission_ != nullptr) {
    const emission_point point{reached.position, now_};
    if (auto added = emission_->at_boundary(point, current_.records); !added) return added;
  }
  mark_boundary(reached);
  return {};
}

result<void> stream_pipeline::emission_ready(wall_time now) {
  const auto here = assembler_.here();
  if (!here || emission_ == nullptr) return {};
  now_ = now;
  const std::size_t before = current_.records.size();
  const emission_point point{here->position, now_};
  if (auto added = emission_->at_boundary(point, current_.records); !added) return added;
  if (current_.records.size() != before) mark_boundary(*here);
  return {};
}

void stream_pipeline::mark_boundary(const change::boundary& reached) {
  current_.facts.last_boundary = relay::slice_facts::boundary_at{
      current_.records.size(), {reached.position, reached.transaction}};
}

std::optional<slice> stream_pipeline::take_slice() {
  if (emission_ != nullptr && assembler_.open()) emission_->at_split(current_.records);
  if (current_.records.empty() && !current_.facts.last_boundary &&
      !current_.facts.reply_requested) {
    return std::nullopt;
  }
  slice taken = std::exchange(current_, {});
  taken.facts.records = taken.records.size();
  taken.facts.progress = assembler_.progress();
  taken.facts.bytes = taken.records.byte_count() + slice_overhead_bytes;
  return taken;
}

}  // namespace walrelay::app
