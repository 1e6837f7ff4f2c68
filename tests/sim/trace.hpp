// trace: the newest actions of a schedule, kept as numbers and made text only when somebody asks.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include <walrelay/base/clock.hpp>

namespace walrelay::sim {

/// Who did it: an instance by its number, or one of these.
inline constexpr int the_server = -1;
inline constexpr int the_broker = -2;
inline constexpr int the_scheduler = -3;

class trace {
 public:
  void add(mono_time when, int who, const char* literal, std::uint64_t a, std::uint64_t b);
  /// Also prints each as it happens.
  void show() { shown_ = true; }
  /// At most the newest `most`, oldest first, one a line.
  [[nodiscard]] std::string last(std::size_t most) const;
  [[nodiscard]] std::uint64_t size() const { return count_; }

 private:
  struct entry {
    mono_time when;
    const char* what = nullptr;
    std::uint64_t a = 0;
    std::uint64_t b = 0;
    int who = 0;
  };
  [[nodiscard]] static std::string line(const entry& what, std::uint64_t number);

  std::array<entry, 512> kept_{};
  std::uint64_t count_ = 0;
  bool shown_ = false;
};

}  // namespace walrelay::sim
