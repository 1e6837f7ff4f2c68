// time.precision.mode. Rows from golden cases 15 to 20 and 101 to 106 and from recordings of
// Debezium made with their like; the server has rounded to the declared digits before.
#include "unit/envelope/support.hpp"

using namespace walrelay;
using namespace walrelay::envelope;
using namespace walrelay::envelope::test;

namespace {

constexpr value_modes in(time_mode mode) {
  return {.times = mode};
}

struct description {
  time_mode mode;
  std::int32_t digits;
  std::string_view date, time, timestamp;  // schema names
  std::string_view time_type;
  std::string_view zero_date, zero_time, zero_timestamp;
};

std::string named(std::string_view type, std::string_view name) {
  return R"({"type":")" + std::string(type) + R"(","optional":true,"name":")" + std::string(name) +
         R"(","version":1})";
}

}  // namespace

TEST_CASE("each time.precision.mode describes its numbers") {
  const std::string_view d = "io.debezium.time.";
  const std::string_view k = "org.apache.kafka.connect.data.";
  const auto name = [](std::string_view prefix, std::string_view rest) {
    return std::string(prefix) + std::string(rest);
  };
  const description cases[] = {
      {time_mode::adaptive, 3, "Date", "Time", "Timestamp", "int32", "0", "0", "0"},
      {time_mode::adaptive, -1, "Date", "MicroTime", "MicroTimestamp", "int64", "0", "0", "0"},
      {time_mode::adaptive_time_microseconds, 3, "Date", "MicroTime", "Timestamp", "int64", "0",
       "0", "0"},
      {time_mode::connect, -1, "Date", "Time", "Timestamp", "int32", "0", "0", "0"},
      {time_mode::isostring, -1, "IsoDate", "IsoTime", "IsoTimestamp", "string", "\"1970-01-01Z\"",
       "\"00:00:00Z\"", "\"1970-01-01T00:00:00Z\""},
      {time_mode::microseconds, 3, "Date", "MicroTime", "MicroTimestamp", "int64", "0", "0", "0"},
      {time_mode::nanoseconds, 3, "Date", "NanoTime", "NanoTimestamp", "int64", "0", "0", "0"},
  };
  for (const description& c : cases) {
    const value_modes modes = in(c.mode);
    const std::string_view prefix = c.mode == time_mode::connect ? k : d;
    const bool iso = c.mode == time_mode::isostring;
    CHECK(schema_of(types::date, -1, modes) ==
          named(iso ? "string" : "int32", name(prefix, c.date)));
    CHECK(schema_of(types::time, c.digits, modes) == named(c.time_type, name(prefix, c.time)));
    CHECK(schema_of(types::timestamp, c.digits, modes) ==
          named(iso ? "string" : "int64", name(prefix, c.timestamp)));
    CHECK(schema_of(types::timestamptz, -1, modes) ==
          named("string", "io.debezium.time.ZonedTimestamp"));
    CHECK(schema_of(types::timetz, -1, modes) == named("string", "io.debezium.time.ZonedTime"));
    CHECK(zero_of(types::date, -1, modes) == c.zero_date);
    CHECK(zero_of(types::time, c.digits, modes) == c.zero_time);
    CHECK(zero_of(types::timestamp, c.digits, modes) == c.zero_timestamp);
    CHECK(zero_of(types::timestamptz, -1, modes) == "\"1970-01-01T00:00:00Z\"");
    CHECK(zero_of(types::timetz, -1, modes) == "\"00:00:00Z\"");
  }
}

TEST_CASE("connect floors below a millisecond") {
  check_values(
      {
          {"date", types::date, -1, "0044-03-15 BC", "-735160"},
          {"date infinity", types::date, -1, "infinity", "-2147472692"},
          {"time", types::time, -1, "04:05:11.789123", "14711789"},
          {"last microsecond", types::time, -1, "23:59:59.999999", "86399999"},
          {"end of day", types::time, -1, "24:00:00", "86400000"},
          {"timestamp", types::timestamp, -1, "2020-04-01 11:51:02.123456", "1585741862123"},
          {"before the epoch", types::timestamp, -1, "1969-12-31 23:59:59.9995", "-1"},
          {"BC", types::timestamp, -1, "0044-03-15 12:00:00.000001 BC", "-63517780800000"},
          {"late", types::timestamp, -1, "294276-12-31 23:59:59.999999", "9224318015999999"},
          {"infinity", types::timestamp, -1, "infinity", "9223372036825200"},
          {"-infinity", types::timestamp, -1, "-infinity", "-9223372036832400"},
      },
      in(time_mode::connect));
}

TEST_CASE("connect's numbers are Java dates in headers") {
  const auto header = [](oid type, std::string_view text) {
    return write_value(type, -1, text, spelling::header, {}, in(time_mode::connect)).text;
  };
  CHECK(header(types::date, "2020-01-02") == "2020-01-02");
  CHECK(header(types::date, "1970-01-01") == "00:00:00.000Z");
  CHECK(header(types::date, "0044-03-15 BC") == "00:00:00.000Z");
  CHECK(header(types::date, "infinity") == "00:00:00.000Z");
  CHECK(header(types::time, "01:02:03.5") == "01:02:03.500Z");
  CHECK(header(types::timestamp, "2020-01-02 03:04:05.6") == "2020-01-02T03:04:05.600Z");
  CHECK(header(types::timestamp, "2020-12-31 00:00:00") == "2020-12-31");
  CHECK(header(types::timestamp, "2400-02-29 00:00:01") == "2400-02-29T00:00:01.000Z");
  CHECK(header(types::timestamp, "1969-12-31 23:59:59") == "23:59:59.000Z");
  CHECK(header(types::timestamp, "1970-01-01 12:00:00") == "12:00:00.000Z");
  CHECK(write_value(types::date, -1, "2020-01-02", spelling::header).text == "18263");
}

TEST_CASE("isostring is text with the shortest fraction") {
  check_values(
      {
          {"date", types::date, -1, "2017-09-15", "\"2017-09-15Z\""},
          {"44 BC", types::date, -1, "0044-03-15 BC", "\"-0043-03-15Z\""},
          {"1 BC", types::date, -1, "0001-12-31 BC", "\"0000-12-31Z\""},
          {"1582", types::date, -1, "1582-10-10", "\"1582-10-10Z\""},
          {"date infinity", types::date, -1, "infinity", "\"-5877611-06-21Z\""},
          {"date -infinity", types::date, -1, "-infinity", "\"-5877611-06-22Z\""},
          {"time(1)", types::time, 1, "04:05:11.8", "\"04:05:11.8Z\""},
          {"time", types::time, -1, "04:05:11.789123", "\"04:05:11.789123Z\""},
          {"zeros end", types::time, -1, "06:07:08.09", "\"06:07:08.09Z\""},
          {"whole", types::time, 0, "04:05:12", "\"04:05:12Z\""},
          {"end of day", types::time, -1, "24:00:00", "\"00:00:00Z\""},
          {"timestamp", types::timestamp, -1, "2020-04-01 11:51:02.123456",
           "\"2020-04-01T11:51:02.123456Z\""},
          {"half", types::timestamp, -1, "2000-02-29 12:00:00.1", "\"2000-02-29T12:00:00.1Z\""},
          {"five-digit year", types::timestamp, 0, "10000-01-01 00:00:00",
           "\"+10000-01-01T00:00:00Z\""},
          {"infinity", types::timestamp, 3, "infinity", "\"+294247-01-10T04:00:25.2Z\""},
          {"-infinity", types::timestamp, -1, "-infinity", "\"-290308-12-21T19:59:27.6Z\""},
          {"array", types::date_array, -1, "{2017-09-15,NULL}", "[\"2017-09-15Z\",null]"},
      },
      in(time_mode::isostring));
}

TEST_CASE("microseconds and nanoseconds for every number of digits") {
  check_values(
      {
          {"time(0)", types::time, 0, "04:05:12", "14712000000"},
          {"time(3)", types::time, 3, "04:05:11.789", "14711789000"},
          {"timestamp(3)", types::timestamp, 3, "2020-04-01 11:51:02.123", "1585741862123000"},
          {"infinity", types::timestamp, 3, "infinity", "9223372036825200000"},
      },
      in(time_mode::microseconds));
  check_values(
      {
          {"time(3)", types::time, 3, "04:05:11.789", "14711789000"},
          {"timestamp(3)", types::timestamp, 3, "2020-04-01 11:51:02.123", "1585741862123"},
      },
      in(time_mode::adaptive_time_microseconds));
  check_values(
      {
          {"time(0)", types::time, 0, "04:05:12", "14712000000000"},
          {"time", types::time, -1, "04:05:11.789123", "14711789123000"},
          {"end of day", types::time, -1, "24:00:00", "86400000000000"},
          {"timestamp", types::timestamp, -1, "2020-04-01 11:51:02.123456", "1585741862123456000"},
          {"before the epoch", types::timestamp, -1, "1969-12-31 23:59:59.999999", "-1000"},
          {"first whole day", types::timestamp, -1, "1677-09-22 00:00:00", "-9223286400000000000"},
          {"last microsecond", types::timestamp, -1, "2262-04-11 23:47:16.854775",
           "9223372036854775000"},
          {"infinity", types::timestamp, -1, "infinity", "9223372036854775807"},
          {"-infinity", types::timestamp, -1, "-infinity", "-9223372036854775808"},
      },
      in(time_mode::nanoseconds));
  for (const std::string_view text :
       {"2262-04-11 23:47:16.854776", "1677-09-21 23:59:59", "0001-01-01 00:00:00"}) {
    const written got =
        write_value(types::timestamp, -1, text, spelling::json, {}, in(time_mode::nanoseconds));
    CHECK(got.how == outcome::out_of_range);
    CHECK(got.text == "null");
  }
}

TEST_CASE("what stands for now() as a default keeps the column's digits") {
  const auto computed = [](oid type, std::int32_t digits) {
    return encoder_for(type, {digits, {}}, {}).encoder->computed_default();
  };
  CHECK(computed(types::timestamptz, -1) == "\"1970-01-01T00:00:00.000000Z\"");
  CHECK(computed(types::timestamptz, 3) == "\"1970-01-01T00:00:00.000Z\"");
  CHECK(computed(types::timestamptz, 0) == "\"1970-01-01T00:00:00Z\"");
  CHECK(computed(types::timetz, -1) == std::nullopt);
  CHECK(computed(types::date, -1) == "0");
}
