// dice: the only source of chance in a schedule. One seed throws the same numbers on every machine.
#pragma once

#include <cstdint>

namespace walrelay::sim {

class dice {
 public:
  explicit dice(std::uint64_t seed) : state_(seed) {}

  /// splitmix64.
  std::uint64_t next() {
    state_ += 0x9E3779B97F4A7C15U;
    std::uint64_t mixed = state_;
    mixed = (mixed ^ (mixed >> 30U)) * 0xBF58476D1CE4E5B9U;
    mixed = (mixed ^ (mixed >> 27U)) * 0x94D049BB133111EBU;
    return mixed ^ (mixed >> 31U);
  }
  /// 0 to `end` - 1.
  std::uint64_t below(std::uint64_t end) { return next() % end; }
  std::uint64_t between(std::uint64_t first, std::uint64_t last) {
    return first + below(last - first + 1);
  }
  bool percent(std::uint64_t chance) { return below(100) < chance; }

 private:
  std::uint64_t state_;
};

}  // namespace walrelay::sim
