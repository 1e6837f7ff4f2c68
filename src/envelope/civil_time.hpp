// Dates and times as PostgreSQL writes them with DateStyle ISO, read strictly, and the arithmetic
// of the proleptic Gregorian calendar that PostgreSQL uses for every year from 4713 BC on.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace walrelay::envelope {

inline constexpr std::int64_t seconds_per_day = 86'400;
inline constexpr std::int64_t micros_per_second = 1'000'000;

struct civil_date {
  std::int64_t year = 1970;  // astronomical: 0 is 1 BC
  int month = 1;
  int day = 1;
  bool operator==(const civil_date&) const = default;
};

struct clock_time {
  std::int64_t second = 0;  // of the day; 86400 for 24:00:00
  std::int64_t micro = 0;   // of the second
  bool operator==(const clock_time&) const = default;
};

struct civil_moment {
  civil_date date;
  clock_time time;
};

/// Days since 1970-01-01.
[[nodiscard]] std::int64_t days_since_epoch(const civil_date& date);
/// The other way round, for no earlier day than that one.
[[nodiscard]] civil_date date_after_epoch(std::int64_t days);

/// The same moment `seconds` later or earlier, by less than a day.
[[nodiscard]] civil_moment shifted(civil_moment moment, std::int64_t seconds);

/// `2020-04-01`, `0044-03-15 BC`.
[[nodiscard]] std::optional<civil_date> parse_date(std::string_view text);
/// `11:51:02`, `11:51:02.123456`, `24:00:00`.
[[nodiscard]] std::optional<clock_time> parse_time(std::string_view text);
/// `2020-04-01 11:51:02.5`, `0044-03-15 12:00:00 BC`.
[[nodiscard]] std::optional<civil_moment> parse_timestamp(std::string_view text);
/// `2020-04-01 11:51:02.5+05:30`, in UTC afterwards whatever the session's zone was.
[[nodiscard]] std::optional<civil_moment> parse_zoned_timestamp(std::string_view text);
/// `11:51:02.5-07`, in UTC afterwards; 24:00:00 in UTC becomes 00:00:00.
[[nodiscard]] std::optional<clock_time> parse_zoned_time(std::string_view text);

}  // namespace walrelay::envelope
