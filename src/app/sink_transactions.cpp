// The actions of relay::sink_fsm against librdkafka: a Kafka transaction from begin to commit.
#include <algorithm>
#include <utility>

#include <walrelay/base/ensure.hpp>

#include "app/crash_points.hpp"
#include "app/sink_worker.hpp"

namespace walrelay::app {

namespace {

constexpr std::chrono::milliseconds idle_poll{100};

error too_long() {
  return {error_class::rewind,
          "a PostgreSQL transaction could not be relayed within transaction.timeout.ms",
          "Kafka aborts a transaction that stays open longer",
          "raise transaction.timeout.ms (and transaction.max.timeout.ms on the brokers)",
          "too_long"};
}

}  // namespace

std::optional<mono_time> sink_worker::advance() {
  if (!relaying()) return std::nullopt;
  auto next = act();
  if (next) return *next;
  fail(next.error());
  return std::nullopt;
}

result<std::optional<mono_time>> sink_worker::act() {
  if (auto healthy = producer_->health(); !healthy) return healthy.error();
  const relay::sink_action next = fsm_->next(mono_now());
  if (next.what != relay::sink_action::kind::wait) {
    if (auto done = carry_out(next); !done) return done.error();
    return std::optional<mono_time>{};
  }
  const bool nothing_left = fsm_->inside_transaction() || fsm_->drained();
  if (mode_ == mode::finishing && nothing_left) {
    end_generation();
    return std::optional<mono_time>{};
  }
  return std::optional<mono_time>{next.until.value_or(mono_now() + idle_poll)};
}

result<void> sink_worker::carry_out(const relay::sink_action& what) {
  using kind = relay::sink_action::kind;
  switch (what.what) {
    case kind::begin:
      return begin();
    case kind::produce:
      return produce(what);
    case kind::release:
      release_front();
      return {};
    case kind::commit:
      return commit(what);
    case kind::recreate:
      return recreate();
    case kind::too_long:
      return too_long();
    case kind::wait:
      return {};
  }
  WALRELAY_ENSURE(false, "action {}", static_cast<int>(what.what));
}

result<void> sink_worker::begin() {
  if (auto begun = producer_->begin(); !begun) return begun;
  fsm_->began(mono_now());
  transaction_records_ = 0;
  crash_point("after_begin");
  // The checkpoint partition joins the transaction first: a late EndTxn of the transaction before
  // then becomes an error instead of a loss (KAFKA.md section 10).
  return write_checkpoint(newest_);
}

result<void> sink_worker::produce(const relay::sink_action& what) {
  const slice& front = slices_.front();
  if (auto produced = producer_->produce(front.records, what.first, what.last, giving_up());
      !produced) {
    return produced;
  }
  fsm_->produced(what.last);
  transaction_records_ += what.last - what.first;
  crash_point("after_produce");
  return {};
}

void sink_worker::release_front() {
  const auto& last = slices_.front().facts.last_boundary;
  if (last) report_(pass_, produced_up_to{last->boundary.position});
  const bool made_room = waiting_.give_back(slices_.front().facts.bytes);
  slices_.pop_front();
  fsm_->released();
  if (made_room) report_(pass_, room{});
}

result<void> sink_worker::commit(const relay::sink_action& what) {
  checkpoint next = signed_after(newest_.number, newest_);
  next.state = checkpoint_state::streaming;
  if (what.boundary) {
    next.position = what.boundary->position;
    next.last_transaction = what.boundary->transaction;
  }
  next.partial = what.partial;
  WALRELAY_ENSURE(next.position >= newest_.position,
                  "INV-1: checkpoint would move back from {} to {}", newest_.position,
                  next.position);
  if (auto written = write_checkpoint(next); !written) return written;
  crash_point("after_checkpoint_record");
  crash_point("before_commit");
  const auto ended = commit_producer();
  if (!ended) return ended.error();
  crash_point("after_commit");
  newest_ = std::move(next);
  const bool disturbed = ended->disturbed && !left_out("K1");
  fsm_->committed(mono_now(), disturbed ? relay::sink_fsm::commit_quality::disturbed
                                        : relay::sink_fsm::commit_quality::clean);
  report_(pass_, committed{newest_, transaction_records_});
  return {};
}

/// K1: steps 4 and 5 of the one way in alone; the stream goes on.
result<void> sink_worker::recreate() {
  crash_point("before_recreate");
  producer_.reset();
  if (auto opened = new_producer(); !opened) return opened;
  auto found = read_checkpoint();
  if (!found) return found.error();
  if (!*found || (*found)->number != newest_.number ||
      (*found)->instance_id != newest_.instance_id) {
    return error{error_class::rewind,
                 "another instance has committed a checkpoint meanwhile",
                 "what this one has in hand may already be relayed",
                 {},
                 "foreign_checkpoint"};
  }
  for (const auto& [id, topic] : topics_) {
    if (auto declared = declare(id, topic); !declared) return declared;
  }
  if (fsm_) fsm_->recreated();
  report_(pass_, recreated{});
  return {};
}

}  // namespace walrelay::app
