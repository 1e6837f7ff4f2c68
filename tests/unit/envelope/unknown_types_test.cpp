// include.unknown.datatypes, after golden case 34 and recordings of Debezium made with its like.
#include "unit/envelope/extension_types.hpp"

using namespace walrelay;
using namespace walrelay::envelope;
using namespace walrelay::envelope::test;

namespace {

const change::type_catalog catalog = extension_catalog();
constexpr value_modes texts{};
constexpr value_modes left_out{.unknown = unknown_types::left_out};
constexpr value_modes bytes{.unknown = unknown_types::as_bytes};
constexpr value_modes hex{.binaries = binary_mode::hex, .unknown = unknown_types::as_bytes};

coverage coverage_of(oid type, const value_modes& modes) {
  return encoder_for(type, {-1, modes}, catalog).how;
}
std::string json_of(oid type, std::string_view text, const value_modes& modes) {
  const written got = write_value(type, -1, text, spelling::json, catalog, modes);
  CHECK(got.how == outcome::written);
  CHECK(is_strict_json(got.text));
  return got.text;
}

}  // namespace

TEST_CASE("types that no family knows") {
  for (const oid type : {types::pair, types::pair_array, types::isbn13, types::cube, types::box,
                         types::box_array, types::pg_lsn, oid{3615}, oid{4451}}) {
    CAPTURE(type.value());
    CHECK(coverage_of(type, texts) == coverage::as_text);
    CHECK(coverage_of(type, left_out) == coverage::left_out);
    CHECK(coverage_of(type, bytes) == coverage::as_bytes);
  }
}

TEST_CASE("arrays that Debezium leaves out are written where it is not imitated") {
  const oid money_array{791};
  const oid interval_array{1187};
  const oid name_array{1003};
  const oid varbit_array{1563};
  const oid xml_array{143};
  const oid point_array{1017};
  for (const oid type :
       {money_array, interval_array, name_array, varbit_array, xml_array, point_array}) {
    CAPTURE(type.value());
    CHECK(coverage_of(type, texts) == coverage::typed);
    CHECK(coverage_of(type, left_out) == coverage::left_out);
    CHECK(coverage_of(type, bytes) == coverage::left_out);
  }
  CHECK(json_of(money_array, R"({$1.50,NULL,"$1,000.00"})", texts) == R"(["AJY=",null,"AYag"])");
  CHECK(json_of(interval_array, R"({"1 day"})", texts) == "[86400000000]");

  CHECK(json_of(types::pos_array, "{5,NULL}", texts) == "[5,null]");
  CHECK(coverage_of(types::pos_array, left_out) == coverage::left_out);
  CHECK(json_of(types::pos_array, "{5,NULL}", bytes) == "[\"NQ==\",null]");

  for (const value_modes& modes : {texts, left_out, bytes}) {
    CHECK(coverage_of(types::pos, modes) == coverage::typed);
    CHECK(coverage_of(oid{775}, modes) == coverage::typed);   // macaddr8[]
    CHECK(coverage_of(oid{3643}, modes) == coverage::typed);  // tsvector[]
    CHECK(coverage_of(types::mood_array, modes) == coverage::typed);
  }
}

TEST_CASE("the bytes of unknown types are those of their text") {
  CHECK(json_of(types::pair, R"_((1,"q""u,(o) te",))_", bytes) == "\"KDEsInEiInUsKG8pIHRlIiwp\"");
  CHECK(json_of(types::pg_lsn, "16/B374D848", bytes) == "\"MTYvQjM3NEQ4NDg=\"");
  CHECK(json_of(types::cube, "(1, 2)", bytes) == "\"KDEsIDIp\"");
  CHECK(json_of(types::pg_lsn, "16/B374D848", hex) == "\"31362f4233373444383438\"");
  CHECK(schema_of(types::pair, -1, bytes, catalog) == R"({"type":"bytes","optional":true})");
  CHECK(schema_of(types::pair, -1, hex, catalog) == R"({"type":"string","optional":true})");
  CHECK(schema_of(types::pair_array, -1, bytes, catalog) ==
        R"({"type":"array","items":{"type":"bytes","optional":false},"optional":true})");
}

TEST_CASE("geometric types as bytes have Java's numbers") {
  CHECK(json_of(types::box, "(1,1),(0,0)", bytes) == "\"KDEuMCwxLjApLCgwLjAsMC4wKQ==\"");
  CHECK(json_of(oid{602}, "[(0,0),(1,1),(2,0.1)]", bytes) ==
        "\"WygwLjAsMC4wKSwoMS4wLDEuMCksKDIuMCwwLjEpXQ==\"");
  CHECK(json_of(oid{718}, "<(1,2),3>", bytes) == "\"PCgxLjAsMi4wKSwzLjA+\"");
  CHECK(json_of(oid{628}, "{1,-1,0}", bytes) == "\"ezEuMCwtMS4wLDAuMH0=\"");
  CHECK(json_of(types::box_array, "{(1,1),(0,0);(2,2),(1,1)}", bytes) ==
        R"(["KDEuMCwxLjApLCgwLjAsMC4wKQ==","KDIuMCwyLjApLCgxLjAsMS4wKQ=="])");
  CHECK(json_of(types::box, "(1,1),(0,0)", texts) == "\"(1,1),(0,0)\"");
}
