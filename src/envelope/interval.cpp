#include "envelope/interval.hpp"

#include <array>
#include <charconv>

#include "envelope/number_text.hpp"

namespace walrelay::envelope {
namespace {

__extension__ using wide = __int128;

constexpr std::int64_t micros_per_day = 86'400'000'000;
constexpr std::int64_t micros_per_month = 2'629'800'000'000;  // 365.25 / 12 days

struct interval_parts {
  std::int64_t years = 0;
  std::int64_t months = 0;
  std::int64_t days = 0;
  std::string_view time_sign{};  // of the three that follow
  std::int64_t hours = 0;
  std::int64_t minutes = 0;
  std::int64_t micros = 0;  // of seconds
};

struct unit_word {
  std::string_view one;
  std::string_view many;
  std::int64_t interval_parts::*part;
};
constexpr std::array<unit_word, 3> units{{{"year", "years", &interval_parts::years},
                                          {"mon", "mons", &interval_parts::months},
                                          {"day", "days", &interval_parts::days}}};

std::string_view take_word(std::string_view& text) {
  const std::size_t space = text.find(' ');
  const std::string_view word = text.substr(0, space);
  text.remove_prefix(space == std::string_view::npos ? text.size() : space + 1);
  return word;
}

bool read_number(std::string_view text, std::int64_t& number) {
  const char* const end = text.data() + text.size();
  const auto [stop, failure] = std::from_chars(text.data(), end, number);
  return failure == std::errc{} && stop == end;
}

/// `-04:05:06.789`; hours have two digits or more.
bool read_time(std::string_view text, interval_parts& parts) {
  if (text.starts_with('-') || text.starts_with('+')) {
    if (text.front() == '-') parts.time_sign = "-";
    text.remove_prefix(1);
  }
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon < 2 || !all_digits(text.substr(0, colon))) {
    return false;
  }
  if (!read_number(text.substr(0, colon), parts.hours)) return false;
  text.remove_prefix(colon + 1);
  if (text.size() < 5 || text[2] != ':' || !all_digits(text.substr(0, 2)) ||
      !all_digits(text.substr(3, 2))) {
    return false;
  }
  std::int64_t seconds = 0;
  if (!read_number(text.substr(0, 2), parts.minutes) || !read_number(text.substr(3, 2), seconds)) {
    return false;
  }
  if (parts.minutes > 59 || seconds > 59) return false;
  text.remove_prefix(5);
  std::int64_t fraction = 0;
  if (!text.empty()) {
    if (text.front() != '.' || text.size() > 7 || !all_digits(text.substr(1))) return false;
    if (!read_number(text.substr(1), fraction)) return false;
    for (std::size_t digits = text.size() - 1; digits < 6; ++digits) fraction *= 10;
  }
  parts.micros = seconds * 1'000'000 + fraction;
  return true;
}

/// `1 year -2 mons +3 days -04:05:06.789`; what is zero is left out, but a zero interval has its
/// time.
bool read_interval(std::string_view text, interval_parts& parts) {
  if (text.empty() || text.ends_with(' ')) return false;
  std::size_t unit = 0;
  while (!text.empty()) {
    std::string_view word = take_word(text);
    if (word.find(':') != std::string_view::npos) return text.empty() && read_time(word, parts);
    if (word.starts_with('+')) word.remove_prefix(1);
    std::int64_t number = 0;
    if (!read_number(word, number)) return false;
    const std::string_view name = take_word(text);
    while (unit < units.size() && name != units[unit].one && name != units[unit].many) ++unit;
    if (unit == units.size()) return false;
    parts.*units[unit++].part = number;
  }
  return true;
}

bool is_infinite(std::string_view text) {
  return text == "infinity" || text == "-infinity";  // since PostgreSQL 17
}

class numeric_interval_encoder final : public value_encoder {
 public:
  schema_node schema() const override {
    return {.type = "int64", .name = "io.debezium.time.MicroDuration", .version = 1};
  }
  std::string zero() const override { return "0"; }
  std::optional<std::string> computed_default() const override { return zero(); }

  outcome write(std::string_view text, spelling, std::string& out) override {
    if (is_infinite(text)) return write_null(out, outcome::not_finite);
    interval_parts parts;
    if (!read_interval(text, parts)) return outcome::malformed;
    const wide time = (wide{parts.hours} * 60 + parts.minutes) * 60'000'000 + parts.micros;
    const wide sum = (wide{parts.years} * 12 + parts.months) * micros_per_month +
                     wide{parts.days} * micros_per_day + (parts.time_sign.empty() ? time : -time);
    const auto number = static_cast<std::int64_t>(sum);
    if (wide{number} != sum) return write_null(out, outcome::out_of_range);
    append_number(out, number);
    return outcome::written;
  }
};

class iso_interval_encoder final : public value_encoder {
 public:
  schema_node schema() const override {
    return {.type = "string", .name = "io.debezium.time.Interval", .version = 1};
  }
  std::string zero() const override { return "\"P0Y0M0DT0H0M0S\""; }
  std::optional<std::string> computed_default() const override { return zero(); }

  outcome write(std::string_view text, spelling, std::string& out) override {
    if (is_infinite(text)) return write_null(out, outcome::not_finite);
    interval_parts parts;
    if (!read_interval(text, parts)) return outcome::malformed;
    append_part(out, "\"P", parts.years, "Y");
    append_part(out, {}, parts.months, "M");
    append_part(out, {}, parts.days, "DT");
    append_part(out, parts.hours == 0 ? "" : parts.time_sign, parts.hours, "H");
    append_part(out, parts.minutes == 0 ? "" : parts.time_sign, parts.minutes, "M");
    append_part(out, parts.micros == 0 ? "" : parts.time_sign, parts.micros / 1'000'000, {});
    if (const std::int64_t fraction = parts.micros % 1'000'000; fraction != 0) {
      // With a 1 before the point to keep the zeros after it.
      const std::size_t point = out.size();
      append_number(out, 1'000'000 + fraction);
      out[point] = '.';
      while (out.back() == '0') out.pop_back();
    }
    out += "S\"";
    return outcome::written;
  }

 private:
  static void append_part(std::string& out, std::string_view before, std::int64_t number,
                          std::string_view after) {
    out += before;
    append_number(out, number);
    out += after;
  }
};

}  // namespace

std::unique_ptr<value_encoder> make_interval(const column_type& type) {
  if (type.modes.intervals == interval_mode::as_string) {
    return std::make_unique<iso_interval_encoder>();
  }
  return std::make_unique<numeric_interval_encoder>();
}

}  // namespace walrelay::envelope
