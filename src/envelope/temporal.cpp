#include "envelope/temporal.hpp"

#include <limits>

#include "envelope/civil_time.hpp"
#include "envelope/iso_temporal.hpp"
#include "envelope/number_text.hpp"

namespace walrelay::envelope {
namespace {

constexpr std::int64_t date_infinity = -2'147'472'692;
constexpr std::int64_t date_minus_infinity = -2'147'472'691;

/// How a time or a timestamp is counted.
struct counting {
  const char* connect_type;
  const char* time_name;
  const char* timestamp_name;
  std::int64_t per_second;
  std::int64_t infinity;
  std::int64_t minus_infinity;
};

constexpr counting millis{"int32", "io.debezium.time.Time", "io.debezium.time.Timestamp",
                          1'000,   9'223'372'036'825'200,   -9'223'372'036'832'400};
constexpr counting connect_millis{"int32",
                                  "org.apache.kafka.connect.data.Time",
                                  "org.apache.kafka.connect.data.Timestamp",
                                  1'000,
                                  9'223'372'036'825'200,
                                  -9'223'372'036'832'400};
constexpr counting micros{
    "int64",   "io.debezium.time.MicroTime", "io.debezium.time.MicroTimestamp",
    1'000'000, 9'223'372'036'825'200'000,    -9'223'372'036'832'400'000};
constexpr counting nanos{"int64",
                         "io.debezium.time.NanoTime",
                         "io.debezium.time.NanoTimestamp",
                         1'000'000'000,
                         std::numeric_limits<std::int64_t>::max(),
                         std::numeric_limits<std::int64_t>::min()};

// The unit's part of a second, rounded down, of which the microseconds are never negative.
std::int64_t fraction_in(const clock_time& time, const counting& unit) {
  return time.micro * (unit.per_second / 1'000) / 1'000;
}

std::int64_t time_of_day(const clock_time& time, const counting& unit) {
  return time.second * unit.per_second + fraction_in(time, unit);
}

/// What is counted has zero as its zero.
class counted_encoder : public value_encoder {
 public:
  counted_encoder(const char* connect_type, const char* name)
      : connect_type_(connect_type), name_(name) {}

  schema_node schema() const override {
    return {.type = connect_type_, .name = name_, .version = 1};
  }
  std::string zero() const override { return "0"; }
  std::optional<std::string> computed_default() const override { return zero(); }

 private:
  const char* connect_type_;
  const char* name_;
};

enum class array_placeholder { none, byte_numbers };

class date_encoder final : public counted_encoder {
 public:
  date_encoder(const char* name, array_placeholder in_arrays)
      : counted_encoder("int32", name), in_arrays_(in_arrays) {}

  outcome write(std::string_view text, spelling, std::string& out) override {
    if (const auto date = parse_date(text)) {
      append_number(out, days_since_epoch(*date));
    } else if (text == "infinity") {
      append_number(out, date_infinity);
    } else if (text == "-infinity") {
      append_number(out, date_minus_infinity);
    } else {
      return outcome::malformed;
    }
    return outcome::written;
  }

  outcome write_array_placeholder(std::string_view placeholder, std::string& out) const override {
    if (in_arrays_ == array_placeholder::none) return write_null(out, outcome::unavailable);
    return write_byte_numbers(placeholder, out);
  }

 private:
  array_placeholder in_arrays_;
};

class time_encoder final : public counted_encoder {
 public:
  explicit time_encoder(const counting& unit)
      : counted_encoder(unit.connect_type, unit.time_name), unit_(unit) {}

  outcome write(std::string_view text, spelling, std::string& out) override {
    const auto time = parse_time(text);
    if (!time) return outcome::malformed;
    append_number(out, time_of_day(*time, unit_));
    return outcome::written;
  }

 private:
  const counting& unit_;
};

class timestamp_encoder final : public counted_encoder {
 public:
  explicit timestamp_encoder(const counting& unit)
      : counted_encoder("int64", unit.timestamp_name), unit_(unit) {}

  outcome write(std::string_view text, spelling, std::string& out) override {
    if (const auto moment = parse_timestamp(text)) return write_moment(*moment, out);
    if (text == "infinity") {
      append_number(out, unit_.infinity);
    } else if (text == "-infinity") {
      append_number(out, unit_.minus_infinity);
    } else {
      return outcome::malformed;
    }
    return outcome::written;
  }

 private:
  // PostgreSQL's last years reach beyond 64 bits of microseconds since 1970, and most years beyond
  // those of nanoseconds. Counted from the day's beginning, as Debezium does: the first day that
  // only partly fits does not.
  outcome write_moment(const civil_moment& moment, std::string& out) const {
    std::int64_t number = 0;
    if (__builtin_mul_overflow(days_since_epoch(moment.date), seconds_per_day * unit_.per_second,
                               &number) ||
        __builtin_add_overflow(number, time_of_day(moment.time, unit_), &number)) {
      return write_null(out, outcome::out_of_range);
    }
    append_number(out, number);
    return outcome::written;
  }

  const counting& unit_;
};

const counting& counting_of(const column_type& type) {
  switch (type.modes.times) {
    case time_mode::connect:
      return connect_millis;
    case time_mode::microseconds:
      return micros;
    case time_mode::nanoseconds:
      return nanos;
    case time_mode::adaptive:
    case time_mode::adaptive_time_microseconds:
    case time_mode::isostring:
      break;
  }
  return fraction_digits(type.modifier) <= 3 ? millis : micros;
}

}  // namespace

std::size_t fraction_digits(std::int32_t type_modifier) {
  return type_modifier >= 0 && type_modifier < 6 ? static_cast<std::size_t>(type_modifier) : 6;
}

std::unique_ptr<value_encoder> make_date(const column_type& type) {
  if (type.modes.times == time_mode::isostring) return make_iso_date();
  if (type.modes.times == time_mode::connect) {
    return std::make_unique<date_encoder>("org.apache.kafka.connect.data.Date",
                                          array_placeholder::none);
  }
  return std::make_unique<date_encoder>("io.debezium.time.Date", array_placeholder::byte_numbers);
}

std::unique_ptr<value_encoder> make_time(const column_type& type) {
  if (type.modes.times == time_mode::isostring) return make_iso_time();
  const bool always_micros = type.modes.times == time_mode::adaptive_time_microseconds;
  return std::make_unique<time_encoder>(always_micros ? micros : counting_of(type));
}

std::unique_ptr<value_encoder> make_timestamp(const column_type& type) {
  if (type.modes.times == time_mode::isostring) return make_iso_timestamp();
  return std::make_unique<timestamp_encoder>(counting_of(type));
}

}  // namespace walrelay::envelope
