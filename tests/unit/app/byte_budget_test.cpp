#include "app/byte_budget.hpp"

#include <atomic>
#include <chrono>
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

constexpr std::size_t piece = 60;
constexpr int spins_at_once = 4096;

void rest(int spins) {
  if (spins % spins_at_once == spins_at_once - 1) std::this_thread::yield();
}

/// The two threads as the stream reader and the sink are: one stops when the budget is exhausted
/// and goes on when it is told, the other tells. They spin, to meet as closely as they can.
struct two_threads {
  byte_budget budget{100};
  std::atomic<std::size_t> pushed{0};
  std::atomic<bool> told{false};

  void give_back(std::size_t count) {
    for (std::size_t taken = 0; taken < count; ++taken) {
      for (int spins = 0; pushed.load() == taken; ++spins) rest(spins);
      if (budget.give_back(piece)) told = true;
    }
  }

  /// False when there is room and nobody said so.
  bool push() {
    told = false;
    budget.take(piece);
    ++pushed;
    if (!budget.exhausted()) return true;
    const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    for (int spins = 0; !told; ++spins) {
      if (rest(spins); spins % spins_at_once == 0 && std::chrono::steady_clock::now() > limit)
        break;
    }
    return told;
  }
};

}  // namespace

TEST_CASE("whoever found the budget exhausted is always told") {
  constexpr std::size_t count = 1'000'000;
  two_threads both;
  std::thread other([&both] { both.give_back(count); });
  bool always_told = true;
  for (std::size_t at = 0; at < count; ++at) {
    if (always_told) {
      always_told = both.push();
    } else {
      ++both.pushed;  // lets the other thread end
    }
  }
  other.join();
  CHECK(always_told);
}
