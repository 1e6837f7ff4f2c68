#include <walrelay/relay/connector_fsm.hpp>

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include <walrelay/base/ensure.hpp>

namespace walrelay::relay {

namespace {

/// Another instance, or our own predecessor whose walsender has not noticed yet, holds the slot.
bool slot_is_held(const error& reason) {
  return reason.code == "55006";
}

/// Between the start of a pass and relaying: nothing is in hand that a stop would have to commit.
bool is_way_in(step what) {
  switch (what) {
    case step::inspect_source:
    case step::inspect_sink:
    case step::peek_checkpoint:
    case step::create_topics:
    case step::create_publication:
    case step::fence:
    case step::commit_creating:
    case step::create_slot:
    case step::attach:
    case step::read_checkpoint:
    case step::reread_slot:
    case step::commit_streaming:
      return true;
    case step::relay:
    case step::wind_down:
    case step::drain:
    case step::pause:
    case step::park:
    case step::stop:
      return false;
  }
  WALRELAY_ENSURE(false, "step {}", static_cast<int>(what));
}

}  // namespace

connector_fsm::connector_fsm(expected_identity expected, retry_limits limits)
    : expected_(std::move(expected)), retries_(limits) {}

action connector_fsm::start() {
  return enter();
}

action connector_fsm::go(step next) {
  current_ = next;
  action chosen;
  chosen.what = next;
  return chosen;
}

action connector_fsm::enter() {
  pass_ = generation{pass_.value() + 1};
  reason_.reset();
  slot_.reset();
  publication_.reset();
  publication_incomplete_ = publication_grew_ = false;
  first_start_ = false;
  looked_again_ = false;
  notes_.clear();
  found_.reset();
  return go(step::inspect_source);
}

action connector_fsm::interrupted(error reason) {
  reason_ = std::move(reason);
  return go(step::wind_down);
}

std::optional<action> connector_fsm::handle(const event& what) {
  return std::visit([this](const auto& happened) { return on(happened); }, what);
}

std::optional<action> connector_fsm::on(const source_inspected& what) {
  if (current_ != step::inspect_source) return std::nullopt;
  if (auto usable = check_source(what.found, expected_); !usable)
    return interrupted(usable.error());
  slot_ = what.found.slot;
  publication_ = what.found.publication;
  publication_incomplete_ = what.found.publication && what.found.adds_tables();
  server_ = what.found.server;
  notes_ = notes_on_source(what.found, expected_);
  return go(step::inspect_sink);
}

std::optional<action> connector_fsm::on(const sink_inspected& what) {
  if (current_ != step::inspect_sink) return std::nullopt;
  if (auto usable = check_offsets_topic(what.offsets_topic); !usable)
    return interrupted(usable.error());
  cluster_id_ = what.cluster_id;
  return go(slot_ ? step::attach : step::peek_checkpoint);
}

std::optional<action> connector_fsm::on(const publication_ready& what) {
  if (current_ != step::create_publication) return std::nullopt;
  publication_ = what.publication;
  publication_incomplete_ = false;
  if (first_start_) return go(step::fence);
  if (found_ && found_->partial) {
    // The position was trusted with the publication as it was. Tables that we have added since do
    // not change a transaction that was committed before; the next start must know that, too.
    found_->publication_fingerprint = publication_->fingerprint;
    publication_grew_ = true;
  }
  return judge();
}

std::optional<action> connector_fsm::on(const checkpoint_read& what) {
  if (current_ == step::peek_checkpoint) {
    if (auto allowed = check_first_start(what.found, expected_); !allowed) {
      // The source was looked at first: another instance may have made the slot in between.
      if (!std::exchange(looked_again_, true)) return go(step::inspect_source);
      return interrupted(allowed.error());
    }
    first_start_ = true;
    return go(step::create_topics);
  }
  if (current_ != step::read_checkpoint) return std::nullopt;
  found_ = what.found;
  if (auto ours = check_own_progress(); !ours) return interrupted(ours.error());
  return first_start_ ? begin_first_start() : go(step::reread_slot);
}

std::optional<action> connector_fsm::on(const attached& what) {
  if (current_ != step::attach) return std::nullopt;
  server_ = what.server;
  walsender_ = what.walsender;
  return go(step::fence);
}

std::optional<action> connector_fsm::on(const slot_read& what) {
  if (current_ != step::reread_slot) return std::nullopt;
  if (what.slot.active_pid != walsender_) {
    return interrupted({error_class::retry,
                        fmt::format("slot '{}' is not held by server process {} any more",
                                    expected_.slot, walsender_),
                        "another instance may have moved both sides since the checkpoint was read",
                        {},
                        "slot_let_go"});
  }
  slot_ = what.slot;
  server_.wal_end = std::max(server_.wal_end, what.wal_end);
  return judge();
}

std::optional<action> connector_fsm::on(const done&) {
  if (current_ == step::create_topics) return go(step::create_publication);
  if (current_ == step::fence) return go(step::read_checkpoint);
  if (current_ == step::commit_creating) return go(step::create_slot);
  if (current_ == step::create_slot) {
    first_start_ = false;
    return go(step::attach);
  }
  if (current_ == step::commit_streaming) {
    return relay_from(streaming_);
  }
  return std::nullopt;
}

/// The first look at the checkpoint disturbed nobody, so another instance may have been faster
/// until the fence. What it has committed is never overwritten.
action connector_fsm::begin_first_start() {
  if (found_ && found_->state == checkpoint_state::streaming) {
    return interrupted({error_class::retry,
                        "another instance has completed the first start meanwhile",
                        "its slot and its checkpoint are the position now",
                        {},
                        "first_start_raced"});
  }
  action creating = go(step::commit_creating);
  creating.position = identity_of(server_, *publication_, cluster_id_, expected_);
  if (found_) creating.position.number = found_->number;
  return creating;
}

result<void> connector_fsm::check_own_progress() const {
  const auto number = found_ ? found_->number : checkpoint_number{};
  if (number < newest_committed_) {
    return error{error_class::refuse,
                 fmt::format("'{}' now holds checkpoint number {}, but this process committed "
                             "number {}",
                             expected_.offset_topic, number, newest_committed_),
                 "the offsets topic has lost a committed record: rows would be repeated",
                 "restore the topic, or accept the repeated rows by restarting the daemon",
                 {}};
  }
  if (found_ && found_->state == checkpoint_state::streaming &&
      found_->position < newest_position_) {
    return error{error_class::refuse,
                 fmt::format("'{}' now holds checkpoint {}, but this process has relayed up to {}",
                             expected_.offset_topic, found_->position, newest_position_),
                 "someone has moved the position back: rows would be repeated",
                 "accept the repeated rows by restarting the daemon",
                 {}};
  }
  return {};
}

action connector_fsm::judge() {
  auto verdict = check_position({found_, server_, *slot_, *publication_, cluster_id_}, expected_);
  if (!verdict) return interrupted(verdict.error());
  // Only now: a refusal changes nothing, the publication included.
  if (publication_incomplete_) return go(step::create_publication);
  if (const auto* first = std::get_if<complete_first_start>(&*verdict)) {
    streaming_ = first->streaming;
    action commit = go(step::commit_streaming);
    commit.position = streaming_;
    return commit;
  }
  const auto& trusted = std::get<resume>(*verdict);
  notes_.insert(notes_.end(), trusted.notes.begin(), trusted.notes.end());
  if (publication_grew_) {
    streaming_ = trusted.from;
    action commit = go(step::commit_streaming);
    commit.position = streaming_;
    return commit;
  }
  return relay_from(trusted.from);
}

action connector_fsm::relay_from(const checkpoint& position) {
  action relay = go(step::relay);
  relay.position = position;
  relay.slot_position = slot_->confirmed_flush.value_or(lsn{});
  relay.notes = notes_;
  return relay;
}

std::optional<action> connector_fsm::on(const failed& what) {
  const bool at_work = is_way_in(current_) || current_ == step::relay || current_ == step::drain;
  if (!at_work) return std::nullopt;
  return interrupted(what.reason);
}

std::optional<action> connector_fsm::on(const sink_idle&) {
  if (current_ == step::drain) return go(step::stop);
  if (current_ == step::wind_down) return after_wind_down();
  return std::nullopt;
}

action connector_fsm::after_wind_down() {
  if (stopping_) return go(step::stop);
  WALRELAY_ENSURE(reason_.has_value(), "wound down without a reason");
  action next;
  if (consequence_of(reason_->kind) == consequence::park) {
    next = go(step::park);
  } else if (slot_is_held(*reason_)) {
    next = go(step::pause);
    next.pause = retries_.standby_pause();
  } else {
    const auto pause = retries_.next_pause();
    next = go(retries_.exhausted() ? step::park : step::pause);
    next.pause = pause;
  }
  next.reason = reason_;
  return next;
}

std::optional<action> connector_fsm::on(const pause_over&) {
  if (current_ != step::pause) return std::nullopt;
  return enter();
}

std::optional<action> connector_fsm::on(const stop_requested&) {
  if (std::exchange(stopping_, true)) return std::nullopt;
  if (is_way_in(current_)) return go(step::wind_down);
  if (current_ == step::relay) return go(step::drain);
  if (current_ == step::pause || current_ == step::park) return go(step::stop);
  return std::nullopt;
}

}  // namespace walrelay::relay
