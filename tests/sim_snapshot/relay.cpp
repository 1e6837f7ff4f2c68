#include "sim_snapshot/relay.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace walrelay::sim_snapshot {

using snapshot::touch;

namespace {

snapshot::row_key key_text(key which) {
  snapshot::row_key text;
  snapshot::append_column(text, fmt::to_string(which));
  return text;
}

key key_of(const snapshot::row_key& text) {
  return std::stoi(std::string(snapshot::columns_of(text)->at(0)));
}

}  // namespace

relay::relay(database& source, topic& sink, rule without, snapshot::copy_limits limits,
             std::size_t rows_a_chunk)
    : source_(source),
      sink_(sink),
      without_(without),
      limits_(limits),
      rows_a_chunk_(rows_a_chunk) {
  begin_generation();
}

void relay::begin_generation() {
  produced_.clear();
  position_ = committed_position_;
  progress_ = committed_progress_;
  copy_.emplace(progress_, snapshot::settled_by::visibility_or_stream, limits_);
  listens_ = without_ != rule::listening_at_once;
  reading_.reset();
  answer_ = nullptr;
  read_.clear();
}

void relay::start_over(interruption why) {
  const bool keeps = (why == interruption::kafka && without_ == rule::rewind_discards) ||
                     (why == interruption::server && without_ == rule::reconnect_discards);
  std::vector<read_rows> kept;
  for (auto& [number, rows] : read_) kept.push_back(std::move(rows));
  begin_generation();
  kept_ = keeps ? std::move(kept) : std::vector<read_rows>{};
}

void relay::shape_changed() {
  copy_->shape_changed();
  reading_.reset();
  std::vector<read_rows> later;
  for (auto& [number, rows] : read_) later.push_back(std::move(rows));
  read_.clear();
  if (without_ != rule::later_chunks_go_too || later.size() < 2) return;
  // The first is gone; those behind it are taken for what comes next.
  later[1].answer.order.after = later[0].answer.order.after;
  later.erase(later.begin());
  kept_ = std::move(later);
}

// --- the stream ---

void relay::tell(const transaction& emitted, const change& what) {
  const bool in_part = !what.written.large && without_ != rule::reread_list;
  const bool silent = without_ == rule::unbroken_notes && !reading_ && read_.empty();
  if (silent || !listens_) return;
  if (what.what == change::kind::truncate) return copy_->emitted_truncate(emitted.id);
  const bool same = what.before == what.after;
  if (what.before != 0 && !same) copy_->emitted(emitted.id, key_text(what.before), touch::gone);
  if (what.after == 0) return;
  const touch partial = same ? touch::written_in_part : touch::created_in_part;
  copy_->emitted(emitted.id, key_text(what.after), in_part ? partial : touch::written);
}

bool relay::stream() {
  if (position_ >= source_.flushed()) return false;
  const transaction_number number = source_.at(position_);
  const transaction& emitted = source_.get(number);
  if (listens_) copy_->transaction_begun(emitted.id);
  for (const change& what : emitted.changes) {
    produced_.emplace_back(streamed{number, what, copy_->window().done()});
    tell(emitted, what);
  }
  copy_->transaction_ended(emitted.id);
  ++position_;
  if (without_ != rule::list_is_persistent) write_progress();
  after_boundary(source_.end_of(position_));
  return true;
}

bool relay::keepalive() {
  after_boundary(source_.end_of(position_));
  return true;
}

void relay::write_progress() {
  if (copy_->take_change()) progress_ = copy_->window().progress();
}

void relay::after_boundary(lsn position) {
  // A list that is full makes the copy begin again.
  const bool may_begin_again =
      limits_.window.listed_bytes_most < snapshot::window_limits{}.listed_bytes_most;
  while (const auto emission = copy_->take(position)) {
    auto rows = read_.extract(emission->order);
    const read_rows& taken = rows.mapped();
    for (const std::size_t index : emission->rows) {
      const key which = key_of(taken.answer.keys[index]);
      produced_.emplace_back(copied{which, taken.rows.at(which), taken.seen,
                                    taken.answer.order.of_listed_keys() || may_begin_again});
    }
    write_progress();
  }
  if (copy_->window().done() || without_ != rule::list_is_persistent) write_progress();
}

bool relay::commit() {
  if (position_ == committed_position_ && progress_ == committed_progress_) return false;
  sink_.append(std::exchange(produced_, {}));
  committed_position_ = position_;
  committed_progress_ = progress_;
  return true;
}

// --- the reader ---

bool relay::advance_copy() {
  listens_ = true;
  if (reading_) {
    read_step();
    return true;
  }
  if (answer_) {
    std::exchange(answer_, nullptr)();
    return true;
  }
  using kind = snapshot::table_copy::action::kind;
  auto next = copy_->next();
  switch (next.what) {
    case kind::wait:
    case kind::end:
      return false;
    case kind::ask_who_runs: {
      auto running = source_.locked_ids();
      if (without_ == rule::locks_settle) running = source_.snapshot().running();
      if (without_ == rule::settling) running.clear();
      answer_ = [this, running] { copy_->who_runs(running); };
      return true;
    }
    case kind::ask_for_snapshot:
      answer_ = [this, fresh = source_.snapshot()] { copy_->snapshot_taken(fresh); };
      return true;
    case kind::read:
      if (!answer_from_memory(next.order))
        reading_.emplace(reading{std::move(next.order), {}, {}, {}, {}, {}});
      return true;
  }
  return false;
}

bool relay::answer_from_memory(const snapshot::read_order& order) {
  const auto known = std::ranges::find_if(kept_, [&](const read_rows& rows) {
    return rows.answer.order.after == order.after && rows.answer.order.keys == order.keys;
  });
  if (known == kept_.end()) return false;
  read_rows rows = std::move(*known);
  kept_.erase(known);
  rows.answer.order = order;
  copy_->chunk_read(rows.answer);
  read_.emplace(order.number, std::move(rows));
  return true;
}

void relay::read_step() {
  reading& now = *reading_;
  if (!now.locked && without_ != rule::table_lock) {
    now.locked = true;
  } else if (!now.taken) {
    lsn wal_end = source_.end_of(source_.inserted());
    if (without_ == rule::wait_for_wal_end) wal_end = lsn{};
    auto seen = source_.snapshot();
    now.taken.emplace(snapshot::chunk{now.order, seen, wal_end, {}, {}});
    now.rows = source_.visible();
    now.seen = source_.visible_transactions();
    now.rewritten = source_.rewritten();
  } else {
    finish_read();
  }
}

void relay::finish_read() {
  reading now = *std::exchange(reading_, std::nullopt);
  if (now.rewritten != source_.rewritten()) now.rows.clear();
  snapshot::chunk& answer = *now.taken;
  if (now.order.of_listed_keys()) {
    for (const auto& text : now.order.keys) {
      if (now.rows.contains(key_of(text))) answer.keys.push_back(text);
    }
  } else {
    auto from = now.order.after ? now.rows.upper_bound(key_of(*now.order.after)) : now.rows.begin();
    for (; from != now.rows.end() && answer.keys.size() < rows_a_chunk_; ++from) {
      answer.keys.push_back(key_text(from->first));
    }
    if (answer.keys.size() < rows_a_chunk_) answer.reached = snapshot::chunk::end::of_table;
  }
  if (without_ == rule::removal) {
    const snapshot::full_xid end(source_.recent().value() + 1000);
    answer.seen = {end, end, {}};
  }
  copy_->chunk_read(answer);
  const auto number = answer.order.number;
  read_.insert_or_assign(number, read_rows{std::move(now.rows), std::move(now.seen), answer});
}

bool relay::complete() const {
  return copy_->window().done() && position_ == source_.inserted() &&
         committed_position_ == position_ && committed_progress_ == progress_;
}

}  // namespace walrelay::sim_snapshot
