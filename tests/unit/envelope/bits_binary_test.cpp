// bit, varbit and bytea. Rows from golden cases 10 to 14 and 48 and from recordings of Debezium
// made with their like.
#include "unit/envelope/support.hpp"

using namespace walrelay;
using namespace walrelay::envelope;
using namespace walrelay::envelope::test;

namespace {

constexpr oid bit_array{1561};
constexpr value_modes left_out{.unknown = unknown_types::left_out};

constexpr value_modes with(binary_mode mode) {
  return {.binaries = mode};
}

written placeholder_of(oid type, binary_mode mode) {
  written got;
  got.how = encoder_for(type, {-1, with(mode)}, {})
                .encoder->write_placeholder("__debezium_unavailable_value", got.text);
  return got;
}

}  // namespace

TEST_CASE("one bit is a boolean, more are little-endian bytes") {
  check_values({
      {"bit", types::bit, 1, "1", "true"},
      {"varbit(1)", types::varbit, 1, "0", "false"},
      {"first and last", types::bit, 9, "100000001", "\"AQE=\""},
      {"highest", types::bit, 9, "100000000", "\"AAE=\""},
      {"lowest", types::bit, 9, "000000001", "\"AQ==\""},
      {"none set", types::bit, 9, "000000000", "\"\""},
      {"all", types::bit, 9, "111111111", "\"/wE=\""},
      {"varbit", types::varbit, -1, "101010101010101010", "\"qqoC\""},
      {"bytes at the end", types::varbit, -1, "1111111100000000", "\"AP8=\""},
      {"twenty", types::varbit, 20, "11111111111111111111", "\"//8P\""},
      {"empty", types::varbit, 20, "", "\"\""},
      {"eighty", types::bit, 80, "1" + std::string(78, '0') + "1", "\"AQAAAAAAAAAAgA==\""},
      {"array", bit_array, 4, "{1010,NULL,0000}", R"(["Cg==",null,""])"},
  });
  const written nothing = write_value(types::varbit, 1, "");
  CHECK(nothing.how == outcome::no_place);
  CHECK(nothing.text == "null");
  check_malformed({
      {"two in one", types::bit, 1, "10"},
      {"digit", types::bit, 4, "1020"},
      {"literal", types::bit, 4, "B'1010'"},
  });
}

TEST_CASE("Connect's description of bits") {
  const auto bits = [](std::string_view length) {
    return R"({"type":"bytes","optional":true,"name":"io.debezium.data.Bits","version":1,)"
           R"("parameters":{"length":")" +
           std::string(length) + R"("}})";
  };
  CHECK(schema_of(types::bit, 1) == R"({"type":"boolean","optional":true})");
  CHECK(schema_of(types::varbit, 1) == R"({"type":"boolean","optional":true})");
  CHECK(schema_of(types::bit, 4) == bits("4"));
  CHECK(schema_of(types::varbit, 20) == bits("20"));
  CHECK(schema_of(types::varbit) == bits("2147483647"));
  CHECK(zero_of(types::bit, 1) == "false");
  CHECK(zero_of(types::bit, 4) == "\"\"");
  CHECK(schema_of(types::boolean) == R"({"type":"boolean","optional":true})");
  CHECK(zero_of(types::boolean) == "false");

  // Debezium describes an array of bits as if it were none, and writes null.
  CHECK(schema_of(bit_array, 3, left_out) == bits("3"));
  CHECK(schema_of(bit_array, 1, left_out) == R"({"type":"boolean","optional":true})");
  CHECK(schema_of(bit_array, -1, left_out) == R"({"type":"boolean","optional":true})");
  CHECK(write_value(bit_array, 3, "{101}", spelling::json, {}, left_out).text == "null");
}

TEST_CASE("bytea in each binary.handling.mode") {
  struct binary_case {
    std::string_view text, bytes, url_safe, hex;
  };
  const binary_case cases[] = {
      {"\\x", "\"\"", "\"\"", "\"\""},
      {"\\x00", "\"AA==\"", "\"AA==\"", "\"00\""},
      {"\\x00ff5c27", "\"AP9cJw==\"", "\"AP9cJw==\"", "\"00ff5c27\""},
      {"\\xfbefbe", "\"++++\"", "\"----\"", "\"fbefbe\""},
      {"\\x3e3f3e3f", "\"Pj8+Pw==\"", "\"Pj8-Pw==\"", "\"3e3f3e3f\""},
      {"\\x0102ff", "\"AQL/\"", "\"AQL_\"", "\"0102ff\""},
      {"\\xfbff", "\"+/8=\"", "\"-_8=\"", "\"fbff\""},
  };
  for (const binary_case& c : cases) {
    CAPTURE(c.text);
    const auto in = [&c](binary_mode mode) {
      return write_value(types::bytea, -1, c.text, spelling::json, {}, with(mode)).text;
    };
    CHECK(in(binary_mode::bytes) == c.bytes);
    CHECK(in(binary_mode::base64) == c.bytes);
    CHECK(in(binary_mode::base64_url_safe) == c.url_safe);
    CHECK(in(binary_mode::hex) == c.hex);
  }
  for (const std::string_view text : {"", "00", "\\x0", "\\x0g", "\\000"}) {
    CHECK(write_value(types::bytea, -1, text).how == outcome::malformed);
  }
}

TEST_CASE("bytea is bytes only in the mode bytes") {
  CHECK(schema_of(types::bytea) == R"({"type":"bytes","optional":true})");
  for (const binary_mode mode :
       {binary_mode::base64, binary_mode::base64_url_safe, binary_mode::hex}) {
    CHECK(schema_of(types::bytea, -1, with(mode)) == R"({"type":"string","optional":true})");
  }
  CHECK(zero_of(types::bytea) == "\"\"");
}

TEST_CASE("only what a decoder of the mode reads stands for an unchanged bytea (B07)") {
  CHECK(placeholder_of(types::bytea, binary_mode::bytes).text ==
        "\"X19kZWJleml1bV91bmF2YWlsYWJsZV92YWx1ZQ==\"");
  CHECK(placeholder_of(types::bytea, binary_mode::hex).text == "\"__debezium_unavailable_value\"");
  for (const binary_mode mode : {binary_mode::base64, binary_mode::base64_url_safe}) {
    CHECK(placeholder_of(types::bytea, mode).how == outcome::unavailable);
  }
  for (const binary_mode mode : {binary_mode::base64, binary_mode::hex}) {
    CHECK(placeholder_of(types::bytea_array, mode).how == outcome::unavailable);
  }
}
