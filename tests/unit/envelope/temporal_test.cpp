#include "envelope/civil_time.hpp"
#include "unit/envelope/support.hpp"

using namespace walrelay::envelope;
using namespace walrelay::envelope::test;

TEST_CASE("dates are days since 1970") {
  check_values({
      {"epoch", types::date, -1, "1970-01-01", "0"},
      {"day before", types::date, -1, "1969-12-31", "-1"},
      {"2017", types::date, -1, "2017-09-15", "17424"},
      {"leap day", types::date, -1, "2000-02-29", "11016"},
      {"1900 was no leap year", types::date, -1, "1900-03-01", "-25508"},
      {"before the Gregorian reform (B16)", types::date, -1, "1582-10-10", "-141432"},
      {"1500-02-28", types::date, -1, "1500-02-28", "-171606"},
      {"year 1 (B16)", types::date, -1, "0001-01-01", "-719162"},
      {"last day BC (B16)", types::date, -1, "0001-12-31 BC", "-719163"},
      {"leap day of 1 BC", types::date, -1, "0001-02-29 BC", "-719469"},
      {"ides of March (B16)", types::date, -1, "0044-03-15 BC", "-735160"},
      {"first year (B16)", types::date, -1, "4713-01-01 BC", "-2440550"},
      {"five digits", types::date, -1, "10000-01-01", "2932897"},
      {"last year", types::date, -1, "5874897-12-31", "2145042905"},
      {"infinity", types::date, -1, "infinity", "-2147472692"},
      {"-infinity", types::date, -1, "-infinity", "-2147472691"},
  });
}

TEST_CASE("every day follows the day before it") {
  // One whole cycle of the calendar, across the epoch, and the years around 1 BC.
  for (const std::int64_t first_year : {std::int64_t{1800}, std::int64_t{-4}}) {
    std::int64_t days = days_since_epoch({first_year, 1, 1});
    civil_moment moment{{first_year, 1, 1}, {}};
    for (int i = 0; i < 146'097; ++i) {
      moment = shifted(shifted(moment, 86'399), 1);
      REQUIRE(days_since_epoch(moment.date) == ++days);
      if (days >= 0) REQUIRE(date_after_epoch(days) == moment.date);
    }
    CHECK(moment.date == civil_date{first_year + 400, 1, 1});
    moment = shifted(moment, -1);
    CHECK(moment.date == civil_date{first_year + 399, 12, 31});
  }
}

TEST_CASE("times count in the unit of their precision") {
  check_values({
      {"time(0)", types::time, 0, "04:05:12", "14712000"},
      {"time(1)", types::time, 1, "04:05:11.8", "14711800"},
      {"time(3)", types::time, 3, "04:05:11.789", "14711789"},
      {"time(4)", types::time, 4, "04:05:11.7891", "14711789100"},
      {"time", types::time, -1, "04:05:11.789123", "14711789123"},
      {"midnight", types::time, -1, "00:00:00", "0"},
      {"end of day (B17)", types::time, -1, "24:00:00", "86400000000"},
      {"end of day in ms (B17)", types::time, 3, "24:00:00", "86400000"},
      {"last microsecond (B17)", types::time, -1, "23:59:59.999999", "86399999999"},
      {"tenth (B17)", types::time, -1, "12:00:00.1", "43200100000"},
  });
}

TEST_CASE("timestamps count in the unit of their precision") {
  check_values({
      {"timestamp(0)", types::timestamp, 0, "2020-04-01 11:51:02", "1585741862000"},
      {"timestamp(3)", types::timestamp, 3, "2020-04-01 11:51:02.123", "1585741862123"},
      {"timestamp", types::timestamp, -1, "2020-04-01 11:51:02.123456", "1585741862123456"},
      {"before the epoch (B16)", types::timestamp, -1, "1969-12-31 23:59:59.999999", "-1"},
      {"before the epoch in ms", types::timestamp, 3, "1969-12-31 23:59:59.999", "-1"},
      {"BC (B16)", types::timestamp, -1, "0044-03-15 12:00:00.000001 BC", "-63517780799999999"},
      {"BC in ms", types::timestamp, 3, "0044-03-15 12:00:00.001 BC", "-63517780799999"},
      {"end of 1 BC in ms", types::timestamp, 3, "0001-12-31 23:59:59.999 BC", "-62135596800001"},
      {"first year", types::timestamp, -1, "4713-01-02 00:00:00.000001 BC", "-210863433599999999"},
      {"year 1 (B16)", types::timestamp, -1, "0001-01-01 00:00:00", "-62135596800000000"},
      {"1582 (B16)", types::timestamp, -1, "1582-10-10 00:00:00", "-12219724800000000"},
      {"last microsecond in 64 bits", types::timestamp, -1, "294247-01-10 04:00:54.775807",
       "9223372036854775807"},
      {"later in ms", types::timestamp, 3, "294276-12-31 23:59:59.999", "9224318015999999"},
      {"infinity", types::timestamp, -1, "infinity", "9223372036825200000"},
      {"-infinity", types::timestamp, -1, "-infinity", "-9223372036832400000"},
      {"infinity in ms", types::timestamp, 3, "infinity", "9223372036825200"},
      {"-infinity in ms", types::timestamp, 3, "-infinity", "-9223372036832400"},
  });
}

TEST_CASE("timestamps past 64 bits never wrap") {
  for (const std::string_view text :
       {"294247-01-10 04:00:54.775808", "294276-12-31 23:59:59.999999"}) {
    const written got = write_value(types::timestamp, -1, text);
    CHECK(got.how == outcome::out_of_range);
    CHECK(got.text == "null");
  }
}

TEST_CASE("timestamptz is ISO text in UTC") {
  check_values({
      {"six digits", types::timestamptz, -1, "2020-04-01 11:51:02.123456+00",
       "\"2020-04-01T11:51:02.123456Z\""},
      {"fraction is padded", types::timestamptz, -1, "2020-04-01 11:51:02.5+00",
       "\"2020-04-01T11:51:02.500000Z\""},
      {"no fraction is padded", types::timestamptz, -1, "2020-01-01 00:00:00+00",
       "\"2020-01-01T00:00:00.000000Z\""},
      {"timestamptz(3)", types::timestamptz, 3, "2000-02-29 06:30:00.1+00",
       "\"2000-02-29T06:30:00.100Z\""},
      {"timestamptz(0)", types::timestamptz, 0, "2020-04-01 11:51:02+00",
       "\"2020-04-01T11:51:02Z\""},
      {"five-digit year", types::timestamptz, 0, "10000-01-01 00:00:00+00",
       "\"+10000-01-01T00:00:00Z\""},
      {"44 BC", types::timestamptz, -1, "0044-03-15 12:00:00+00 BC",
       "\"-0043-03-15T12:00:00.000000Z\""},
      {"1 BC is year 0", types::timestamptz, -1, "0001-12-31 23:59:59.999999+00 BC",
       "\"0000-12-31T23:59:59.999999Z\""},
      {"infinity", types::timestamptz, -1, "infinity", "\"infinity\""},
      {"-infinity", types::timestamptz, -1, "-infinity", "\"-infinity\""},
      {"another session zone (INV-11)", types::timestamptz, -1, "2020-01-01 00:00:00.12+05:30",
       "\"2019-12-31T18:30:00.120000Z\""},
      {"local mean time (B16)", types::timestamptz, 0, "1880-01-01 00:00:00-04:56:02",
       "\"1880-01-01T04:56:02Z\""},
      {"zone crosses the era", types::timestamptz, 0, "0001-01-01 00:00:00+01",
       "\"0000-12-31T23:00:00Z\""},
      {"zone crosses a leap day", types::timestamptz, 0, "2000-02-28 23:00:00-02",
       "\"2000-02-29T01:00:00Z\""},
  });
}

TEST_CASE("timetz is ISO text in UTC with the shortest fraction") {
  check_values({
      {"fraction", types::timetz, -1, "13:51:30.123789+02", "\"11:51:30.123789Z\""},
      {"half", types::timetz, -1, "12:00:00.5+05:30", "\"06:30:00.5Z\""},
      {"none", types::timetz, -1, "00:00:00+00", "\"00:00:00Z\""},
      {"microsecond", types::timetz, -1, "00:00:00.000001-00:30", "\"00:30:00.000001Z\""},
      {"end of day is its beginning", types::timetz, -1, "24:00:00+00", "\"00:00:00Z\""},
      {"widest east (B17)", types::timetz, -1, "00:00:00+15:59:59", "\"08:00:01Z\""},
      {"widest west (B17)", types::timetz, -1, "24:00:00-15:59:59", "\"15:59:59Z\""},
  });
}

TEST_CASE("what is no date or time is refused") {
  check_malformed({
      {"empty date", types::date, -1, ""},
      {"other style", types::date, -1, "09/15/2017"},
      {"month 13", types::date, -1, "2017-13-01"},
      {"month 0", types::date, -1, "2017-00-01"},
      {"day 0", types::date, -1, "2017-01-00"},
      {"30 February", types::date, -1, "2000-02-30"},
      {"no leap day", types::date, -1, "1900-02-29"},
      {"no leap day in 2 BC", types::date, -1, "0002-02-29 BC"},
      {"year 0", types::date, -1, "0000-01-01"},
      {"short year", types::date, -1, "200-01-01"},
      {"AD", types::date, -1, "2000-01-01 AD"},
      {"tail", types::date, -1, "2000-01-01 "},
      {"Infinity of numbers", types::date, -1, "Infinity"},
      {"hour 25", types::time, -1, "25:00:00"},
      {"past the end of day", types::time, -1, "24:00:00.000001"},
      {"minute 60", types::time, -1, "00:60:00"},
      {"second 60", types::time, -1, "00:00:60"},
      {"no seconds", types::time, -1, "00:00"},
      {"seven fraction digits", types::time, -1, "00:00:00.1234567"},
      {"empty fraction", types::time, -1, "00:00:00."},
      {"T between", types::timestamp, -1, "2020-01-01T00:00:00"},
      {"24 hours in a timestamp", types::timestamp, -1, "2020-01-01 24:00:00"},
      {"zone in a timestamp", types::timestamp, -1, "2020-01-01 00:00:00+00"},
      {"no zone in a timestamptz", types::timestamptz, -1, "2020-01-01 00:00:00"},
      {"zone name", types::timestamptz, -1, "2020-01-01 00:00:00 UTC"},
      {"zone of a day", types::timestamptz, -1, "2020-01-01 00:00:00+24"},
      {"no zone in a timetz", types::timetz, -1, "00:00:00"},
  });
}
