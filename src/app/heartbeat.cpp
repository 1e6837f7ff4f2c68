#include "app/heartbeat.hpp"

#include <utility>

#include <boost/asio/post.hpp>

namespace walrelay::app {

heartbeat::heartbeat(boost::asio::io_context& loop, boost::asio::thread_pool& helpers,
                     job_context context, std::function<void()> beat,
                     std::function<void(error)> failed)
    : loop_(loop),
      helpers_(helpers),
      context_(context),
      beat_(std::move(beat)),
      failed_(std::move(failed)),
      timer_(loop),
      alive_(std::make_shared<heartbeat*>(this)) {}

heartbeat::~heartbeat() {
  *alive_ = nullptr;
}

void heartbeat::start() {
  ++round_;
  running_ = false;
  if (context_.options.auxiliary.heartbeat_interval.count() > 0) wait();
}

void heartbeat::stop() {
  ++round_;
  timer_.cancel();
}

void heartbeat::wait() {
  timer_.expires_after(context_.options.auxiliary.heartbeat_interval);
  timer_.async_wait([alive = alive_, round = round_](boost::system::error_code cancelled) {
    heartbeat* self = *alive;
    if (self == nullptr || cancelled || self->round_ != round) return;
    self->wait();
    self->beat_();
    self->run_query();
  });
}

void heartbeat::run_query() {
  if (context_.options.auxiliary.heartbeat_query.empty() || running_) return;
  running_ = true;
  boost::asio::post(helpers_, [alive = alive_, round = round_, context = context_, &loop = loop_] {
    boost::asio::post(loop, [alive, round, outcome = run_heartbeat_query(context)] {
      heartbeat* self = *alive;
      if (self != nullptr && self->round_ == round) self->ran(outcome);
    });
  });
}

void heartbeat::ran(const result<void>& outcome) {
  running_ = false;
  if (outcome) return;
  error reason = outcome.error();
  if (reason.kind == error_class::retry) {
    context_.out.warn("heartbeat.action.query did not succeed",
                      {{"found", reason.found}, {"code", reason.code}});
    return;
  }
  reason.why = "it would fail at each beat, and what it is for would not happen";
  reason.remedy = "correct heartbeat.action.query or what it needs in the database";
  failed_(std::move(reason));
}

}  // namespace walrelay::app
