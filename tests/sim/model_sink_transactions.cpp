// The actions of relay::sink_fsm against the model broker, as app/sink_transactions.cpp carries
// them out against librdkafka.
#include <utility>

#include <walrelay/base/ensure.hpp>

#include "sim/model_sink.hpp"
#include "sim/record_text.hpp"

namespace walrelay::sim {

namespace {

constexpr std::chrono::milliseconds idle_poll{100};

}  // namespace

task<bool> model_sink::advance() {
  const relay::sink_action next = fsm_->next(shared_.now);
  if (next.what == relay::sink_action::kind::wait) {
    const bool nothing_left = fsm_->inside_transaction() || fsm_->drained();
    if (mode_ == mode::finishing && nothing_left) {
      auto ending_it = end_generation();
      co_await ending_it;
    } else {
      look_again_ = std::min(next.until.value_or(shared_.now + idle_poll), shared_.now + idle_poll);
    }
    co_return true;
  }
  auto acting = act(next);
  const status done = co_await acting;
  if (!done && shared_.broken == mutation::no_rewind) {
    auto going_on = close();
    co_await going_on;
    auto renewing = new_producer();
    const status renewed = co_await renewing;
    if (renewed) fsm_.emplace(shared_.limits, shared_.now);
    if (renewed) co_return true;
  }
  if (!done) {
    auto failing = fail(done.error());
    co_await failing;
  }
  co_return true;
}

task<model_sink::status> model_sink::act(relay::sink_action what) {
  using kind = relay::sink_action::kind;
  switch (what.what) {
    case kind::begin:
      co_return begin();
    case kind::produce:
      co_return produce(what);
    case kind::release:
      release_front();
      co_return status();
    case kind::commit: {
      auto committing = commit(what);
      const status done = co_await committing;
      co_return done;
    }
    case kind::recreate: {
      auto renewing = recreate();
      const status done = co_await renewing;
      co_return done;
    }
    case kind::too_long: {
      const error reason{error_class::rewind, "a transaction takes too long", {}, {}, "too_long"};
      co_return reason;
    }
    case kind::wait:
      co_return status();
  }
  fault("an action of no kind");
}

model_sink::status model_sink::begin() {
  producer_->begin();
  fsm_->began(shared_.now);
  transaction_records_ = 0;
  shared_.note(owner_, "begins; repeats checkpoint (number)", newest_.number.value());
  write_checkpoint(newest_);
  return {};
}

model_sink::status model_sink::produce(const relay::sink_action& what) {
  const app::slice& front = slices_.front();
  for (std::size_t i = what.first; i < what.last; ++i) {
    producer_->produce(record_of(front.records.at(i)));
  }
  fsm_->produced(what.last);
  transaction_records_ += what.last - what.first;
  return {};
}

void model_sink::release_front() {
  const auto& last = slices_.front().facts.last_boundary;
  if (last) report_(pass_, app::produced_up_to{last->boundary.position});
  const bool made_room = waiting_.give_back(slices_.front().facts.bytes);
  slices_.pop_front();
  fsm_->released();
  if (made_room) report_(pass_, app::room{});
}

task<model_sink::status> model_sink::commit(relay::sink_action what) {
  checkpoint next = signed_after(newest_.number, newest_);
  next.state = checkpoint_state::streaming;
  if (what.boundary) {
    next.position = what.boundary->position;
    next.last_transaction = what.boundary->transaction;
  }
  next.partial = what.partial;
  if (next.partial) ++shared_.counted.parts;
  WALRELAY_ENSURE(next.position >= newest_.position,
                  "INV-1: checkpoint would move back from {} to {}", newest_.position,
                  next.position);
  write_checkpoint(next);
  shared_.note(owner_, "commits (number, position)", next.number.value(), next.position.value());
  if (shared_.broken == mutation::confirm_before_commit) {
    report_(pass_, app::committed{next, transaction_records_});
  }
  auto committing = producer_->commit();
  const auto ended = co_await committing;
  if (!ended) co_return ended.error();
  newest_ = std::move(next);
  fsm_->committed(shared_.now, *ended == model_producer::quality::disturbed
                                   ? relay::sink_fsm::commit_quality::disturbed
                                   : relay::sink_fsm::commit_quality::clean);
  report_(pass_, app::committed{newest_, transaction_records_});
  co_return status();
}

task<model_sink::status> model_sink::recreate() {
  producer_.reset();
  auto renewing = new_producer();
  const status opened = co_await renewing;
  if (!opened) co_return opened;
  if (shared_.broken != mutation::no_read_after_fence) {
    auto reading = read_checkpoint();
    const result<std::optional<checkpoint>> found = co_await reading;
    if (!found) co_return found.error();
    const bool ours = *found && (*found)->number == newest_.number &&
                      (*found)->instance_id == newest_.instance_id;
    if (!ours) {
      const error foreign{error_class::rewind,
                          "another instance has committed meanwhile",
                          {},
                          {},
                          "foreign_checkpoint"};
      co_return foreign;
    }
  }
  if (fsm_) fsm_->recreated();
  ++shared_.counted.replaced;
  shared_.note(owner_, "producer replaced (K1)");
  report_(pass_, app::recreated{});
  co_return status();
}

}  // namespace walrelay::sim
