// decimal.handling.mode, decimal.format and money. Rows from golden cases 04 and 06 and from
// recordings of Debezium made with their like.
#include "unit/envelope/support.hpp"

using namespace walrelay::envelope;
using namespace walrelay::envelope::test;

namespace {

constexpr std::int32_t n10_2 = numeric_modifier(10, 2);
constexpr std::int32_t n38_18 = numeric_modifier(38, 18);
constexpr std::int32_t n4_minus2 = numeric_modifier(4, -2);
constexpr value_modes doubles{.decimals = decimal_mode::as_double};
constexpr value_modes strings{.decimals = decimal_mode::as_string};
constexpr value_modes debezium_strings{.decimals = decimal_mode::as_string,
                                       .not_finite = not_finite_words::debezium};
constexpr value_modes numbers{.decimal_text = decimal_format::numeric};

}  // namespace

TEST_CASE("numeric as a double is the nearest one") {
  const std::string beyond(320, '9');
  check_values(
      {
          {"places", types::numeric, n10_2, "1.10", "1.1"},
          {"long", types::numeric, n38_18, "12345678901234567890.123456789000000000",
           "1.2345678901234567E19"},
          {"tiny", types::numeric, n38_18, "0.000000000000000001", "1.0E-18"},
          {"10^22", types::numeric, -1, "10000000000000000000000", "1.0E22"},
          {"rounded to even", types::numeric, -1, "9007199254740993", "9.007199254740992E15"},
          {"negative scale", types::numeric, n4_minus2, "12300", "12300.0"},
          {"zero", types::numeric, -1, "0.0000000", "0.0"},
          {"NaN", types::numeric, n10_2, "NaN", "\"NaN\""},
          {"infinity", types::numeric, -1, "-Infinity", "\"-Infinity\""},
          {"beyond the largest", types::numeric, -1, beyond, "\"Infinity\""},
          {"below the smallest", types::numeric, -1, "-0." + std::string(400, '0') + "1", "-0.0"},
          {"array", types::numeric_array, n10_2, "{1.10,NULL,NaN}", "[1.1,null,\"NaN\"]"},
          {"money", types::money, -1, "-$92,233,720,368,547,758.08", "-9.223372036854776E16"},
      },
      doubles);
  CHECK(schema_of(types::numeric, n10_2, doubles) == R"({"type":"double","optional":true})");
  CHECK(schema_of(types::numeric, -1, doubles) == R"({"type":"double","optional":true})");
  CHECK(zero_of(types::numeric, n10_2, doubles) == "0.0");
  CHECK(zero_of(types::numeric, -1, doubles) == "0.0");
  CHECK(zero_of(types::money, -1, doubles) == "0.0");
}

TEST_CASE("numeric as a string has the server's digits") {
  check_values(
      {
          {"places", types::numeric, n10_2, "1.10", "\"1.10\""},
          {"sign", types::numeric, n10_2, "-0.01", "\"-0.01\""},
          {"zero", types::numeric, n38_18, "0.000000000000000000", "\"0.000000000000000000\""},
          {"own scale", types::numeric, -1, "-129.000", "\"-129.000\""},
          {"negative scale", types::numeric, n4_minus2, "-100", "\"-100\""},
          {"negative scale, zero", types::numeric, n4_minus2, "0", "\"0\""},
          {"NaN", types::numeric, n38_18, "NaN", "\"NaN\""},
          {"infinity", types::numeric, -1, "-Infinity", "\"-Infinity\""},
          {"array", types::numeric_array, -1, "{1.1,100,NULL}", R"(["1.1","100",null])"},
          {"money", types::money, -1, "$92,233,720,368,547,758.07", "\"92233720368547758.07\""},
      },
      strings);
  check_values(
      {
          {"NaN", types::numeric, n38_18, "NaN", "\"NAN\""},
          {"infinity", types::numeric, -1, "Infinity", "\"POSITIVE_INFINITY\""},
          {"-infinity", types::numeric, -1, "-Infinity", "\"NEGATIVE_INFINITY\""},
      },
      debezium_strings);
  CHECK(schema_of(types::money, -1, strings) == R"({"type":"string","optional":true})");
  CHECK(zero_of(types::numeric, numeric_modifier(5, 1), strings) == "\"0.0\"");
  CHECK(zero_of(types::numeric, -1, strings) == "\"0\"");
  CHECK(zero_of(types::money, -1, strings) == "\"0.00\"");
}

TEST_CASE("decimal.format numeric writes BigDecimal.toString()") {
  check_values(
      {
          {"places", types::numeric, n10_2, "1.10", "1.10"},
          {"zero at scale 18", types::numeric, n38_18, "0.000000000000000000", "0E-18"},
          {"one at scale 18", types::numeric, n38_18, "0.000000000000000001", "1E-18"},
          {"small", types::numeric, n38_18, "0.000000100000000000", "1.00000000000E-7"},
          {"long", types::numeric, n38_18, "12345678901234567890.123456789000000000",
           "12345678901234567890.123456789000000000"},
          {"own scale stays a struct", types::numeric, -1, "1.10", R"({"scale":1,"value":"Cw=="})"},
          {"money", types::money, -1, "$1,234.50", "1234.50"},
          {"array", types::numeric_array, n10_2, "{1.10,NULL}", "[1.10,null]"},
      },
      numbers);
  CHECK(zero_of(types::numeric, n10_2, numbers) == "0.00");
  CHECK(zero_of(types::numeric, numeric_modifier(10, 0), numbers) == "0");
}

TEST_CASE("money has the scale of money.fraction.digits") {
  check_values({
      {"zero", types::money, -1, "$0.00", "\"AA==\""},
      {"thousands", types::money, -1, "$1,234.50", "\"AeI6\""},
      {"a cent", types::money, -1, "-$0.01", "\"/w==\""},
      {"largest", types::money, -1, "$92,233,720,368,547,758.07", "\"f/////////8=\""},
      {"smallest", types::money, -1, "-$92,233,720,368,547,758.08", "\"gAAAAAAAAAA=\""},
      {"negative", types::money, -1, "-$1,234.56", "\"/h3A\""},
  });
  const value_modes four{.money_fraction_digits = 4};
  check_values(
      {
          {"1234.5", types::money, -1, "$1,234.50", "\"ALxeqA==\""},
          {"largest", types::money, -1, "$92,233,720,368,547,758.07", "\"Mf////////+c\""},
          {"smallest", types::money, -1, "-$92,233,720,368,547,758.08", "\"zgAAAAAAAAAA\""},
      },
      four);
  const value_modes one{.money_fraction_digits = 1};
  check_values(
      {
          {"less than half", types::money, -1, "-$0.01", "\"AA==\""},
          {"half", types::money, -1, "$0.05", "\"AQ==\""},
          {"carry", types::money, -1, "$0.99", "\"Cg==\""},
          {"largest", types::money, -1, "$92,233,720,368,547,758.07", "\"DMzMzMzMzM0=\""},
          {"smallest", types::money, -1, "-$92,233,720,368,547,758.08", "\"8zMzMzMzMzM=\""},
      },
      one);
  CHECK(schema_of(types::money, -1, four) ==
        R"({"type":"bytes","optional":true,"name":"org.apache.kafka.connect.data.Decimal",)"
        R"("version":1,"parameters":{"scale":"4"}})");
  check_malformed({
      {"no symbol", types::money, -1, "1.00"},
      {"decimal comma (B41)", types::money, -1, "$1.234,56"},
      {"euro (B41)", types::money, -1, "1.234,56 \xe2\x82\xac"},
      {"sign after the symbol", types::money, -1, "$-1.00"},
      {"group of two", types::money, -1, "$1,23.00"},
      {"no groups", types::money, -1, "$1234.00"},
      {"leading comma", types::money, -1, "$,234.00"},
      {"three places", types::money, -1, "$1.000"},
      {"empty", types::money, -1, ""},
  });
}

TEST_CASE("Connect's description of decimals") {
  CHECK(schema_of(types::numeric, n10_2) ==
        R"({"type":"bytes","optional":true,"name":"org.apache.kafka.connect.data.Decimal",)"
        R"("version":1,"parameters":{"scale":"2","connect.decimal.precision":"10"}})");
  CHECK(schema_of(types::numeric, -1) ==
        R"({"type":"struct","fields":[{"type":"int32","optional":false,"field":"scale"},)"
        R"({"type":"bytes","optional":false,"field":"value"}],"optional":true,)"
        R"("name":"io.debezium.data.VariableScaleDecimal","version":1,)"
        R"("doc":"Variable scaled decimal"})");
  CHECK(zero_of(types::numeric, n10_2) == "\"AA==\"");
  CHECK(zero_of(types::numeric, -1) == R"({"scale":0,"value":"AA=="})");
  CHECK(zero_of(types::money) == "\"AA==\"");
}
