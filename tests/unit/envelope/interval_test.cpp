// Rows from golden case 22 and from a recording of Debezium in the mode `string`.
#include "unit/envelope/support.hpp"

using namespace walrelay::envelope;
using namespace walrelay::envelope::test;

namespace {

constexpr value_modes strings{.intervals = interval_mode::as_string};

struct interval_case {
  std::string_view text, numeric, iso;
};

}  // namespace

TEST_CASE("intervals in both modes") {
  const interval_case cases[] = {
      {"-1 years -2 mons +3 days -04:05:06.789", "-36572706789000", "P-1Y-2M3DT-4H-5M-6.789S"},
      {"1 mon -1 days", "2543400000000", "P0Y1M-1DT0H0M0S"},
      {"-00:00:00.000001", "-1", "P0Y0M0DT0H0M-0.000001S"},
      {"1 year 2 mons 3 days 04:05:06.789", "37091106789000", "P1Y2M3DT4H5M6.789S"},
      {"00:00:00", "0", "P0Y0M0DT0H0M0S"},
      {"1 year", "31557600000000", "P1Y0M0DT0H0M0S"},
      {"100:00:00", "360000000000", "P0Y0M0DT100H0M0S"},
      {"-1 days +00:00:01", "-86399000000", "P0Y0M-1DT0H0M1S"},
      {"00:00:59.999999", "59999999", "P0Y0M0DT0H0M59.999999S"},
      {"12 years 1 mon", "381321000000000", "P12Y1M0DT0H0M0S"},
      {"00:00:12.00001", "12000010", "P0Y0M0DT0H0M12.00001S"},
      {"-01:30:00", "-5400000000", "P0Y0M0DT-1H-30M0S"},
      {"00:01:00.1", "60100000", "P0Y0M0DT0H1M0.1S"},
      {"-1 years -1 mons", "-34187400000000", "P-1Y-1M0DT0H0M0S"},
      // Debezium loses the last digits of this one to a double: 9223371395998999552.
      {"292271 years 23:59:59", "9223371395999000000", "P292271Y0M0DT23H59M59S"},
  };
  for (const interval_case& c : cases) {
    CAPTURE(c.text);
    CHECK(write_value(types::interval, -1, c.text).text == c.numeric);
    CHECK(write_value(types::interval, -1, c.text, spelling::json, {}, strings).text ==
          '"' + std::string(c.iso) + '"');
  }
}

TEST_CASE("intervals past 64 bits never wrap") {
  for (const std::string_view text :
       {"-178000000 years", "292471 years", "2147483647 days 2562047788:00:54.775807"}) {
    const written got = write_value(types::interval, -1, text);
    CHECK(got.how == outcome::out_of_range);
    CHECK(got.text == "null");
    CHECK(write_value(types::interval, -1, text, spelling::json, {}, strings).how ==
          outcome::written);
  }
  for (const value_modes& modes : {value_modes{}, strings}) {
    CHECK(write_value(types::interval, -1, "infinity", spelling::json, {}, modes).how ==
          outcome::not_finite);
  }
}

TEST_CASE("what is no interval is refused") {
  check_malformed({
      {"empty", types::interval, -1, ""},
      {"ISO style", types::interval, -1, "P1Y2M"},
      {"verbose style", types::interval, -1, "@ 1 year"},
      {"SQL style", types::interval, -1, "1-2 3 4:05:06"},
      {"unit alone", types::interval, -1, "year"},
      {"number alone", types::interval, -1, "1"},
      {"unit twice", types::interval, -1, "1 day 2 days"},
      {"order", types::interval, -1, "1 day 1 year"},
      {"after the time", types::interval, -1, "00:00:01 1 day"},
      {"no seconds", types::interval, -1, "00:01"},
      {"minute 60", types::interval, -1, "00:60:00"},
      {"seven digits", types::interval, -1, "00:00:00.0000001"},
      {"tail", types::interval, -1, "1 day "},
  });
}

TEST_CASE("Connect's description of intervals") {
  CHECK(schema_of(types::interval) ==
        R"({"type":"int64","optional":true,"name":"io.debezium.time.MicroDuration","version":1})");
  CHECK(schema_of(types::interval, -1, strings) ==
        R"({"type":"string","optional":true,"name":"io.debezium.time.Interval","version":1})");
  CHECK(zero_of(types::interval) == "0");
  CHECK(zero_of(types::interval, -1, strings) == "\"P0Y0M0DT0H0M0S\"");
}
