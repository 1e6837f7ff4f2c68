// byte_budget: how many bytes may wait between the loop thread and a sink thread.
//
// Threads: take() and exhausted() on the giving side, give_back() on the other; no lock.
#pragma once

#include <atomic>
#include <cstddef>

namespace walrelay::app {

class byte_budget {
 public:
  /// Exhausted from `limit` bytes on. One more piece than fits is always admitted, so a piece
  /// larger than the limit does not wait for ever.
  explicit byte_budget(std::size_t limit) : limit_(limit) {}

  void take(std::size_t bytes) { used_ += bytes; }
  [[nodiscard]] bool exhausted() const { return used_ >= limit_; }

  /// True when these bytes made room: whoever found the budget exhausted waits to be told. Decided
  /// on the one value that the subtraction saw; two separate looks would miss a take() in between,
  /// and the giving side would wait for ever.
  bool give_back(std::size_t bytes) {
    const std::size_t before = used_.fetch_sub(bytes);
    return before >= limit_ && before - bytes < limit_;
  }

 private:
  const std::size_t limit_;
  std::atomic<std::size_t> used_{0};
};

}  // namespace walrelay::app
