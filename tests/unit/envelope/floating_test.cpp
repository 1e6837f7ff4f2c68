#include <cmath>
#include <cstdlib>
#include <cstring>
#include <random>

#include <fmt/format.h>

#include "unit/envelope/support.hpp"

using namespace walrelay::envelope;
using namespace walrelay::envelope::test;

TEST_CASE("float8 in Java's spelling") {
  check_values({
      {"tenth", types::float8, -1, "0.1", "0.1"},
      {"17 digits", types::float8, -1, "0.30000000000000004", "0.30000000000000004"},
      {"B39", types::float8, -1, "-216237.00000035969", "-216237.0000003597"},
      {"whole number gets a fraction", types::float8, -1, "100", "100.0"},
      {"1e23", types::float8, -1, "1e+23", "1.0E23"},
      {"1e22", types::float8, -1, "1e+22", "1.0E22"},
      {"2e23", types::float8, -1, "2e+23", "2.0E23"},
      {"8.41e21", types::float8, -1, "8.41e+21", "8.41E21"},
      {"smallest: two digits, the nearest", types::float8, -1, "5e-324", "4.9E-324"},
      {"second smallest", types::float8, -1, "1e-323", "9.9E-324"},
      {"smallest normal", types::float8, -1, "2.2250738585072014e-308", "2.2250738585072014E-308"},
      {"largest", types::float8, -1, "1.7976931348623157e+308", "1.7976931348623157E308"},
      {"not representable", types::float8, -1, "9007199254740993", "9.007199254740992E15"},
      {"plain below ten million", types::float8, -1, "9999999.999", "9999999.999"},
      {"exponent from ten million", types::float8, -1, "10000000", "1.0E7"},
      {"plain from a thousandth", types::float8, -1, "0.001", "0.001"},
      {"exponent below a thousandth", types::float8, -1, "0.00099", "9.9E-4"},
      {"two thousandths", types::float8, -1, "0.002", "0.002"},
      {"zero", types::float8, -1, "0", "0.0"},
      {"minus zero keeps its sign", types::float8, -1, "-0", "-0.0"},
      {"NaN", types::float8, -1, "NaN", "\"NaN\""},
      {"Infinity", types::float8, -1, "Infinity", "\"Infinity\""},
      {"-Infinity", types::float8, -1, "-Infinity", "\"-Infinity\""},
  });
}

TEST_CASE("float4 is not widened") {
  check_values({
      {"tenth", types::float4, -1, "0.1", "0.1"},
      {"2^24", types::float4, -1, "1.6777216e+07", "1.6777216E7"},
      {"2^25", types::float4, -1, "3.3554432e+07", "3.3554432E7"},
      {"largest", types::float4, -1, "3.4028235e+38", "3.4028235E38"},
      {"smallest: two digits, the nearest", types::float4, -1, "1e-45", "1.4E-45"},
      {"subnormal", types::float4, -1, "1.1e-44", "1.1E-44"},
      {"subnormal of one digit in PostgreSQL", types::float4, -1, "1e-44", "9.8E-45"},
      {"smallest normal", types::float4, -1, "1.1754944e-38", "1.1754944E-38"},
      {"below the thousandth", types::float4, -1, "0.0009999", "9.999E-4"},
      {"seven digits", types::float4, -1, "9.999999e+06", "9999999.0"},
      {"8388609", types::float4, -1, "8.388609e+06", "8388609.0"},
      {"fraction", types::float4, -1, "123456.79", "123456.79"},
      {"minus zero", types::float4, -1, "-0", "-0.0"},
  });
}

TEST_CASE("what is no number is refused") {
  check_malformed({
      {"empty", types::float8, -1, ""},
      {"sign alone", types::float8, -1, "-"},
      {"decimal comma", types::float8, -1, "0,1"},
      {"short word", types::float8, -1, "inf"},
      {"lower case", types::float8, -1, "nan"},
      {"plus", types::float8, -1, "+1"},
      {"hexadecimal", types::float8, -1, "0x1p3"},
      {"tail", types::float8, -1, "1.5 "},
      {"point first", types::float8, -1, ".5"},
      {"too large", types::float8, -1, "1e400"},
      {"too large for float4", types::float4, -1, "1e39"},
  });
}

TEST_CASE("headers do not quote NaN") {
  CHECK(write_value(types::float8, -1, "NaN", spelling::header).text == "NaN");
  CHECK(write_value(types::float8, -1, "1e+21", spelling::header).text == "1.0E21");
}

TEST_CASE("every float reads back as the same bits") {
  std::mt19937_64 random(20240607);
  for (int i = 0; i < 20'000; ++i) {
    const std::uint64_t bits = random();
    double number = 0;
    std::memcpy(&number, &bits, sizeof number);
    if (!std::isfinite(number)) continue;
    const std::string text = fmt::format("{:.17e}", number);
    const written got = write_value(types::float8, -1, text);
    REQUIRE(got.how == outcome::written);
    const double back = std::strtod(got.text.c_str(), nullptr);
    CAPTURE(text);
    CAPTURE(got.text);
    REQUIRE(std::memcmp(&back, &number, sizeof back) == 0);
  }
}
