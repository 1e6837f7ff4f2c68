#include "app/line_printer.hpp"

#include <algorithm>
#include <cerrno>
#include <optional>
#include <utility>

#include <poll.h>
#include <unistd.h>

namespace walrelay::app {

namespace {

/// A pipe that poll() calls writable takes this much without blocking (PIPE_BUF).
constexpr std::size_t bytes_a_write = 4096;
/// How soon a printer whose reader has paused sees that it is to end.
constexpr int patience_ms = 100;

}  // namespace

line_printer::line_printer(std::function<void()> room, std::function<void()> gone)
    : room_(std::move(room)), gone_(std::move(gone)), thread_([this] { work(); }) {}

line_printer::~line_printer() {
  finish(rest::dropped);
  join();
}

void line_printer::push(std::string text) {
  const std::lock_guard lock(mutex_);
  if (finished_ || text.empty()) return;
  waiting_bytes_ += text.size();
  waiting_.push_back(std::move(text));
  changed_.notify_all();
}

bool line_printer::wait_for_room() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return finished_ || !full(); });
  return !finished_;
}

void line_printer::finish(rest what) {
  const std::lock_guard lock(mutex_);
  finished_ = true;
  if (what == rest::dropped) dropping_ = true;
  changed_.notify_all();
}

void line_printer::join() {
  if (thread_.joinable()) thread_.join();
}

void line_printer::work() {
  for (;;) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return finished_ || !waiting_.empty(); });
    if (waiting_.empty()) return;
    const std::string text = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    const bool written = write(text);
    lock.lock();
    const bool was_full = full();
    waiting_bytes_ -= text.size();
    changed_.notify_all();
    if (!written) {
      finished_ = true;
      lock.unlock();
      return gone_();
    }
    const bool made_room = was_full && !full();
    lock.unlock();
    if (made_room) room_();
  }
}

bool line_printer::write(std::string_view text) {
  while (!text.empty()) {
    pollfd out{STDOUT_FILENO, POLLOUT, 0};
    const int ready = ::poll(&out, 1, patience_ms);
    if (ready == 0 && dropping_) return false;
    if (ready == 0 || (ready < 0 && errno == EINTR)) continue;
    const auto done = ::write(STDOUT_FILENO, text.data(), std::min(text.size(), bytes_a_write));
    if (done < 0 && errno != EINTR && errno != EAGAIN) return false;
    if (done > 0) text.remove_prefix(static_cast<std::size_t>(done));
  }
  return true;
}

}  // namespace walrelay::app
