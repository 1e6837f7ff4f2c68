#include "envelope/civil_time.hpp"

#include <array>

namespace walrelay::envelope {
namespace {

constexpr std::array<int, 12> days_before_month{0,   31,  59,  90,  120, 151,
                                                181, 212, 243, 273, 304, 334};
constexpr std::array<int, 12> days_in_month_common{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
constexpr std::int64_t days_from_year_one_to_epoch = 719'162;

bool is_leap(std::int64_t year) {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

int days_in_month(std::int64_t year, int month) {
  if (month == 2 && is_leap(year)) return 29;
  return days_in_month_common[static_cast<std::size_t>(month - 1)];
}

std::int64_t floor_divide(std::int64_t number, std::int64_t by) {
  return number / by - (number % by < 0 ? 1 : 0);
}

civil_date next_day(civil_date date) {
  if (++date.day <= days_in_month(date.year, date.month)) return date;
  date.day = 1;
  if (++date.month <= 12) return date;
  date.month = 1;
  ++date.year;
  return date;
}

civil_date previous_day(civil_date date) {
  if (--date.day >= 1) return date;
  if (--date.month < 1) {
    date.month = 12;
    --date.year;
  }
  date.day = days_in_month(date.year, date.month);
  return date;
}

// Reads from the front of a text; after a failed read everything that follows fails too.
class cursor {
 public:
  explicit cursor(std::string_view text) : text_(text) {}

  std::int64_t digits(std::size_t fewest, std::size_t most) {
    std::int64_t number = 0;
    std::size_t count = 0;
    while (count < most && count < text_.size() && text_[count] >= '0' && text_[count] <= '9') {
      number = number * 10 + (text_[count++] - '0');
    }
    if (count < fewest) failed_ = true;
    text_.remove_prefix(count);
    return number;
  }

  bool skip(std::string_view expected) {
    if (!text_.starts_with(expected)) return false;
    text_.remove_prefix(expected.size());
    return true;
  }
  void expect(std::string_view expected) {
    if (!skip(expected)) failed_ = true;
  }
  void require(bool holds) {
    if (!holds) failed_ = true;
  }

  [[nodiscard]] std::size_t left() const { return text_.size(); }
  [[nodiscard]] bool complete() const { return !failed_ && text_.empty(); }

 private:
  std::string_view text_;
  bool failed_ = false;
};

civil_date read_date(cursor& from) {
  civil_date date;
  date.year = from.digits(4, 7);
  from.expect("-");
  date.month = static_cast<int>(from.digits(2, 2));
  from.expect("-");
  date.day = static_cast<int>(from.digits(2, 2));
  return date;
}

// The era comes last in the text, so the date can be checked only here: 29 February exists in 1 BC.
void finish_date(cursor& from, civil_date& date) {
  from.require(date.year >= 1);
  if (from.skip(" BC")) date.year = 1 - date.year;
  const bool month_exists = date.month >= 1 && date.month <= 12;
  from.require(month_exists && date.day >= 1 && date.day <= days_in_month(date.year, date.month));
}

clock_time read_time(cursor& from) {
  clock_time time;
  const std::int64_t hour = from.digits(2, 2);
  from.expect(":");
  const std::int64_t minute = from.digits(2, 2);
  from.expect(":");
  const std::int64_t second = from.digits(2, 2);
  if (from.skip(".")) {
    const std::size_t before = from.left();
    time.micro = from.digits(1, 6);
    for (std::size_t read = before - from.left(); read < 6; ++read) time.micro *= 10;
  }
  from.require(minute < 60 && second < 60);
  time.second = (hour * 60 + minute) * 60 + second;
  from.require(time.second * micros_per_second + time.micro <= seconds_per_day * micros_per_second);
  return time;
}

std::int64_t read_offset(cursor& from) {
  const bool west = from.skip("-");
  if (!west) from.expect("+");
  std::int64_t seconds = from.digits(2, 2) * 3600;
  if (from.skip(":")) seconds += from.digits(2, 2) * 60;
  if (from.skip(":")) seconds += from.digits(2, 2);
  from.require(seconds < seconds_per_day);
  return west ? -seconds : seconds;
}

civil_moment read_moment(cursor& from) {
  civil_moment moment;
  moment.date = read_date(from);
  from.expect(" ");
  moment.time = read_time(from);
  from.require(moment.time.second < seconds_per_day);
  return moment;
}

}  // namespace

std::int64_t days_since_epoch(const civil_date& date) {
  const std::int64_t years = date.year - 1;  // whole years since 0001-01-01
  std::int64_t days =
      years * 365 + floor_divide(years, 4) - floor_divide(years, 100) + floor_divide(years, 400);
  days += days_before_month[static_cast<std::size_t>(date.month - 1)];
  if (date.month > 2 && is_leap(date.year)) ++days;
  return days + date.day - 1 - days_from_year_one_to_epoch;
}

civil_date date_after_epoch(std::int64_t days) {
  constexpr std::int64_t days_in_400_years = 146'097;
  civil_date date;
  date.year += days / days_in_400_years * 400;
  for (days %= days_in_400_years; days >= (is_leap(date.year) ? 366 : 365); ++date.year) {
    days -= is_leap(date.year) ? 366 : 365;
  }
  for (; days >= days_in_month(date.year, date.month); ++date.month) {
    days -= days_in_month(date.year, date.month);
  }
  date.day += static_cast<int>(days);
  return date;
}

civil_moment shifted(civil_moment moment, std::int64_t seconds) {
  moment.time.second += seconds;
  if (moment.time.second < 0) {
    moment.time.second += seconds_per_day;
    moment.date = previous_day(moment.date);
  } else if (moment.time.second >= seconds_per_day) {
    moment.time.second -= seconds_per_day;
    moment.date = next_day(moment.date);
  }
  return moment;
}

std::optional<civil_date> parse_date(std::string_view text) {
  cursor from(text);
  civil_date date = read_date(from);
  finish_date(from, date);
  if (!from.complete()) return std::nullopt;
  return date;
}

std::optional<clock_time> parse_time(std::string_view text) {
  cursor from(text);
  const clock_time time = read_time(from);
  if (!from.complete()) return std::nullopt;
  return time;
}

std::optional<civil_moment> parse_timestamp(std::string_view text) {
  cursor from(text);
  civil_moment moment = read_moment(from);
  finish_date(from, moment.date);
  if (!from.complete()) return std::nullopt;
  return moment;
}

std::optional<civil_moment> parse_zoned_timestamp(std::string_view text) {
  cursor from(text);
  civil_moment moment = read_moment(from);
  const std::int64_t offset = read_offset(from);
  finish_date(from, moment.date);
  if (!from.complete()) return std::nullopt;
  return shifted(moment, -offset);
}

std::optional<clock_time> parse_zoned_time(std::string_view text) {
  cursor from(text);
  clock_time time = read_time(from);
  const std::int64_t offset = read_offset(from);
  if (!from.complete()) return std::nullopt;
  time.second = (time.second - offset + seconds_per_day) % seconds_per_day;
  return time;
}

}  // namespace walrelay::envelope
