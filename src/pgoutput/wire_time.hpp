// wire_time: PostgreSQL's TimestampTz, microseconds since 2000-01-01, to and from ours.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include <walrelay/base/clock.hpp>

namespace walrelay::pgoutput {

/// Nothing when the time does not fit: counted from 1970 the same moment is a larger number.
[[nodiscard]] constexpr std::optional<wall_time> from_wire(std::int64_t since_2000_us) {
  if (since_2000_us > std::numeric_limits<std::int64_t>::max() - postgres_epoch.count()) {
    return std::nullopt;
  }
  return wall_time(std::chrono::microseconds(since_2000_us) + postgres_epoch);
}

/// Before the year 290,000 BC the result would not fit; no clock of ours shows that.
[[nodiscard]] constexpr std::int64_t to_wire(wall_time time) {
  return (time.time_since_epoch() - postgres_epoch).count();
}

}  // namespace walrelay::pgoutput
