// feedback_policy: when a standby status goes out. On a timer whatever else happens, at once when
// the position has moved or the server asks; when it asks again and again it is shutting down, and
// answering each time would only spin both sides. Pure; loop thread.
#pragma once

#include <chrono>
#include <optional>

#include <walrelay/base/clock.hpp>
#include <walrelay/base/lsn.hpp>

namespace walrelay::relay {

class feedback_policy {
 public:
  feedback_policy(std::chrono::milliseconds interval, mono_time now)
      : interval_(interval), last_sent_(now) {}

  void position_moved() { due_ = true; }
  void reply_requested(mono_time now);
  void sent(mono_time now);

  [[nodiscard]] bool due(mono_time now) const;
  /// When due() becomes true if nothing else happens.
  [[nodiscard]] mono_time next(mono_time now) const;
  /// Two requests within a second: the walsender waits for our flush to reach its end (PROTOCOL
  /// A5.10).
  [[nodiscard]] bool server_is_shutting_down() const { return shutting_down_since_.has_value(); }
  [[nodiscard]] std::optional<mono_time> shutting_down_since() const {
    return shutting_down_since_;
  }

 private:
  std::chrono::milliseconds interval_;
  mono_time last_sent_;
  std::optional<mono_time> last_request_;
  std::optional<mono_time> shutting_down_since_;
  bool due_ = false;
  bool asked_ = false;
};

}  // namespace walrelay::relay
