#include <random>

#include "envelope/decimal_text.hpp"
#include "envelope/unscaled.hpp"
#include "unit/envelope/support.hpp"

using namespace walrelay::envelope;
using namespace walrelay::envelope::test;

namespace {

constexpr std::int32_t n10_2 = numeric_modifier(10, 2);
constexpr std::int32_t n10_0 = numeric_modifier(10, 0);
constexpr std::int32_t n38_18 = numeric_modifier(38, 18);
constexpr std::int32_t n3_minus2 = numeric_modifier(3, -2);
constexpr std::int32_t n3_5 = numeric_modifier(3, 5);

}  // namespace

TEST_CASE("a negative scale's type modifier is the server's") {
  CHECK(n3_minus2 == 198658);
}

TEST_CASE("numeric(p,s) is the unscaled value at the column's scale") {
  check_values({
      {"zero", types::numeric, n10_2, "0.00", "\"AA==\""},
      {"1.10", types::numeric, n10_2, "1.10", "\"bg==\""},
      {"-0.01", types::numeric, n10_2, "-0.01", "\"/w==\""},
      {"123.45", types::numeric, n10_2, "123.45", "\"MDk=\""},
      {"128 needs a sign byte", types::numeric, n10_2, "1.28", "\"AIA=\""},
      {"-128 does not", types::numeric, n10_2, "-1.28", "\"gA==\""},
      {"-129", types::numeric, n10_2, "-1.29", "\"/38=\""},
      {"255", types::numeric, n10_0, "255", "\"AP8=\""},
      {"256", types::numeric, n10_0, "256", "\"AQA=\""},
      {"65535", types::numeric, n10_2, "655.35", "\"AP//\""},
      {"largest of ten digits", types::numeric, n10_2, "99999999.99", "\"AlQL4/8=\""},
      {"38 digits", types::numeric, n38_18, "12345678901234567890.123456789000000000",
       "\"CUmw9vACMxPESZBQ3XySAA==\""},
      {"-1 at scale 18", types::numeric, n38_18, "-1.000000000000000000", "\"8h9JTFicAAA=\""},
      {"69 of the last places", types::numeric, n38_18, "0.000000000000000069", "\"RQ==\""},
      {"negative scale (B13)", types::numeric, n3_minus2, "12300", "\"ew==\""},
      {"negative scale and sign (B13)", types::numeric, n3_minus2, "-99900", "\"/Bk=\""},
      {"negative scale, one (B13)", types::numeric, n3_minus2, "100", "\"AQ==\""},
      {"negative scale, zero", types::numeric, n3_minus2, "0", "\"AA==\""},
      {"scale beyond precision (B13)", types::numeric, n3_5, "0.00123", "\"ew==\""},
      {"scale beyond precision, negative (B13)", types::numeric, n3_5, "-0.00999", "\"/Bk=\""},
      {"scale beyond precision, zero (B13)", types::numeric, n3_5, "0.00000", "\"AA==\""},
      {"fewer fraction digits than the scale", types::numeric, n10_2, "1", "\"ZA==\""},
  });
}

TEST_CASE("numeric without a scale brings its own") {
  check_values({
      {"zero", types::numeric, -1, "0", R"({"scale":0,"value":"AA=="})"},
      {"zero with places", types::numeric, -1, "0.0000", R"({"scale":0,"value":"AA=="})"},
      {"trailing zeros go", types::numeric, -1, "100.00", R"({"scale":0,"value":"ZA=="})"},
      {"integer zeros stay", types::numeric, -1, "100", R"({"scale":0,"value":"ZA=="})"},
      {"-0.01", types::numeric, -1, "-0.01", R"({"scale":2,"value":"/w=="})"},
      {"1.10", types::numeric, -1, "1.10", R"({"scale":1,"value":"Cw=="})"},
      {"-129.000", types::numeric, -1, "-129.000", R"({"scale":0,"value":"/38="})"},
      {"10^30", types::numeric, -1, "1000000000000000000000000000000",
       R"({"scale":0,"value":"DJ8snNBGdO3qQAAAAA=="})"},
      {"38 nines", types::numeric, -1, "99999999999999999999999999999999999999",
       R"({"scale":0,"value":"SztMqFqGxHoJiiI//////w=="})"},
  });
  const std::string tiny = "0." + std::string(16382, '0') + "1";
  CHECK(write_value(types::numeric, -1, tiny).text == R"({"scale":16383,"value":"AQ=="})");
  const std::string power_300 =
      R"({"scale":0,"value":"F+Q8iAB1m6WcCOFMfNeq2GpKRYEJ+RwhxXHb6E1S2Tb0Sr6KPVtIwQCVnZ0L)"
      R"(bMhWs63JO2euqPjgZ9LI0EvBd/e0KHpuP82jb6OzNC6utELhXUUJUvTdE)" +
      std::string(50, 'A') + R"(="})";
  CHECK(write_value(types::numeric, -1, "1" + std::string(300, '0')).text == power_300);
}

TEST_CASE("NaN and infinities are conversion failures, not bad text (B14)") {
  for (const std::string_view text : {"NaN", "Infinity", "-Infinity"}) {
    for (const std::int32_t modifier : {-1, n10_2}) {
      const written got = write_value(types::numeric, modifier, text);
      CHECK(got.how == outcome::not_finite);
      CHECK(got.text == "null");
    }
  }
}

TEST_CASE("what is no decimal is refused") {
  check_malformed({
      {"empty", types::numeric, -1, ""},
      {"sign alone", types::numeric, -1, "-"},
      {"point alone", types::numeric, -1, "."},
      {"nothing before the point", types::numeric, -1, ".5"},
      {"nothing after the point", types::numeric, -1, "5."},
      {"two points", types::numeric, -1, "1.2.3"},
      {"exponent", types::numeric, -1, "1e5"},
      {"decimal comma", types::numeric, n10_2, "1,5"},
      {"plus", types::numeric, -1, "+1"},
      {"lower case NaN", types::numeric, -1, "nan"},
      {"more places than the scale", types::numeric, n10_2, "1.005"},
      {"not a multiple of a hundred", types::numeric, n3_minus2, "12345"},
      {"blank", types::numeric, n10_2, " 1"},
  });
}

TEST_CASE("headers have the spelling of BigDecimal.toString()") {
  const auto header = [](std::int32_t modifier, std::string_view text) {
    return write_value(types::numeric, modifier, text, spelling::header).text;
  };
  CHECK(header(numeric_modifier(12, 3), "2.250") == "2.250");
  CHECK(header(numeric_modifier(12, 3), "-7.000") == "-7.000");
  CHECK(header(n10_0, "10") == "10");
  CHECK(header(n10_2, "0.00") == "0.00");
  CHECK(header(n10_2, "0.05") == "0.05");
  CHECK(header(numeric_modifier(10, 6), "0.000001") == "0.000001");
  CHECK(header(numeric_modifier(10, 7), "0.0000001") == "1E-7");
  CHECK(header(numeric_modifier(10, 8), "-0.00000123") == "-0.00000123");
  CHECK(header(numeric_modifier(10, 9), "0.000000123") == "1.23E-7");
  CHECK(header(numeric_modifier(10, 8), "0.00000000") == "0E-8");
  CHECK(header(n3_minus2, "12300") == "1.23E+4");
  CHECK(header(n3_minus2, "100") == "1E+2");
  CHECK(header(-1, "100") == R"({"scale":0,"value":"ZA=="})");
}

TEST_CASE("unscaled bytes equal 128-bit two's complement") {
  __extension__ using wide = __int128;
  std::mt19937_64 random(7);
  unscaled_bytes bytes;
  for (int i = 0; i < 20'000; ++i) {
    const auto number = static_cast<std::uint64_t>(random() >> (random() % 64));
    const std::string digits = std::to_string(number) + (i % 2 == 0 ? "" : std::to_string(i));
    for (const sign s : {sign::positive, sign::negative}) {
      wide value = 0;
      for (const char c : digits) value = value * 10 + (c - '0');
      if (s == sign::negative) value = -value;
      wide back = 0;
      const std::string_view got = bytes.of(s, digits);
      REQUIRE(!got.empty());
      if ((got.front() & 0x80) != 0) back = -1;
      for (const char c : got) back = back * 256 + static_cast<unsigned char>(c);
      REQUIRE((back == value));
      // As few bytes as possible: the first one is not just a repetition of the sign.
      if (got.size() > 1) {
        const bool repeats =
            (got[0] == '\0' && (got[1] & 0x80) == 0) || (got[0] == '\xff' && (got[1] & 0x80) != 0);
        REQUIRE_FALSE(repeats);
      }
    }
  }
}
