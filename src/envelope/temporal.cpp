#include "envelope/temporal.hpp"

#include "envelope/civil_time.hpp"
#include "envelope/number_text.hpp"

namespace walrelay::envelope {
namespace {

// What Debezium writes for infinite dates and timestamps; consumers compare with these numbers.
constexpr std::int64_t date_infinity = -2'147'472'692;
constexpr std::int64_t date_minus_infinity = -2'147'472'691;
constexpr std::int64_t timestamp_infinity = 9'223'372'036'825'200'000;
constexpr std::int64_t timestamp_minus_infinity = -9'223'372'036'832'400'000;

enum class unit : std::int64_t { milliseconds = 1'000, microseconds = 1'000'000 };  // per second

std::int64_t per_second(unit of_time) {
  return static_cast<std::int64_t>(of_time);
}
std::int64_t micros_in(unit of_time) {
  return micros_per_second / per_second(of_time);
}

std::int64_t fraction_in(const clock_time& time, unit of_time) {
  return time.micro / micros_in(of_time);
}

class date_encoder final : public value_encoder {
 public:
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
    return write_byte_numbers(placeholder, out);
  }
};

class time_encoder final : public value_encoder {
 public:
  explicit time_encoder(unit of_time) : unit_(of_time) {}

  outcome write(std::string_view text, spelling, std::string& out) override {
    const auto time = parse_time(text);
    if (!time) return outcome::malformed;
    append_number(out, time->second * per_second(unit_) + fraction_in(*time, unit_));
    return outcome::written;
  }

 private:
  unit unit_;
};

class timestamp_encoder final : public value_encoder {
 public:
  explicit timestamp_encoder(unit of_time) : unit_(of_time) {}

  outcome write(std::string_view text, spelling, std::string& out) override {
    if (const auto moment = parse_timestamp(text)) return write_moment(*moment, out);
    if (text == "infinity") {
      append_number(out, timestamp_infinity / micros_in(unit_));
    } else if (text == "-infinity") {
      append_number(out, timestamp_minus_infinity / micros_in(unit_));
    } else {
      return outcome::malformed;
    }
    return outcome::written;
  }

 private:
  // PostgreSQL's last years reach beyond 64 bits of microseconds since 1970; its first ones, in
  // 4713 BC, do not.
  outcome write_moment(const civil_moment& moment, std::string& out) const {
    const std::int64_t seconds =
        days_since_epoch(moment.date) * seconds_per_day + moment.time.second;
    const std::int64_t fraction = fraction_in(moment.time, unit_);
    std::int64_t number = 0;
    if (__builtin_mul_overflow(seconds, per_second(unit_), &number) ||
        __builtin_add_overflow(number, fraction, &number)) {
      return write_null(out, outcome::out_of_range);
    }
    append_number(out, number);
    return outcome::written;
  }

  unit unit_;
};

void append_padded(std::string& out, std::int64_t number, std::size_t width) {
  const std::size_t start = out.size();
  append_number(out, number);
  const std::size_t length = out.size() - start;
  if (length < width) out.insert(start, width - length, '0');
}

void append_two(std::string& out, std::int64_t number) {
  out += static_cast<char>('0' + number / 10);
  out += static_cast<char>('0' + number % 10);
}

void append_clock(std::string& out, std::int64_t second) {
  append_two(out, second / 3600);
  out += ':';
  append_two(out, second / 60 % 60);
  out += ':';
  append_two(out, second % 60);
}

// Java's ISO form: a sign on years before 0 and after 9999.
void append_date(std::string& out, const civil_date& date) {
  if (date.year < 0) out += '-';
  if (date.year > 9999) out += '+';
  append_padded(out, date.year < 0 ? -date.year : date.year, 4);
  out += '-';
  append_two(out, date.month);
  out += '-';
  append_two(out, date.day);
}

class zoned_timestamp_encoder final : public value_encoder {
 public:
  explicit zoned_timestamp_encoder(std::size_t fraction_digits) : digits_(fraction_digits) {}

  outcome write(std::string_view text, spelling, std::string& out) override {
    const auto moment = parse_zoned_timestamp(text);
    if (!moment && text != "infinity" && text != "-infinity") return outcome::malformed;
    out += '"';
    if (moment) {
      write_moment(*moment, out);
    } else {
      out += text;
    }
    out += '"';
    return outcome::written;
  }

 private:
  void write_moment(const civil_moment& moment, std::string& out) const {
    append_date(out, moment.date);
    out += 'T';
    append_clock(out, moment.time.second);
    if (digits_ > 0) {
      out += '.';
      append_padded(out, moment.time.micro, 6);
      out.resize(out.size() - (6 - digits_));
    }
    out += 'Z';
  }

  std::size_t digits_;
};

class zoned_time_encoder final : public value_encoder {
 public:
  outcome write(std::string_view text, spelling, std::string& out) override {
    const auto time = parse_zoned_time(text);
    if (!time) return outcome::malformed;
    out += '"';
    append_clock(out, time->second);
    if (time->micro != 0) {
      out += '.';
      append_padded(out, time->micro, 6);
      while (out.back() == '0') out.pop_back();
    }
    out += "Z\"";
    return outcome::written;
  }
};

// The type modifier of the time types is the number of fraction digits; 6 when none was declared.
std::size_t fraction_digits(std::int32_t type_modifier) {
  return type_modifier >= 0 && type_modifier < 6 ? static_cast<std::size_t>(type_modifier) : 6;
}

unit adaptive_unit(std::int32_t type_modifier) {
  return fraction_digits(type_modifier) <= 3 ? unit::milliseconds : unit::microseconds;
}

}  // namespace

std::unique_ptr<value_encoder> make_date(const column_type&) {
  return std::make_unique<date_encoder>();
}
std::unique_ptr<value_encoder> make_time(const column_type& type) {
  return std::make_unique<time_encoder>(adaptive_unit(type.modifier));
}
std::unique_ptr<value_encoder> make_timestamp(const column_type& type) {
  return std::make_unique<timestamp_encoder>(adaptive_unit(type.modifier));
}
std::unique_ptr<value_encoder> make_timestamptz(const column_type& type) {
  return std::make_unique<zoned_timestamp_encoder>(fraction_digits(type.modifier));
}
std::unique_ptr<value_encoder> make_timetz(const column_type&) {
  return std::make_unique<zoned_time_encoder>();
}

}  // namespace walrelay::envelope
