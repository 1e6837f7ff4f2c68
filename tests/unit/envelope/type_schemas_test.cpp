// How Connect describes the columns of types that are text or numbers in every mode, and what
// stands for them when they were not sent. From golden cases 41, 72 and 121 and recordings of
// Debezium made with their like.
#include "unit/envelope/extension_types.hpp"

using namespace walrelay;
using namespace walrelay::envelope;
using namespace walrelay::envelope::test;

namespace {

const change::type_catalog catalog = extension_catalog();

std::string schema_here(oid type) {
  return schema_of(type, -1, {}, catalog);
}
std::string plain(std::string_view type) {
  return R"({"type":")" + std::string(type) + R"(","optional":true})";
}
std::string text_named(std::string_view name) {
  return R"({"type":"string","optional":true,"name":"io.debezium.data.)" + std::string(name) +
         R"(","version":1})";
}
std::string array_with(std::string_view items) {
  return R"({"type":"array","items":)" + std::string(items) + R"(,"optional":true})";
}

struct zero_case {
  oid type;
  std::string_view zero;
  std::optional<std::string> computed;
};

}  // namespace

TEST_CASE("numbers and texts are described by their type") {
  CHECK(schema_here(types::int2) == plain("int16"));
  CHECK(schema_here(types::int4) == plain("int32"));
  CHECK(schema_here(types::int8) == plain("int64"));
  CHECK(schema_here(types::oid_type) == plain("int64"));
  CHECK(schema_here(types::float4) == plain("float"));
  CHECK(schema_here(types::float8) == plain("double"));
  for (const oid type :
       {types::text, types::varchar, types::bpchar, types::name, types::one_char, types::citext,
        types::isbn, oid{869}, oid{650}, oid{829}, oid{774}, oid{3904}, oid{3910}}) {
    CHECK(schema_here(type) == plain("string"));
  }
  CHECK(schema_here(types::json) == text_named("Json"));
  CHECK(schema_here(types::jsonb) == text_named("Json"));
  CHECK(schema_here(types::uuid) == text_named("Uuid"));
  CHECK(schema_here(types::xml) == text_named("Xml"));
  CHECK(schema_here(types::tsvector) == text_named("Tsvector"));
  CHECK(schema_here(types::ltree) == text_named("Ltree"));
  CHECK(schema_here(types::mood) ==
        R"({"type":"string","optional":true,"name":"io.debezium.data.Enum","version":1,)"
        R"("parameters":{"allowed":"sad,ok"}})");
  CHECK(schema_here(types::pos) == plain("int32"));
}

TEST_CASE("arrays are described by their items") {
  CHECK(schema_here(types::int4_array) == array_with(plain("int32")));
  CHECK(schema_here(types::uuid_array) == array_with(text_named("Uuid")));
  CHECK(schema_here(types::ltree_array) == array_with(text_named("Ltree")));
  CHECK(schema_here(types::citext_array) == array_with(plain("string")));
  CHECK(schema_of(types::numeric_array, numeric_modifier(6, 2)) ==
        array_with(schema_of(types::numeric, numeric_modifier(6, 2))));
  // Debezium says that these items are never null.
  CHECK(schema_here(types::mood_array) ==
        array_with(R"({"type":"string","optional":false,"name":"io.debezium.data.Enum",)"
                   R"("version":1,"parameters":{"allowed":"sad,ok"}})"));
  CHECK(schema_here(oid{3643}) ==
        array_with(R"({"type":"string","optional":false,"name":"io.debezium.data.Tsvector",)"
                   R"("version":1})"));
  CHECK(schema_here(types::isbn_array) == array_with(R"({"type":"string","optional":false})"));
  CHECK(schema_here(oid{1006}) ==  // int2vector[]
        array_with(R"({"type":"array","items":{"type":"int16","optional":false},)"
                   R"("optional":false})"));
  CHECK(schema_here(types::int2vector) == array_with(R"({"type":"int16","optional":false})"));
  CHECK(schema_here(types::oidvector) == array_with(R"({"type":"int64","optional":false})"));
  CHECK(write_value(types::int2vector, -1, "1 2").text == "[1,2]");
  CHECK(zero_of(types::int4_array) == "[]");
  CHECK(zero_of(types::int2vector) == "[]");
}

TEST_CASE("zeros of columns that were not sent and defaults that only the server can compute") {
  const std::string empty = "\"\"";
  const zero_case cases[] = {
      {types::int2, "0", "0"},
      {types::int4, "0", "0"},
      {types::int8, "0", "0"},
      {types::oid_type, "0", std::nullopt},
      {types::float4, "0.0", "0.0"},
      {types::float8, "0.0", "0.0"},
      {types::boolean, "false", "false"},
      {types::text, empty, empty},
      {types::varchar, empty, empty},
      {types::bpchar, empty, empty},
      {types::uuid, empty, "\"00000000-0000-0000-0000-000000000000\""},
      {types::json, empty, "\"{}\""},
      {types::jsonb, empty, "\"{}\""},
      {types::xml, empty, empty},
      {types::bytea, empty, std::nullopt},
      {types::mood, empty, std::nullopt},
      {types::citext, empty, std::nullopt},
      {oid{869}, empty, std::nullopt},
      {oid{3904}, empty, std::nullopt},
      {types::int4_array, "[]", std::nullopt},
      {types::money, "\"AA==\"", std::nullopt},
      {types::numeric, R"({"scale":0,"value":"AA=="})", std::nullopt},
      {types::interval, "0", "0"},
      {types::timestamp, "0", "0"},
  };
  for (const zero_case& c : cases) {
    CAPTURE(c.type.value());
    CHECK(zero_of(c.type, -1, {}, catalog) == c.zero);
    CHECK(encoder_for(c.type, {-1, {}}, catalog).encoder->computed_default() == c.computed);
  }
  CHECK(encoder_for(types::numeric, {numeric_modifier(5, 2), {}}, {}).encoder->computed_default() ==
        "\"AA==\"");
}

TEST_CASE("which arrays have something that stands for them unchanged (B07)") {
  const auto has_placeholder = [](oid array) {
    std::string json;
    const auto chosen = encoder_for(array, {-1, {}}, catalog);
    const outcome done = chosen.encoder->write_placeholder("n/a", json);
    CHECK((done == outcome::written) == (json != "null"));
    return done == outcome::written;
  };
  for (const oid array :
       {types::text_array, oid{1014}, oid{1015}, oid{199}, types::jsonb_array, types::uuid_array,
        types::int4_array, types::int8_array, types::date_array, types::bytea_array}) {
    CAPTURE(array.value());
    CHECK(has_placeholder(array));
  }
  for (const oid array :
       {types::int2_array, types::float4_array, types::bool_array, types::timestamptz_array,
        types::numeric_array, types::citext_array, types::ltree_array, types::hstore_array,
        types::mood_array, oid{1041}, oid{651}, oid{1040}, oid{3907}, oid{1028}}) {
    CAPTURE(array.value());
    CHECK_FALSE(has_placeholder(array));
  }
}
