#include <walrelay/relay/feedback_policy.hpp>

#include <algorithm>

namespace walrelay::relay {

namespace {
constexpr std::chrono::milliseconds asking_again{1000};
constexpr std::chrono::milliseconds shutdown_answer_interval{100};
}  // namespace

void feedback_policy::reply_requested(mono_time now) {
  if (last_request_ && now - *last_request_ < asking_again) {
    if (!shutting_down_since_) shutting_down_since_ = now;
  } else {
    shutting_down_since_.reset();
  }
  last_request_ = now;
  asked_ = true;
}

void feedback_policy::sent(mono_time now) {
  last_sent_ = now;
  due_ = asked_ = false;
}

bool feedback_policy::due(mono_time now) const {
  return now >= next(now);
}

mono_time feedback_policy::next(mono_time now) const {
  if (due_) return now;
  if (asked_ && !server_is_shutting_down()) return now;
  if (asked_) return last_sent_ + std::min(shutdown_answer_interval, interval_);
  return last_sent_ + interval_;
}

}  // namespace walrelay::relay
