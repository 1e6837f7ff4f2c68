// Time. Pure code is handed the time as an argument; only shell files ask these clocks.
#pragma once

#include <chrono>
#include <cstdint>

namespace walrelay {

/// Time since the Unix epoch in microseconds, PostgreSQL's resolution.
using wall_time = std::chrono::sys_time<std::chrono::microseconds>;
/// For intervals and deadlines.
using mono_time = std::chrono::steady_clock::time_point;

/// PostgreSQL counts from 2000-01-01 (PROTOCOL: "Message Formats", TimestampTz).
inline constexpr std::chrono::microseconds postgres_epoch{946'684'800'000'000};

[[nodiscard]] inline wall_time wall_now() {
  return std::chrono::time_point_cast<std::chrono::microseconds>(std::chrono::system_clock::now());
}
[[nodiscard]] inline mono_time mono_now() {
  return std::chrono::steady_clock::now();
}

}  // namespace walrelay
