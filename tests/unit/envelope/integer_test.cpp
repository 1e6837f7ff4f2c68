#include "unit/envelope/support.hpp"

using namespace walrelay::envelope;
using namespace walrelay::envelope::test;

TEST_CASE("integers are copied digit by digit") {
  check_values({
      {"int2 lowest", types::int2, -1, "-32768", "-32768"},
      {"int2 highest", types::int2, -1, "32767", "32767"},
      {"int4 lowest", types::int4, -1, "-2147483648", "-2147483648"},
      {"int4 highest", types::int4, -1, "2147483647", "2147483647"},
      {"int8 lowest", types::int8, -1, "-9223372036854775808", "-9223372036854775808"},
      {"int8 highest", types::int8, -1, "9223372036854775807", "9223372036854775807"},
      {"beyond a double's 53 bits (B40)", types::int8, -1, "9007199254740993", "9007199254740993"},
      {"oid is unsigned (B40)", types::oid_type, -1, "4294967295", "4294967295"},
      {"zero", types::int4, -1, "0", "0"},
      {"int2vector", types::int2vector, -1, "1 2 3", "[1,2,3]"},
      {"empty int2vector", types::int2vector, -1, "", "[]"},
  });
}

TEST_CASE("what is no integer of the type is refused") {
  check_malformed({
      {"empty", types::int4, -1, ""},
      {"sign alone", types::int4, -1, "-"},
      {"word", types::int4, -1, "one"},
      {"plus sign", types::int4, -1, "+1"},
      {"blank before", types::int4, -1, " 1"},
      {"blank after", types::int4, -1, "1 "},
      {"fraction", types::int4, -1, "1.0"},
      {"exponent", types::int4, -1, "1e3"},
      {"leading zero", types::int4, -1, "01"},
      {"minus zero", types::int4, -1, "-0"},
      {"minus leading zero", types::int4, -1, "-01"},
      {"beyond int2", types::int2, -1, "32768"},
      {"beyond int4", types::int4, -1, "2147483648"},
      {"beyond int8", types::int8, -1, "9223372036854775808"},
      {"negative oid", types::oid_type, -1, "-1"},
      {"beyond oid", types::oid_type, -1, "4294967296"},
      {"int2vector with two blanks", types::int2vector, -1, "1  2"},
      {"int2vector with a blank at its end", types::int2vector, -1, "1 "},
  });
}

TEST_CASE("booleans") {
  check_values(
      {{"true", types::boolean, -1, "t", "true"}, {"false", types::boolean, -1, "f", "false"}});
  check_malformed({{"empty", types::boolean, -1, ""},
                   {"word", types::boolean, -1, "true"},
                   {"upper case", types::boolean, -1, "T"},
                   {"digit", types::boolean, -1, "1"}});
}
