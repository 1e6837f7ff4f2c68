#include <walrelay/snapshot/table_copy.hpp>

#include <walrelay/base/ensure.hpp>

namespace walrelay::snapshot {

table_copy::table_copy(copy_progress committed, settled_by rule, copy_limits limits)
    : window_(std::move(committed), limits.window), rule_(rule), limits_(limits) {}

table_copy::action table_copy::next() {
  using kind = action::kind;
  if (window_.done()) return {kind::end};
  if (state_ == state::settled) {
    auto order = window_.next_read();
    return order ? action{kind::read, *std::move(order)} : action{kind::wait};
  }
  if (asked_ != question::none) return {kind::wait};
  asked_ = question::open;
  return {state_ == state::unsettled ? kind::ask_who_runs : kind::ask_for_snapshot};
}

void table_copy::who_runs(std::span<const full_xid> running) {
  WALRELAY_ENSURE(asked_ != question::none, "an answer that nobody asked for");
  if (std::exchange(asked_, question::none) == question::outdated) return;
  settling_.emplace(running, rule_);
  for (const full_xid id : noted_) settling_->emitted(id);
  noted_.clear();
  state_ = state::settling;
}

void table_copy::snapshot_taken(const server_snapshot& fresh) {
  WALRELAY_ENSURE(asked_ != question::none, "an answer that nobody asked for");
  if (std::exchange(asked_, question::none) == question::outdated) return;
  if (!settling_->look(fresh)) return;
  settling_.reset();
  state_ = state::settled;
}

void table_copy::reader_lost() {
  window_.discard_chunks();
  asked_ = question::none;
}

void table_copy::transaction_begun(full_xid id) {
  noting_whole_ = id;
}

void table_copy::transaction_ended(full_xid id) {
  if (std::exchange(noting_whole_, std::nullopt) != id) return;
  if (state_ == state::unsettled) noted_.push_back(id);
  if (state_ == state::settling) settling_->emitted(id);
}

void table_copy::emitted(full_xid by, row_key key, touch what) {
  window_.emitted(by, std::move(key), what);
  keep_within_budget();
}

void table_copy::emitted_truncate(full_xid by) {
  window_.emitted_truncate(by);
}

std::optional<table_window::emission> table_copy::take(lsn boundary) {
  auto emission = window_.take(boundary);
  if (window_.take_start_over()) settle_anew();
  return emission;
}

void table_copy::keep_within_budget() {
  if (window_.note_bytes() > limits_.note_bytes) {
    window_.forget();
    settle_anew();
  } else if (window_.take_start_over()) {
    settle_anew();
  }
}

void table_copy::settle_anew() {
  noting_whole_.reset();
  noted_.clear();
  settling_.reset();
  state_ = state::unsettled;
  // What is being answered was true before noting began anew.
  if (asked_ == question::open) asked_ = question::outdated;
}

}  // namespace walrelay::snapshot
