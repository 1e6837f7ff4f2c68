#include <walrelay/relay/connector_fsm.hpp>

#include <utility>

#include <fmt/format.h>

#include <walrelay/base/ensure.hpp>

namespace walrelay::relay {

namespace {

/// Another instance, or our own predecessor whose walsender has not noticed yet, holds the slot.
bool slot_is_held(const error& reason) {
  return reason.code == "55006";
}

}  // namespace

std::string_view to_string(step what) {
  switch (what) {
    case step::inspect_source:
      return "inspect_source";
    case step::inspect_sink:
      return "inspect_sink";
    case step::peek_checkpoint:
      return "peek_checkpoint";
    case step::create_topics:
      return "create_topics";
    case step::create_publication:
      return "create_publication";
    case step::fence:
      return "fence";
    case step::commit_creating:
      return "commit_creating";
    case step::create_slot:
      return "create_slot";
    case step::attach:
      return "attach";
    case step::read_checkpoint:
      return "read_checkpoint";
    case step::reread_slot:
      return "reread_slot";
    case step::commit_streaming:
      return "commit_streaming";
    case step::relay:
      return "relay";
    case step::wind_down:
      return "wind_down";
    case step::drain:
      return "drain";
    case step::pause:
      return "pause";
    case step::park:
      return "park";
    case step::stop:
      return "stop";
  }
  WALRELAY_ENSURE(false, "step {}", static_cast<int>(what));
}

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
  publication_incomplete_ = false;
  first_start_ = false;
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
  publication_incomplete_ = !what.found.missing_from_publication.empty();
  server_ = what.found.server;
  return go(step::inspect_sink);
}

std::optional<action> connector_fsm::on(const sink_inspected& what) {
  if (current_ != step::inspect_sink) return std::nullopt;
  if (auto usable = check_offsets_topic(what.offsets_topic); !usable)
    return interrupted(usable.error());
  cluster_id_ = what.cluster_id;
  if (!slot_) return go(step::peek_checkpoint);
  return go(publication_incomplete_ ? step::create_publication : step::attach);
}

std::optional<action> connector_fsm::on(const publication_ready& what) {
  if (current_ != step::create_publication) return std::nullopt;
  publication_ = what.publication;
  return go(first_start_ ? step::fence : step::attach);
}

std::optional<action> connector_fsm::on(const checkpoint_read& what) {
  if (current_ == step::peek_checkpoint) {
    if (auto allowed = check_first_start(what.found, expected_); !allowed) {
      return interrupted(allowed.error());
    }
    first_start_ = true;
    found_ = what.found;
    return go(step::create_topics);
  }
  if (current_ != step::read_checkpoint) return std::nullopt;
  found_ = what.found;
  return go(step::reread_slot);
}

std::optional<action> connector_fsm::on(const attached& what) {
  if (current_ != step::attach) return std::nullopt;
  server_ = what.server;
  return go(step::fence);
}

std::optional<action> connector_fsm::on(const slot_read& what) {
  if (current_ != step::reread_slot) return std::nullopt;
  slot_ = what.slot;
  return judge();
}

std::optional<action> connector_fsm::on(const done&) {
  switch (current_) {
    case step::create_topics:
      return go(step::create_publication);
    case step::fence: {
      if (!first_start_) return go(step::read_checkpoint);
      action creating = go(step::commit_creating);
      creating.position = identity_of(server_, *publication_, cluster_id_, expected_);
      if (found_) creating.position.number = found_->number;
      return creating;
    }
    case step::commit_creating:
      return go(step::create_slot);
    case step::create_slot: {
      first_start_ = false;
      return go(step::attach);
    }
    case step::commit_streaming: {
      action relay = go(step::relay);
      relay.position = streaming_;
      return relay;
    }
    case step::inspect_source:
    case step::inspect_sink:
    case step::peek_checkpoint:
    case step::create_publication:
    case step::attach:
    case step::read_checkpoint:
    case step::reread_slot:
    case step::relay:
    case step::wind_down:
    case step::drain:
    case step::pause:
    case step::park:
    case step::stop:
      return std::nullopt;
  }
  WALRELAY_ENSURE(false, "step {}", static_cast<int>(current_));
}

action connector_fsm::judge() {
  const auto number = found_ ? found_->number : checkpoint_number{};
  if (number < newest_committed_) {
    return interrupted(
        {error_class::refuse,
         fmt::format("'{}' now holds checkpoint number {}, but this process committed number {}",
                     expected_.offset_topic, number, newest_committed_),
         "the offsets topic has lost a committed record: rows would be repeated",
         "restore the topic, or accept the repeated rows by restarting the daemon",
         {}});
  }
  auto verdict = check_position({found_, server_, *slot_, *publication_, cluster_id_}, expected_);
  if (!verdict) return interrupted(verdict.error());
  if (const auto* first = std::get_if<complete_first_start>(&*verdict)) {
    streaming_ = first->streaming;
    action commit = go(step::commit_streaming);
    commit.position = streaming_;
    return commit;
  }
  const auto& trusted = std::get<resume>(*verdict);
  action relay = go(step::relay);
  relay.position = trusted.from;
  relay.notes = trusted.notes;
  return relay;
}

std::optional<action> connector_fsm::on(const failed& what) {
  switch (current_) {
    case step::wind_down:
    case step::pause:
    case step::park:
    case step::stop:
      return std::nullopt;
    case step::drain:
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
    case step::relay:
      return interrupted(what.reason);
  }
  WALRELAY_ENSURE(false, "step {}", static_cast<int>(current_));
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
  switch (current_) {
    case step::relay:
      return go(step::drain);
    case step::pause:
    case step::park:
      return go(step::stop);
    case step::wind_down:
    case step::drain:
    case step::stop:
      return std::nullopt;
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
      return go(step::wind_down);
  }
  WALRELAY_ENSURE(false, "step {}", static_cast<int>(current_));
}

}  // namespace walrelay::relay
