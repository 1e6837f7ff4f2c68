// line_printer: standard output on a thread of its own, so that a reader who pauses (a pager) holds
// up nobody who must go on answering the server. What waits is bounded by bytes.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace walrelay::app {

class line_printer {
 public:
  /// Both are called on the printer's thread: there is room again; nobody reads any more.
  line_printer(std::function<void()> room, std::function<void()> gone);
  ~line_printer();
  line_printer(const line_printer&) = delete;
  line_printer& operator=(const line_printer&) = delete;

  /// Whole lines. One more piece than fits is always taken.
  void push(std::string text);
  [[nodiscard]] bool full() const { return waiting_bytes_ >= limit_bytes; }
  /// Blocks while full. False: nothing will be printed any more.
  [[nodiscard]] bool wait_for_room();

  /// What becomes of lines that a paused reader has not taken yet.
  enum class rest { printed, dropped };
  /// No line comes any more. Idempotent; `dropped` also after `printed`.
  void finish(rest what);
  /// Until the last line is out.
  void join();

 private:
  static constexpr std::size_t limit_bytes = 4u << 20;

  void work();
  [[nodiscard]] bool write(std::string_view text);

  const std::function<void()> room_;
  const std::function<void()> gone_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::string> waiting_;
  std::atomic<std::size_t> waiting_bytes_{0};
  bool finished_ = false;
  std::atomic<bool> dropping_{false};
  std::thread thread_;  // last: it works on the members above
};

}  // namespace walrelay::app
