// Expressions are as PostgreSQL prints them; the JSON is what Debezium writes for such a column
// (golden cases 38, 39, 121, 143), or its right value where Debezium cuts it off.
#include <doctest/doctest.h>

#include <string_view>

#include "envelope/column_default.hpp"
#include "unit/envelope/support.hpp"

namespace {

using namespace walrelay;
using namespace walrelay::envelope;
using namespace walrelay::envelope::test;

TEST_CASE("a default is a literal, or zero where the server computes it") {
  struct row {
    std::string_view expression;
    oid type;
    std::string_view json;
  };
  const row rows[] = {
      {"", types::int4, ""},
      {"7", types::int4, "7"},
      {"'-5'::integer", types::int4, "-5"},
      {"NULL::integer", types::int4, ""},
      {"'9223372036854775807'::bigint", types::int8, "9223372036854775807"},
      {"nextval('t_id_seq'::regclass)", types::int4, "0"},
      {"(1 + 1)", types::int4, ""},
      {"true", types::boolean, "true"},
      {"(NOT true)", types::boolean, "false"},
      {"(1 > 0)", types::boolean, "false"},
      {"0.1", types::float4, "0.1"},
      {"'dflt'::text", types::text, R"("dflt")"},
      {R"('it''s "q"'::text)", types::text, R"("it's \"q\"")"},
      {R"(E'a\\b'::text)", types::text, R"("a\\b")"},
      {"upper('x'::text)", types::text, R"("")"},
      {"('a'::text || 'b'::text)", types::text, R"("")"},
      {"('a'::text)::character varying", types::text, R"("a")"},
      {"CURRENT_USER", types::text, R"("")"},
      {"'2020-01-02'::date", types::date, "18263"},
      {"CURRENT_DATE", types::date, "0"},
      {"'2020-01-02 03:04:05+00'::timestamp with time zone", types::timestamptz,
       R"("2020-01-02T03:04:05.000000Z")"},
      {"now()", types::timestamptz, R"("1970-01-01T00:00:00.000000Z")"},
      {"'\\x01'::bytea", types::bytea, ""},
      {"'{1,2}'::integer[]", types::int4_array, ""},
      {"'not a number'::integer", types::int4, ""},
  };
  for (const row& each : rows) {
    CAPTURE(each.expression);
    const value_modes modes;
    CHECK(default_json(each.expression, encoder_for(each.type, {-1, modes}, {})) == each.json);
  }
}

}  // namespace
