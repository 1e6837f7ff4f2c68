#include "envelope/temporal.hpp"

#include <limits>

#include "envelope/civil_time.hpp"
#include "envelope/iso_temporal.hpp"
#include "envelope/number_text.hpp"

namespace walrelay::envelope {
namespace {

constexpr std::int64_t date_infinity = -2'147'472'692;
constexpr std::int64_t date_minus_infinity = -2'147'472'691;

// Connect's own Date, Time and Timestamp are Java dates within Kafka Connect, which shows in
// headers.
constexpr std::int64_t no_java_date = 0;

/// How a time or a timestamp is counted.
struct counting {
  const char* connect_type;
  const char* time_name;
  const char* timestamp_name;
  std::int64_t per_second;
  std::int64_t infinity;
  std::int64_t minus_infinity;
  std::int64_t java_millis;
};

constexpr counting millis{"int32",     "io.debezium.time.Time", "io.debezium.time.Timestamp",
                          1'000,       9'223'372'036'825'200,   -9'223'372'036'832'400,
                          no_java_date};
constexpr counting connect_millis{"int32",
                                  "org.apache.kafka.connect.data.Time",
                                  "org.apache.kafka.connect.data.Timestamp",
                                  1'000,
                                  9'223'372'036'825'200,
                                  -9'223'372'036'832'400,
                                  1};
constexpr counting micros{
    "int64",     "io.debezium.time.MicroTime", "io.debezium.time.MicroTimestamp",
    1'000'000,   9'223'372'036'825'200'000,    -9'223'372'036'832'400'000,
    no_java_date};
constexpr counting nanos{"int64",
                         "io.debezium.time.NanoTime",
                         "io.debezium.time.NanoTimestamp",
                         1'000'000'000,
                         std::numeric_limits<std::int64_t>::max(),
                         std::numeric_limits<std::int64_t>::min(),
                         no_java_date};

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
  /// `java_millis`: how many of a Java date's milliseconds one is.
  counted_encoder(const char* connect_type, const char* name, std::int64_t java_millis)
      : connect_type_(connect_type), name_(name), java_millis_(java_millis) {}

  schema_node schema() const override {
    return {.type = connect_type_, .name = name_, .version = 1};
  }
  std::string zero() const override { return "0"; }
  std::optional<std::string> computed_default() const override { return zero(); }

 protected:
  outcome write_count(std::int64_t number, spelling how, std::string& out) const {
    if (how == spelling::header && java_millis_ != no_java_date) {
      append_java_date(out, number * java_millis_);
    } else {
      append_number(out, number);
    }
    return outcome::written;
  }

 private:
  const char* connect_type_;
  const char* name_;
  std::int64_t java_millis_;
};

enum class array_placeholder { none, byte_numbers };

class date_encoder final : public counted_encoder {
 public:
  date_encoder(const char* name, std::int64_t java_millis, array_placeholder in_arrays)
      : counted_encoder("int32", name, java_millis), in_arrays_(in_arrays) {}

  outcome write(std::string_view text, spelling how, std::string& out) override {
    if (const auto date = parse_date(text)) return write_count(days_since_epoch(*date), how, out);
    if (text == "infinity") return write_count(date_infinity, how, out);
    if (text == "-infinity") return write_count(date_minus_infinity, how, out);
    return outcome::malformed;
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
      : counted_encoder(unit.connect_type, unit.time_name, unit.java_millis), unit_(unit) {}

  outcome write(std::string_view text, spelling how, std::string& out) override {
    const auto time = parse_time(text);
    if (!time) return outcome::malformed;
    return write_count(time_of_day(*time, unit_), how, out);
  }

 private:
  const counting& unit_;
};

class timestamp_encoder final : public counted_encoder {
 public:
  explicit timestamp_encoder(const counting& unit)
      : counted_encoder("int64", unit.timestamp_name, unit.java_millis), unit_(unit) {}

  outcome write(std::string_view text, spelling how, std::string& out) override {
    if (const auto moment = parse_timestamp(text)) return write_moment(*moment, how, out);
    if (text == "infinity") return write_count(unit_.infinity, how, out);
    if (text == "-infinity") return write_count(unit_.minus_infinity, how, out);
    return outcome::malformed;
  }

 private:
  // PostgreSQL's last years reach beyond 64 bits of microseconds since 1970, and most years beyond
  // those of nanoseconds. Counted from the day's beginning, as Debezium does: the first day that
  // only partly fits does not.
  outcome write_moment(const civil_moment& moment, spelling how, std::string& out) const {
    std::int64_t number = 0;
    if (__builtin_mul_overflow(days_since_epoch(moment.date), seconds_per_day * unit_.per_second,
                               &number) ||
        __builtin_add_overflow(number, time_of_day(moment.time, unit_), &number)) {
      return write_null(out, outcome::out_of_range);
    }
    return write_count(number, how, out);
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
                                          seconds_per_day * 1'000, array_placeholder::none);
  }
  return std::make_unique<date_encoder>("io.debezium.time.Date", no_java_date,
                                        array_placeholder::byte_numbers);
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
