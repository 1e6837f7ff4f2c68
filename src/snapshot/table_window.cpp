#include <walrelay/snapshot/table_window.hpp>

#include <algorithm>
#include <utility>

#include <walrelay/base/ensure.hpp>

namespace walrelay::snapshot {

using phase = copy_progress::phase;

table_window::table_window(copy_progress committed, window_limits limits)
    : progress_(std::move(committed)), limits_(limits) {
  for (const row_key& key : progress_.listed) listed_bytes_ += key.size();
}

// --- the stream ---

void table_window::emitted(full_xid by, row_key key, touch what) {
  if (done()) return;
  switch (what) {
    case touch::created_in_part:
      list(key);
      break;
    case touch::written:
    case touch::gone:
      unlist(key);
      break;
    case touch::written_in_part:
      break;
  }
  notes_.add(by, std::move(key), what);
  start_over_if_list_is_full();
}

void table_window::emitted_truncate(full_xid by) {
  if (!done()) notes_.add_all(by);
}

void table_window::list(row_key key) {
  const std::size_t bytes = key.size();
  if (!progress_.listed.insert(std::move(key)).second) return;
  listed_bytes_ += bytes;
  changed_ = true;
}

void table_window::unlist(const row_key& key) {
  if (progress_.listed.erase(key) == 0) return;
  listed_bytes_ -= key.size();
  changed_ = true;
}

/// Reading all of the table covers whatever was listed, once the transactions that created those
/// keys are visible: before that no read would find their rows.
void table_window::start_over_if_list_is_full() {
  if (listed_bytes_ <= limits_.listed_bytes_most) return;
  forget();
  has_started_over_ = true;
  progress_.at = phase::reading;
  progress_.last.reset();
  progress_.listed.clear();
  listed_bytes_ = 0;
  changed_ = true;
}

// --- reading ---

std::optional<read_order> table_window::next_read() {
  if (under_way_ || done() || chunks_.size() >= limits_.chunks_in_flight) return std::nullopt;
  read_order order;
  if (progress_.at == phase::rereading) {
    if (!chunks_.empty() || progress_.listed.empty()) return std::nullopt;
    const std::size_t count = std::min(progress_.listed.size(), limits_.listed_keys_a_read);
    order.keys.assign(progress_.listed.begin(),
                      std::next(progress_.listed.begin(), static_cast<std::ptrdiff_t>(count)));
  } else if (chunks_.empty()) {
    order.after = progress_.last;
  } else {
    if (chunks_.back().reached == chunk::end::of_table) return std::nullopt;
    order.after = chunks_.back().keys.back();
  }
  order.number = ++orders_;
  under_way_ = order.number;
  return order;
}

void table_window::offer(chunk what) {
  if (under_way_ != what.order.number) return;
  WALRELAY_ENSURE(
      !what.keys.empty() || what.order.of_listed_keys() || what.reached == chunk::end::of_table,
      "a chunk without rows that is not the last");
  under_way_.reset();
  chunks_.push_back(std::move(what));
}

void table_window::read_failed() {
  under_way_.reset();
}

void table_window::discard_chunks() {
  chunks_.clear();
  under_way_.reset();
}

void table_window::forget() {
  discard_chunks();
  notes_.clear();
}

std::optional<lsn> table_window::waits_for() const {
  if (chunks_.empty()) return std::nullopt;
  return reachable(chunks_.front().wal_end, limits_.wal);
}

// --- emitting ---

std::optional<table_window::emission> table_window::take(lsn boundary) {
  if (chunks_.empty() || boundary < *waits_for()) {
    end_if_nothing_is_left();
    return std::nullopt;
  }
  const chunk taken = std::move(chunks_.front());
  chunks_.pop_front();
  emission made{taken.order.number, {}};
  made.rows = taken.order.of_listed_keys() ? rows_of_listed(taken) : rows_of_range(taken);
  progress_.rows += made.rows.size();
  changed_ = true;
  forget_what_all_have_seen(taken);
  start_over_if_list_is_full();
  end_if_nothing_is_left();
  return made;
}

std::vector<std::size_t> table_window::rows_of_range(const chunk& what) {
  const auto unseen = notes_.by(what.seen);
  std::vector<std::size_t> rows;
  for (std::size_t index = 0; index < what.keys.size(); ++index) {
    const row_key& key = what.keys[index];
    const auto hit = unseen.keys.find(key);
    if (hit != unseen.keys.end()) {
      if (hit->second == touch_notes::hit::in_part) list(key);
    } else if (!unseen.everything) {
      rows.push_back(index);
      // Its row tells all of it.
      unlist(key);
    }
  }
  if (!what.keys.empty()) progress_.last = what.keys.back();
  if (what.reached == chunk::end::of_table) progress_.at = phase::rereading;
  return rows;
}

std::vector<std::size_t> table_window::rows_of_listed(const chunk& what) {
  const auto unseen = notes_.by(what.seen);
  std::vector<std::size_t> rows;
  for (std::size_t index = 0; index < what.keys.size(); ++index) {
    const row_key& key = what.keys[index];
    const bool wanted = progress_.listed.contains(key);  // an event may have told all meanwhile
    if (wanted && !unseen.everything && !unseen.keys.contains(key)) rows.push_back(index);
  }
  for (const row_key& key : what.order.keys) {
    const auto hit = unseen.keys.find(key);
    if (hit == unseen.keys.end() || hit->second == touch_notes::hit::whole) unlist(key);
  }
  return rows;
}

void table_window::forget_what_all_have_seen(const chunk& taken) {
  std::vector<const server_snapshot*> readers{&taken.seen};
  for (const chunk& waiting : chunks_) readers.push_back(&waiting.seen);
  notes_.forget_seen_by(readers);
}

void table_window::end_if_nothing_is_left() {
  if (progress_.at != phase::rereading || !progress_.listed.empty()) return;
  progress_.at = phase::done;
  changed_ = true;
  forget();
}

bool table_window::take_start_over() {
  return std::exchange(has_started_over_, false);
}

bool table_window::take_change() {
  return std::exchange(changed_, false);
}

}  // namespace walrelay::snapshot
