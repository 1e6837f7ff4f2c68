#include "unit/envelope/support.hpp"

using namespace walrelay;
using namespace walrelay::envelope;
using namespace walrelay::envelope::test;

namespace {

change::type_facts type(std::uint32_t id, const char* name, change::type_kind kind) {
  change::type_facts facts;
  facts.id = oid{id};
  facts.schema = "public";
  facts.name = name;
  facts.kind = kind;
  return facts;
}

change::type_facts domain(std::uint32_t id, const char* name, oid base,
                          std::int32_t base_modifier = -1) {
  change::type_facts facts = type(id, name, change::type_kind::domain);
  facts.base = base;
  facts.base_modifier = base_modifier;
  return facts;
}

change::type_facts array(std::uint32_t id, const char* name, std::uint32_t element,
                         char delimiter = ',') {
  change::type_facts facts = type(id, name, change::type_kind::array);
  facts.element = oid{element};
  facts.element_delimiter = delimiter;
  return facts;
}

change::type_catalog catalog_of(std::initializer_list<change::type_facts> all) {
  change::type_catalog catalog;
  for (const auto& facts : all) catalog.emplace(facts.id, facts);
  return catalog;
}

const change::type_catalog catalog = catalog_of({
    type(90001, "mood", change::type_kind::enumeration),
    array(90002, "_mood", 90001),
    type(90003, "citext", change::type_kind::base),
    type(90004, "hstore", change::type_kind::base),
    type(90005, "pair", change::type_kind::composite),
    array(90006, "_pair", 90005),
    array(1020, "_box", 603, ';'),
    type(603, "box", change::type_kind::base),
    domain(90010, "pos", oid{23}),
    domain(90011, "pos2", oid{90010}),
    domain(90012, "amount", types::numeric, numeric_modifier(10, 2)),
    domain(90013, "amount2", oid{90012}),
    domain(90014, "tarr", types::text_array),
    array(90015, "_tarr", 90014),
    array(90016, "_amount", 90012),
    domain(90017, "stamp3", types::timestamp, 3),
    type(90022, "cube", change::type_kind::base),
    domain(90020, "ring_a", oid{90021}),
    domain(90021, "ring_b", oid{90020}),
});

struct catalog_case {
  const char* name;
  std::uint32_t type;
  std::string_view text;
  std::string_view json;
  coverage how;
};

}  // namespace

TEST_CASE("types of the database are told apart by the catalog") {
  const catalog_case cases[] = {
      {"enum", 90001, "ha'ppy", "\"ha'ppy\"", coverage::typed},
      {"enum array", 90002, R"({sad,NULL,"a,b"})", R"(["sad",null,"a,b"])", coverage::typed},
      {"citext", 90003, "Abc", "\"Abc\"", coverage::typed},
      {"domain", 90010, "5", "5", coverage::typed},
      {"domain over domain", 90011, "5", "5", coverage::typed},
      {"domain with modifier", 90012, "1.10", "\"bg==\"", coverage::typed},
      {"modifier from the innermost domain", 90013, "2.20", "\"ANw=\"", coverage::typed},
      {"domain over array", 90014, "{a,b}", R"(["a","b"])", coverage::typed},
      {"array of domain over array", 90015, R"({"{a,b}","{\"c d\"}"})", R"([["a","b"],["c d"]])",
       coverage::typed},
      {"array of domain", 90016, "{1.10}", R"(["bg=="])", coverage::typed},
      {"domain over timestamp(3)", 90017, "2020-01-01 00:00:00.123", "1577836800123",
       coverage::typed},
      {"extension type", 90004, R"("k"=>"h")", R"("{\"k\":\"h\"}")", coverage::typed},
      {"extension type not covered", 90022, "(1, 2)", "\"(1, 2)\"", coverage::as_text},
      {"composite", 90005, "(1,a)", "\"(1,a)\"", coverage::as_text},
      {"array of a type not covered", 90006, R"_({"(1,a)","(2,b)"})_", R"_(["(1,a)","(2,b)"])_",
       coverage::as_text},
      {"box has another delimiter (B43)", 1020, "{(2,2),(1,1);(4,4),(3,3)}",
       R"_(["(2,2),(1,1)","(4,4),(3,3)"])_", coverage::as_text},
      {"type missing from the catalog", 99999, "x", "\"x\"", coverage::as_text},
      {"circle of domains", 90020, "x", "\"x\"", coverage::as_text},
      {"built-in type not covered", 3220, "0/1", "\"0/1\"", coverage::as_text},
  };
  for (const catalog_case& c : cases) {
    CAPTURE(c.name);
    const chosen_encoder chosen = encoder_for(oid{c.type}, {-1, {}}, catalog);
    CHECK(chosen.how == c.how);
    std::string json;
    CHECK(chosen.encoder->write(c.text, spelling::json, json) == outcome::written);
    CHECK(json == c.json);
    CHECK(is_strict_json(json));
  }
}

TEST_CASE("messages name the type") {
  CHECK(encoder_for(types::int4, {-1, {}}, catalog).type_name == "int4");
  CHECK(encoder_for(types::int4_array, {-1, {}}, catalog).type_name == "int4[]");
  CHECK(encoder_for(oid{90013}, {-1, {}}, catalog).type_name == "amount2 (amount (numeric))");
  CHECK(encoder_for(oid{99999}, {-1, {}}, catalog).type_name == "oid 99999");
}

TEST_CASE("placeholders keep the column's JSON type (B07)") {
  struct placeholder_case {
    const char* name;
    oid type;
    std::string_view json;
    outcome how = outcome::written;
  };
  const std::string_view bytes_of_it =
      "[95,95,100,101,98,101,122,105,117,109,95,117,110,97,118,97,105,108,97,98,108,101,95,118,97,"
      "108,117,101]";
  const std::string_view plain = "\"__debezium_unavailable_value\"";
  const std::string_view in_array = "[\"__debezium_unavailable_value\"]";
  const placeholder_case cases[] = {
      {"text", types::text, plain},
      {"varchar", types::varchar, plain},
      {"bpchar", types::bpchar, plain},
      {"json", types::json, plain},
      {"jsonb", types::jsonb, plain},
      {"bytea", types::bytea, "\"X19kZWJleml1bV91bmF2YWlsYWJsZV92YWx1ZQ==\""},
      {"int4[]", types::int4_array, bytes_of_it},
      {"int8[]", types::int8_array, bytes_of_it},
      {"date[]", types::date_array, bytes_of_it},
      {"text[]", types::text_array, in_array},
      {"jsonb[]", types::jsonb_array, in_array},
      {"bytea[]", types::bytea_array, "[\"X19kZWJleml1bV91bmF2YWlsYWJsZV92YWx1ZQ==\"]"},
      {"uuid[]", types::uuid_array, "[\"b68a35a7-17ad-35b3-af2a-ae46edb4545a\"]"},
      {"domain over text[]", oid{90014}, in_array},
      {"numeric", types::numeric, "null", outcome::unavailable},
      {"numeric[]", types::numeric_array, "null", outcome::unavailable},
      {"int2[]", types::int2_array, "null", outcome::unavailable},
      {"array of domain over array", oid{90015}, "null", outcome::unavailable},
  };
  for (const placeholder_case& c : cases) {
    CAPTURE(c.name);
    const chosen_encoder chosen = encoder_for(c.type, {-1, {}}, catalog);
    std::string json;
    CHECK(chosen.encoder->write_placeholder("__debezium_unavailable_value", json) == c.how);
    CHECK(json == c.json);
  }
}

TEST_CASE("the placeholder is an option") {
  const auto placeholder = [](oid type, std::string_view text) {
    std::string json;
    const chosen_encoder chosen = encoder_for(type, {-1, {}}, {});
    CHECK(chosen.encoder->write_placeholder(text, json) == outcome::written);
    CHECK(is_strict_json(json));
    return json;
  };
  CHECK(placeholder(types::text, "n/a \"x\"") == R"("n/a \"x\"")");
  CHECK(placeholder(types::bytea, "ab") == R"("YWI=")");
  CHECK(placeholder(types::int4_array, "ab") == "[97,98]");
  CHECK(placeholder(types::int4_array, "") == "[]");
  CHECK(placeholder(types::int4_array, "\xc3\xa9") == "[-61,-87]");
}
