#include "sim/model_sink.hpp"

#include <utility>

#include <walrelay/base/ensure.hpp>

namespace walrelay::sim {

namespace {

/// Small, so that the loop often finds the mailbox full.
constexpr std::size_t mailbox_bytes = 4'000;

}  // namespace

model_sink::model_sink(world& shared, model_broker& broker, int owner, std::string instance_id,
                       report_function report)
    : shared_(shared),
      broker_(broker),
      owner_(owner),
      instance_id_(std::move(instance_id)),
      report_(std::move(report)),
      waiting_(mailbox_bytes),
      running_(run()) {
  running_.start();
}

void model_sink::post(generation pass, app::sink_command what) {
  mailbox_.push_back({pass, std::move(what)});
}

void model_sink::push(generation pass, app::slice what) {
  waiting_.take(what.facts.bytes);
  post(pass, std::move(what));
}

void model_sink::reset(generation pass) {
  give_up_ = true;
  post(pass, app::reset_command{});
}

task<bool> model_sink::run() {
  for (;;) {
    const auto something = [this] {
      return !mailbox_.empty() || (relaying() && shared_.now >= look_again_);
    };
    co_await thread_.until(something);
    // A letter that came this moment may as well have come after the look at the state machine.
    const bool letter_first = !relaying() || shared_.chance.percent(50);
    if (!mailbox_.empty() && letter_first) {
      auto handling = handle(std::move(mailbox_.front()));
      mailbox_.pop_front();
      co_await handling;
    } else if (relaying()) {
      auto advancing = advance();
      co_await advancing;
    }
  }
}

bool model_sink::is_stale(const app::sink_letter& letter) {
  if (letter.pass == pass_ && mode_ != mode::over) return false;
  ++shared_.counted.stale;
  return shared_.broken != mutation::no_generations;
}

task<bool> model_sink::handle(app::sink_letter letter) {
  const bool opens = std::holds_alternative<app::open_command>(letter.what);
  const bool resets = std::holds_alternative<app::reset_command>(letter.what);
  if (opens) {
    pass_ = letter.pass;
    mode_ = mode::serving;
  } else if (!resets && is_stale(letter)) {
    if (const auto* stale = std::get_if<app::slice>(&letter.what)) {
      waiting_.give_back(stale->facts.bytes);
    }
    if (std::holds_alternative<app::finish_command>(letter.what)) {
      report_(letter.pass, app::idle{});
    }
    co_return true;
  }
  if (resets) pass_ = letter.pass;
  auto carrying = carry_out(letter);
  const status handled = co_await carrying;
  if (!handled) {
    auto failing = fail(handled.error());
    co_await failing;
  }
  co_return true;
}

task<model_sink::status> model_sink::carry_out(app::sink_letter& letter) {
  status handled;
  if (std::holds_alternative<app::open_command>(letter.what)) {
    auto opening = open();
    handled = co_await opening;
  } else if (std::holds_alternative<app::read_command>(letter.what)) {
    auto reading = read();
    handled = co_await reading;
  } else if (auto* alone = std::get_if<app::commit_command>(&letter.what)) {
    auto committing = commit_alone(std::move(alone->what));
    handled = co_await committing;
  } else if (auto* start = std::get_if<app::relay_command>(&letter.what)) {
    handled = start_relay(std::move(start->from));
  } else if (auto* arrived = std::get_if<app::slice>(&letter.what)) {
    handled = take_slice(std::move(*arrived));
  } else if (std::holds_alternative<app::finish_command>(letter.what)) {
    auto finishing = finish();
    handled = co_await finishing;
  } else if (std::holds_alternative<app::reset_command>(letter.what)) {
    give_up_ = false;
    auto ending_it = end_generation();
    co_await ending_it;
  }
  co_return handled;
}

task<model_sink::status> model_sink::open() {
  auto closing = close();
  co_await closing;
  read_too_early_.reset();
  if (shared_.broken == mutation::no_read_after_fence) {
    read_too_early_ = broker_.newest_checkpoint();
  }
  auto renewing = new_producer();
  const status opened = co_await renewing;
  if (!opened) co_return opened;
  report_(pass_, app::step_done{});
  co_return status();
}

task<model_sink::status> model_sink::new_producer() {
  producer_ = std::make_unique<model_producer>(shared_, broker_, thread_, give_up_, owner_);
  auto initialising = producer_->init();
  const status done = co_await initialising;
  co_return done;
}

/// The end of the log as read_uncommitted first, then everything committed up to there: an open
/// transaction below it holds the reader back.
task<result<std::optional<checkpoint>>> model_sink::read_checkpoint() {
  const error told{error_class::retry, "told to stop, or no answer in time", {}, {}, {}};
  const mono_time deadline = shared_.now + std::chrono::seconds(70);
  const auto answers = [&] { return broker_.up() || give_up_ || shared_.now >= deadline; };
  co_await thread_.until(answers);
  if (!broker_.up()) co_return told;
  const std::size_t end = broker_.high_watermark();
  const auto stable = [&] {
    return (broker_.up() && broker_.last_stable() >= end) || give_up_ || shared_.now >= deadline;
  };
  co_await thread_.until(stable);
  if (!broker_.up() || broker_.last_stable() < end) co_return told;
  co_return broker_.newest_checkpoint();
}

task<model_sink::status> model_sink::read() {
  auto reading = read_checkpoint();
  result<std::optional<checkpoint>> found = co_await reading;
  if (!found) co_return found.error();
  if (shared_.broken == mutation::no_read_after_fence) found = read_too_early_;
  if (*found) newest_ = **found;
  report_(pass_, app::checkpoint_found{std::move(*found)});
  co_return status();
}

checkpoint model_sink::signed_after(checkpoint_number number, checkpoint what) const {
  what.number = checkpoint_number{number.value() + 1};
  what.instance_id = instance_id_;
  return what;
}

void model_sink::write_checkpoint(const checkpoint& what) {
  kafka_record record;
  record.position = std::make_shared<const checkpoint>(what);
  producer_->produce(std::move(record));
}

task<model_sink::status> model_sink::commit_alone(checkpoint what) {
  WALRELAY_ENSURE(producer_ != nullptr, "a commit without a producer");
  const checkpoint_number before = what.number;
  checkpoint next = signed_after(before, std::move(what));
  producer_->begin();
  write_checkpoint(next);
  auto committing = producer_->commit();
  const auto done = co_await committing;
  if (!done) co_return done.error();
  newest_ = std::move(next);
  report_(pass_, app::committed{newest_});
  if (*done == model_producer::quality::disturbed) {
    auto renewing = recreate();
    const status renewed = co_await renewing;
    if (!renewed) co_return renewed;
  }
  report_(pass_, app::step_done{});
  co_return status();
}

model_sink::status model_sink::start_relay(checkpoint from) {
  from.number = newest_.number;
  from.instance_id = newest_.instance_id;
  newest_ = std::move(from);
  fsm_.emplace(shared_.limits, shared_.now);
  return {};
}

model_sink::status model_sink::take_slice(app::slice arrived) {
  WALRELAY_ENSURE(fsm_.has_value(), "a slice before the relay started");
  fsm_->offer(arrived.facts);
  slices_.push_back(std::move(arrived));
  look_again_ = shared_.now;
  return {};
}

task<model_sink::status> model_sink::finish() {
  mode_ = mode::finishing;
  if (fsm_) {
    fsm_->finish();
    look_again_ = shared_.now;
  } else {
    auto ending_it = end_generation();
    co_await ending_it;
  }
  co_return status();
}

task<bool> model_sink::end_generation() {
  auto closing = close();
  co_await closing;
  mode_ = mode::over;
  report_(pass_, app::idle{});
  co_return true;
}

task<bool> model_sink::fail(error reason) {
  auto closing = close();
  co_await closing;
  mode_ = mode::over;
  report_(pass_, app::sink_failed{std::move(reason)});
  co_return true;
}

task<bool> model_sink::close() {
  if (producer_ && fsm_ && fsm_->current() == relay::sink_fsm::state::open) {
    auto aborting = producer_->abort();
    co_await aborting;
  }
  producer_.reset();
  fsm_.reset();
  for (const app::slice& dropped : slices_) waiting_.give_back(dropped.facts.bytes);
  slices_.clear();
  co_return true;
}

}  // namespace walrelay::sim
