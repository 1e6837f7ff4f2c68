#include <walrelay/relay/sink_fsm.hpp>

#include <algorithm>

#include <walrelay/base/ensure.hpp>

namespace walrelay::relay {

namespace {

sink_action act(sink_action::kind what) {
  sink_action next;
  next.what = what;
  return next;
}

sink_action wait_until(std::optional<mono_time> until) {
  sink_action next;
  next.until = until;
  return next;
}

}  // namespace

sink_fsm::sink_fsm(sink_limits limits, mono_time now) : limits_(limits), last_commit_(now) {}

void sink_fsm::offer(const slice_facts& slice) {
  WALRELAY_ENSURE(!slice.last_boundary || slice.last_boundary->records_before <= slice.records,
                  "a boundary after {} of {} records", slice.last_boundary->records_before,
                  slice.records);
  urgent_ = urgent_ || slice.reply_requested;
  queue_.push_back({slice});
}

sink_action sink_fsm::next(mono_time now) {
  switch (state_) {
    case state::must_recreate:
      return act(sink_action::kind::recreate);
    case state::ready:
      return next_ready(now);
    case state::open:
      return next_open(now);
  }
  WALRELAY_ENSURE(false, "state {}", static_cast<int>(state_));
}

sink_action sink_fsm::next_ready(mono_time now) {
  if (queue_.empty()) return next_idle_position(now);
  queued& front = queue_.front();
  absorb_boundary(front);
  if (front.cursor == front.facts.records) return act(sink_action::kind::release);
  const mono_time earliest = last_commit_ + limits_.produce_gap;
  if (now < earliest) return wait_until(earliest);
  return act(sink_action::kind::begin);
}

sink_action sink_fsm::next_idle_position(mono_time now) const {
  if (!reached_) return wait_until(std::nullopt);
  const mono_time due = last_commit_ + (urgent_ ? limits_.produce_gap : limits_.idle_interval);
  if (now < due) return wait_until(due);
  return act(sink_action::kind::begin);
}

sink_action sink_fsm::next_open(mono_time now) {
  if (!queue_.empty()) absorb_boundary(queue_.front());
  if (reached_ && beyond_boundary_ == 0 && should_commit(now)) {
    sink_action commit = act(sink_action::kind::commit);
    commit.boundary = reached_;
    return commit;
  }
  if (should_split(now)) {
    sink_action commit = act(sink_action::kind::commit);
    commit.boundary = reached_;
    commit.partial = progress_;
    return commit;
  }
  if (now - opened_at_ >= limits_.transaction_limit) return act(sink_action::kind::too_long);
  if (queue_.empty()) {
    return wait_until(opened_at_ + (progress_ ? limits_.split_time : limits_.transaction_limit));
  }

  const queued& front = queue_.front();
  if (front.cursor == front.facts.records) return act(sink_action::kind::release);
  sink_action produce = act(sink_action::kind::produce);
  produce.first = front.cursor;
  produce.last = front.facts.last_boundary && !front.boundary_reached
                     ? front.facts.last_boundary->records_before
                     : front.facts.records;
  return produce;
}

void sink_fsm::absorb_boundary(queued& slice) {
  const auto& last = slice.facts.last_boundary;
  if (!last || slice.boundary_reached || slice.cursor != last->records_before) return;
  slice.boundary_reached = true;
  reached_ = last->boundary;
  beyond_boundary_ = 0;
}

bool sink_fsm::boundary_waiting() const {
  return std::any_of(queue_.begin(), queue_.end(), [](const queued& slice) {
    return slice.facts.last_boundary && !slice.boundary_reached;
  });
}

bool sink_fsm::should_commit(mono_time now) const {
  return !boundary_waiting() || open_bytes_ >= limits_.target_bytes ||
         now - opened_at_ >= limits_.target_time;
}

bool sink_fsm::should_split(mono_time now) const {
  return beyond_boundary_ > 0 && progress_ && now - opened_at_ >= limits_.split_time;
}

void sink_fsm::began(mono_time now) {
  WALRELAY_ENSURE(state_ == state::ready, "a transaction begun inside another");
  state_ = state::open;
  opened_at_ = now;
  open_bytes_ = 0;
}

void sink_fsm::produced(std::size_t last) {
  WALRELAY_ENSURE(state_ == state::open && !queue_.empty(),
                  "produced outside a transaction (INV-2)");
  queued& front = queue_.front();
  const std::size_t count = last - front.cursor;
  open_bytes_ += front.facts.records == 0 ? 0 : front.facts.bytes / front.facts.records * count;
  beyond_boundary_ += count;
  front.cursor = last;
  progress_ = last == front.facts.records ? front.facts.progress : std::nullopt;
}

void sink_fsm::released() {
  WALRELAY_ENSURE(!queue_.empty() && queue_.front().cursor == queue_.front().facts.records,
                  "a slice released before its records were produced");
  queue_.pop_front();
}

void sink_fsm::committed(mono_time now, commit_quality quality) {
  WALRELAY_ENSURE(state_ == state::open &&
                      (beyond_boundary_ == 0 ? reached_.has_value() : progress_.has_value()),
                  "INV-4: a commit inside a PostgreSQL transaction, at no known place");
  reached_.reset();
  progress_.reset();
  beyond_boundary_ = 0;
  urgent_ = false;
  last_commit_ = now;
  state_ = quality == commit_quality::disturbed ? state::must_recreate : state::ready;
}

}  // namespace walrelay::relay
