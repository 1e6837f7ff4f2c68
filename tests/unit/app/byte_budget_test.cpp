#include "app/byte_budget.hpp"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

#include <doctest/doctest.h>

using walrelay::app::byte_budget;

TEST_CASE("a byte budget says once that it has room again") {
  byte_budget budget(10);
  budget.take(9);
  CHECK_FALSE(budget.exhausted());
  CHECK_FALSE(budget.give_back(1));
  budget.take(20);
  CHECK(budget.exhausted());
  CHECK_FALSE(budget.give_back(18));
  CHECK(budget.give_back(1));
  CHECK_FALSE(budget.give_back(9));
}

namespace {

/// The two threads as the stream reader and the sink are: one stops when the budget is exhausted
/// and goes on when it is told, the other tells.
struct two_threads {
  byte_budget budget{100};
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<std::size_t> pieces;
  bool told = false;
  bool forgotten = false;  // there is room, and the giving side was not told

  void give_back_all(std::size_t count) {
    for (std::size_t taken = 0; taken < count; ++taken) {
      std::unique_lock lock(mutex);
      changed.wait(lock, [this] { return !pieces.empty(); });
      const std::size_t bytes = pieces.front();
      pieces.pop_front();
      lock.unlock();
      if (!budget.give_back(bytes)) continue;
      lock.lock();
      told = true;
      changed.notify_all();
    }
  }

  void push(std::size_t bytes) {
    budget.take(bytes);
    std::unique_lock lock(mutex);
    pieces.push_back(bytes);
    changed.notify_all();
    if (!budget.exhausted() || forgotten) return;
    forgotten = !changed.wait_for(lock, std::chrono::seconds(20), [this] { return told; });
    told = false;
  }
};

}  // namespace

TEST_CASE("whoever found the budget exhausted is always told") {
  constexpr std::size_t count = 300'000;
  two_threads both;
  std::thread other([&both] { both.give_back_all(count); });
  for (std::size_t pushed = 0; pushed < count; ++pushed) both.push(60 + pushed % 7);
  other.join();
  CHECK_FALSE(both.forgotten);
}
