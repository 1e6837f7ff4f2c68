// patience: how long a blocking call may go on. librdkafka is only ever asked to wait for a slice
// of it, so that a deadline or the wish to stop is noticed within a second.
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>

#include <walrelay/base/clock.hpp>

namespace walrelay::kafka {

/// Borrows `give_up`, which must outlive it.
class patience {
 public:
  enum class state { left, out_of_time, told_to_stop };
  static constexpr std::chrono::milliseconds slice_max{1'000};

  explicit patience(mono_time deadline) : deadline_(deadline) {}
  patience(mono_time deadline, const std::function<bool()>& give_up)
      : deadline_(deadline), give_up_(&give_up) {}

  [[nodiscard]] state ask() const {
    if (give_up_ != nullptr && *give_up_ && (*give_up_)()) return state::told_to_stop;
    return mono_now() < deadline_ ? state::left : state::out_of_time;
  }

  /// Milliseconds to hand to librdkafka, at least one: 0 means "do not wait" there.
  [[nodiscard]] int slice_ms(std::chrono::milliseconds most = slice_max) const {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline_ - mono_now());
    return static_cast<int>(std::clamp(left, std::chrono::milliseconds{1}, most).count());
  }

 private:
  mono_time deadline_;
  const std::function<bool()>* give_up_ = nullptr;
};

}  // namespace walrelay::kafka
