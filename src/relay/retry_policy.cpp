#include <walrelay/relay/retry_policy.hpp>

#include <algorithm>

#include <walrelay/base/ensure.hpp>

namespace walrelay::relay {

consequence consequence_of(error_class kind) {
  switch (kind) {
    case error_class::retry:
    case error_class::rewind:
    case error_class::restart_producer:
      return consequence::go_round;
    case error_class::refuse:
    case error_class::configuration:
    case error_class::bug:
      return consequence::park;
  }
  WALRELAY_ENSURE(false, "error class {}", static_cast<int>(kind));
}

std::chrono::milliseconds retry_policy::next_pause() {
  const auto doublings = std::min<std::int64_t>(failures_, 16);
  ++failures_;
  return std::min(limits_.first * (std::int64_t{1} << doublings), limits_.most);
}

bool retry_policy::exhausted() const {
  return limits_.attempts >= 0 && failures_ > limits_.attempts;
}

}  // namespace walrelay::relay
