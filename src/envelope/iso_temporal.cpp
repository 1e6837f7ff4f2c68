#include "envelope/iso_temporal.hpp"

#include "envelope/civil_time.hpp"
#include "envelope/number_text.hpp"
#include "envelope/temporal.hpp"

namespace walrelay::envelope {
namespace {

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

void append_time(std::string& out, const clock_time& time) {
  append_clock(out, time.second % seconds_per_day);  // 24:00:00 is the next day's 00:00:00
  if (time.micro == 0) return;
  out += '.';
  append_padded(out, time.micro, 6);
  while (out.back() == '0') out.pop_back();
}

class iso_encoder : public value_encoder {
 public:
  iso_encoder(const char* name, const char* zero) : name_(name), zero_(zero) {}

  schema_node schema() const override { return {.type = "string", .name = name_, .version = 1}; }
  std::string zero() const override { return zero_; }
  std::optional<std::string> computed_default() const override { return zero(); }

 private:
  const char* name_;
  const char* zero_;
};

class zoned_timestamp_encoder final : public iso_encoder {
 public:
  explicit zoned_timestamp_encoder(std::size_t fraction_digits)
      : iso_encoder("io.debezium.time.ZonedTimestamp", "\"1970-01-01T00:00:00Z\""),
        digits_(fraction_digits) {}

  std::optional<std::string> computed_default() const override {
    std::string json("\"");
    write_moment({}, json);
    return json + '"';
  }

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

class zoned_time_encoder final : public iso_encoder {
 public:
  zoned_time_encoder() : iso_encoder("io.debezium.time.ZonedTime", "\"00:00:00Z\"") {}

  std::optional<std::string> computed_default() const override { return std::nullopt; }

  outcome write(std::string_view text, spelling, std::string& out) override {
    const auto time = parse_zoned_time(text);
    if (!time) return outcome::malformed;
    out += '"';
    append_time(out, *time);
    out += "Z\"";
    return outcome::written;
  }
};

// What Debezium makes of its numbers for the infinities.
class iso_date_encoder final : public iso_encoder {
 public:
  iso_date_encoder() : iso_encoder("io.debezium.time.IsoDate", "\"1970-01-01Z\"") {}

  outcome write(std::string_view text, spelling, std::string& out) override {
    if (const auto date = parse_date(text)) {
      out += '"';
      append_date(out, *date);
      out += "Z\"";
    } else if (text == "infinity") {
      out += "\"-5877611-06-21Z\"";
    } else if (text == "-infinity") {
      out += "\"-5877611-06-22Z\"";
    } else {
      return outcome::malformed;
    }
    return outcome::written;
  }
};

class iso_time_encoder final : public iso_encoder {
 public:
  iso_time_encoder() : iso_encoder("io.debezium.time.IsoTime", "\"00:00:00Z\"") {}

  outcome write(std::string_view text, spelling, std::string& out) override {
    const auto time = parse_time(text);
    if (!time) return outcome::malformed;
    out += '"';
    append_time(out, *time);
    out += "Z\"";
    return outcome::written;
  }
};

class iso_timestamp_encoder final : public iso_encoder {
 public:
  iso_timestamp_encoder()
      : iso_encoder("io.debezium.time.IsoTimestamp", "\"1970-01-01T00:00:00Z\"") {}

  outcome write(std::string_view text, spelling, std::string& out) override {
    if (const auto moment = parse_timestamp(text)) {
      out += '"';
      append_date(out, moment->date);
      out += 'T';
      append_time(out, moment->time);
      out += "Z\"";
    } else if (text == "infinity") {
      out += "\"+294247-01-10T04:00:25.2Z\"";
    } else if (text == "-infinity") {
      out += "\"-290308-12-21T19:59:27.6Z\"";
    } else {
      return outcome::malformed;
    }
    return outcome::written;
  }
};

}  // namespace

void append_java_date(std::string& out, std::int64_t millis) {
  constexpr std::int64_t millis_per_day = seconds_per_day * 1'000;
  const std::int64_t in_day = (millis % millis_per_day + millis_per_day) % millis_per_day;
  if (millis >= millis_per_day) {
    const civil_date date = date_after_epoch(millis / millis_per_day);
    append_padded(out, date.year, 4);
    out += '-';
    append_two(out, date.month);
    out += '-';
    append_two(out, date.day);
    if (in_day == 0) return;
    out += 'T';
  }
  append_clock(out, in_day / 1'000);
  out += '.';
  append_padded(out, in_day % 1'000, 3);
  out += 'Z';
}

std::unique_ptr<value_encoder> make_timestamptz(const column_type& type) {
  return std::make_unique<zoned_timestamp_encoder>(fraction_digits(type.modifier));
}
std::unique_ptr<value_encoder> make_timetz(const column_type&) {
  return std::make_unique<zoned_time_encoder>();
}
std::unique_ptr<value_encoder> make_iso_date() {
  return std::make_unique<iso_date_encoder>();
}
std::unique_ptr<value_encoder> make_iso_time() {
  return std::make_unique<iso_time_encoder>();
}
std::unique_ptr<value_encoder> make_iso_timestamp() {
  return std::make_unique<iso_timestamp_encoder>();
}

}  // namespace walrelay::envelope
