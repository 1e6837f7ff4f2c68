// retry_policy: what an error leads to, and how long to pause. The one table from error class to
// consequence. Pure.
#pragma once

#include <chrono>
#include <cstdint>

#include <walrelay/base/result.hpp>

namespace walrelay::relay {

enum class consequence {
  go_round,  // through the one way in again, after a pause
  park,      // keep the position, say why, wait for the operator
};

[[nodiscard]] consequence consequence_of(error_class kind);

struct retry_limits {
  std::chrono::milliseconds first{500};
  std::chrono::milliseconds most{10'000};
  std::chrono::milliseconds standby{1'000};  // another instance holds the slot
  std::int64_t attempts = -1;                // errors.max.retries; -1: no limit
};

/// Pauses double from `first` to `most`; progress (a committed checkpoint) starts them over.
class retry_policy {
 public:
  explicit retry_policy(retry_limits limits) : limits_(limits) {}

  [[nodiscard]] std::chrono::milliseconds next_pause();
  [[nodiscard]] std::chrono::milliseconds standby_pause() const { return limits_.standby; }
  [[nodiscard]] bool exhausted() const;
  void progress() { failures_ = 0; }
  [[nodiscard]] std::int64_t failures() const { return failures_; }

 private:
  retry_limits limits_;
  std::int64_t failures_ = 0;
};

}  // namespace walrelay::relay
