#include "sim/model_producer.hpp"

#include <algorithm>
#include <utility>

namespace walrelay::sim {

namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr milliseconds retry_backoff{500};
constexpr milliseconds concurrent_backoff{20};
constexpr seconds step_patience{70};
constexpr seconds abort_patience{3};
constexpr unsigned copies_most = 4;

error dead(const char* found) {
  return {error_class::restart_producer, found, {}, {}, "_FENCED"};
}
error spoiled() {
  return {
      error_class::rewind, "the transaction is in no state for this", {}, {}, "INVALID_TXN_STATE"};
}

error of(kafka_answer::code what) {
  return what == kafka_answer::code::fenced ? dead("a newer producer has taken over") : spoiled();
}

}  // namespace

model_producer::model_producer(world& shared, model_broker& broker, strand& thread,
                               const bool& give_up, int owner)
    : shared_(shared),
      broker_(broker),
      thread_(thread),
      give_up_(give_up),
      owner_(owner),
      handle_(broker.new_handle()) {}

model_producer::~model_producer() {
  broker_.forget(handle_);
}

error model_producer::unanswered() const {
  return {error_class::restart_producer,
          give_up_ ? "told to stop before an answer came" : "no answer came in time",
          {},
          {},
          "commit_unknown"};
}

task<model_producer::call> model_producer::ask(kafka_request what, mono_time deadline,
                                               patience how) {
  what.handle = handle_;
  what.call = ++newest_call_;
  call result;
  result.copies = 1;
  broker_.send(what);
  mono_time again = shared_.now + retry_backoff;
  bool refused = false;
  for (;;) {
    const auto something = [&] {
      return broker_.answered(handle_, what.call) || (how == patience::as_told && give_up_) ||
             shared_.now >= again || shared_.now >= deadline;
    };
    co_await thread_.until(something);
    if (auto answer = broker_.take_answer(handle_, what.call)) {
      if (answer->what != kafka_answer::code::concurrent) {
        result.answer = answer;
        co_return result;
      }
      refused = true;
      again = shared_.now + concurrent_backoff;
      continue;
    }
    if ((how == patience::as_told && give_up_) || shared_.now >= deadline) co_return result;
    if (refused || result.copies < copies_most) {
      broker_.send(what);
      if (!refused) ++result.copies;
      shared_.note(owner_, "client sends again (call, copies)", what.call, result.copies);
    }
    refused = false;
    again = shared_.now + retry_backoff;
  }
}

task<result<void>> model_producer::init() {
  kafka_request request;
  request.what = kafka_request::kind::init;
  auto asked = ask(std::move(request), shared_.now + step_patience, patience::as_told);
  const call done = co_await asked;
  if (!done.answer) {
    error late = unanswered();
    late.kind = error_class::retry;
    co_return late;
  }
  epoch_ = done.answer->epoch;
  shared_.note(owner_, "producer is initialised (epoch)", epoch_);
  co_return result<void>();
}

void model_producer::begin() {
  registered_.clear();
  trouble_.reset();
}

task<result<model_producer::quality>> model_producer::commit() {
  const mono_time deadline = shared_.now + step_patience;
  const auto flushed = [&] {
    return (queue_.empty() && !sent_) || trouble_ || give_up_ || shared_.now >= deadline;
  };
  if (!flushed()) co_await thread_.until(flushed);
  if (trouble_) co_return *trouble_;
  if (!queue_.empty() || sent_) {
    error late = unanswered();
    late.kind = error_class::rewind;
    co_return late;
  }
  kafka_request request;
  request.what = kafka_request::kind::end;
  request.epoch = epoch_;
  request.outcome = ending::commit;
  auto asked = ask(std::move(request), deadline, patience::as_told);
  const call done = co_await asked;
  if (!done.answer) {
    if (shared_.broken == mutation::guess_unknown_commit) co_return quality::disturbed;
    co_return unanswered();
  }
  if (done.answer->what != kafka_answer::code::ok) co_return of(done.answer->what);
  // An answer that only takes long looks the same.
  const bool twice = done.copies > 1 || shared_.chance.percent(3);
  if (twice && shared_.broken != mutation::no_recreate) co_return quality::disturbed;
  co_return quality::clean;
}

task<bool> model_producer::abort() {
  queue_.clear();
  sent_.reset();
  if (registered_.empty()) co_return true;
  kafka_request request;
  request.what = kafka_request::kind::end;
  request.epoch = epoch_;
  request.outcome = ending::abort;
  auto asked = ask(std::move(request), shared_.now + abort_patience, patience::stubborn);
  const call done = co_await asked;
  co_return done.answer.has_value();
}

bool model_producer::background_ready() const {
  if (!sent_) return !queue_.empty() && !trouble_;
  return broker_.answered(handle_, sent_->call) ||
         (shared_.now >= send_again_at_ && copies_ < copies_most);
}

void model_producer::background() {
  if (!sent_) return send_batch();
  if (const auto answer = broker_.take_answer(handle_, sent_->call)) {
    return on_produced(answer->what);
  }
  ++copies_;
  send_again_at_ = shared_.now + retry_backoff;
  broker_.send(*sent_);
}

void model_producer::send_batch() {
  kafka_request batch;
  batch.what = kafka_request::kind::produce;
  batch.handle = handle_;
  batch.call = ++newest_call_;
  batch.epoch = epoch_;
  batch.sequence = ++newest_sequence_;
  const std::uint64_t records =
      std::min<std::uint64_t>(queue_.size(), shared_.chance.between(1, 4));
  for (std::uint64_t i = 0; i < records; ++i) {
    kafka_record& next = queue_.front();
    if (registered_.count(next.partition) == 0) batch.to_register.insert(next.partition);
    batch.records.push_back(std::move(next));
    queue_.pop_front();
  }
  copies_ = 1;
  send_again_at_ = shared_.now + retry_backoff;
  broker_.send(batch);
  sent_ = std::move(batch);
}

void model_producer::on_produced(kafka_answer::code outcome) {
  switch (outcome) {
    case kafka_answer::code::ok:
      registered_.insert(sent_->to_register.begin(), sent_->to_register.end());
      sent_.reset();
      return;
    case kafka_answer::code::concurrent:
      copies_ = 0;
      send_again_at_ = shared_.now + concurrent_backoff;
      return;
    case kafka_answer::code::fenced:
    case kafka_answer::code::invalid_state:
      trouble_ = of(outcome);
      sent_.reset();
      queue_.clear();
      return;
  }
  fault("an answer of no kind");
}

}  // namespace walrelay::sim
