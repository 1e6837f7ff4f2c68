// Values as Debezium recorded them (golden case 63; salt CzQMA0cB5K).
#include <doctest/doctest.h>

#include <fmt/format.h>

#include "unit/envelope/table_fixture.hpp"

namespace {

using namespace walrelay;
using namespace walrelay::envelope;
using namespace walrelay::envelope::test;

using input = column_rule_lists::hash::input;
constexpr std::int32_t varchar_10 = 14;

change::value text(std::string_view of) {
  return {change::value_kind::text, of};
}

table_fixture masked_table(const column_rule_lists& lists) {
  table_fixture table;
  table.key("id", types::int4).column("a", types::text);
  table.column("b", types::varchar, table_fixture::part_of::nothing, varchar_10);
  table.settings.rules = *column_rules::compile(lists);
  return table;
}

std::string after_of(table_fixture& table, const change::value& a, const change::value& b) {
  REQUIRE(table.insert({text("1"), a, b}));
  const std::string value = table.records().back().value;
  const std::size_t start = value.find(R"("after":)") + 8;
  return value.substr(start, value.find(R"(,"source")") - start);
}

TEST_CASE("text is cut, masked and hashed") {
  struct row {
    column_rule_lists lists;
    std::string_view text, json, null_json;
  };
  const row rows[] = {
      {{.truncations = {{6, {"public\\.t\\.a"}}}}, "truncate this", R"("trunca")", "null"},
      {{.truncations = {{6, {"PUBLIC.T.A"}}}}, "éééééééé", R"("éééééé")", "null"},
      {{.truncations = {{3, {"public.t.a"}}}}, "a😀😀", R"("a\uD83D\uDE00")", "null"},
      {{.truncations = {{6, {"public.t.a"}}}}, "short", R"("short")", "null"},
      {{.masks = {{0, {"public.t.a"}}}}, "mask", R"("")", R"("")"},
      {{.masks = {{5, {"public.t.a"}}}}, "mask me", R"("*****")", R"("*****")"},
      {{.hashes = {{"SHA-256", "CzQMA0cB5K", input::java_serialized, {"public.t.a"}}}},
       "hash",
       R"("3f3a27ada80ed3c42c8f6972a002621ea7f575e9c1d53e345269a95fa6e36526")",
       "null"},
      {{.hashes = {{"SHA-256", "CzQMA0cB5K", input::plain, {"public.t.a"}}}},
       "hash",
       R"("b75a1b1dbf8af828b006d4eb7355c91d8602969ded74eac6fa999064d0def355")",
       "null"},
  };
  for (const row& each : rows) {
    CAPTURE(each.text);
    table_fixture table = masked_table(each.lists);
    CHECK(after_of(table, text(each.text), text("b")) ==
          fmt::format(R"({{"id":1,"a":{},"b":"b"}})", each.json));
    CHECK(after_of(table, {}, text("b")) ==
          fmt::format(R"({{"id":1,"a":{},"b":"b"}})", each.null_json));
  }
}

TEST_CASE("a hash is cut to the column's length") {
  table_fixture table =
      masked_table({.hashes = {{"SHA-256", "CzQMA0cB5K", input::plain, {"public.t.b"}}}});
  CHECK(after_of(table, text("a"), text("hash")) == R"({"id":1,"a":"a","b":"b75a1b1dbf"})");
}

TEST_CASE("a mask is kept where the row tells it by not changing it") {
  table_fixture table = masked_table({.masks = {{3, {"public.t.a"}}}});
  REQUIRE(table.update({text("1"), {change::value_kind::unchanged, {}}, text("b")}));
  CHECK(table.records().back().value.find(R"("after":{"id":1,"a":"***","b":"b"})") !=
        std::string::npos);
}

TEST_CASE("a rule that cannot be kept is no rule to pass over") {
  table_fixture number = masked_table({.masks = {{3, {"public.t.id"}}}});
  const auto refused = number.insert({text("1"), text("a"), text("b")});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().found.find("column.mask.with.3.chars names column public.t.id") == 0);
  table_fixture key = masked_table({.keys = {{"public.t", {"id", "gone"}}}});
  const auto unknown = key.insert({text("1"), text("a"), text("b")});
  REQUIRE_FALSE(unknown);
  CHECK(unknown.error().found.find("names column 'gone'") != std::string::npos);
}

TEST_CASE("message.key.columns is the key, in its order") {
  table_fixture table(change::replica_identity::full);
  table.key("id", types::int4).column("b", types::text);
  table.settings.rules = *column_rules::compile({.keys = {{"public\\.t", {"b", "id"}}}});
  REQUIRE(table.insert({text("1"), text("b")}));
  CHECK(table.records().back().key == R"({"b":"b","id":1})");
}

TEST_CASE("a key of columns that a DELETE does not carry is refused before the first record") {
  table_fixture table = masked_table({.keys = {{"public\\.t", {"b"}}}});
  const auto refused = table.insert({text("1"), text("a"), text("b")});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().found.find("'b', which is not in the replica identity") !=
        std::string::npos);
}

TEST_CASE("an update without change is left out where the old row tells it (golden case 66)") {
  table_fixture table(change::replica_identity::full);
  table.key("id", types::int4).column("v", types::text).column("hidden", types::text);
  table.lists.column_exclude = {"public.t.hidden"};
  table.settings.unchanged = unchanged_rows::leave_out;
  const table_fixture::values before{text("1"), text("a"), text("h")};
  REQUIRE(table.update(change::old_row::full, before, before));
  REQUIRE(table.update(change::old_row::full, before, {text("1"), text("a"), text("x")}));
  CHECK(table.records().empty());
  REQUIRE(table.update(change::old_row::full, before, {text("1"), text("b"), text("h")}));
  CHECK(table.records().size() == 1);
  table_fixture untold = masked_table({});
  untold.settings.unchanged = unchanged_rows::leave_out;
  REQUIRE(untold.update({text("1"), text("a"), text("b")}));
  CHECK(untold.records().size() == 1);
}

TEST_CASE("an update is without change when its records would say so (golden case 141)") {
  table_fixture table(change::replica_identity::full);
  table.key("id", types::int4).column("n", types::numeric).column("m", types::text);
  table.settings.rules = *column_rules::compile({.masks = {{3, {"public\\.t\\.m"}}}});
  table.settings.unchanged = unchanged_rows::leave_out;
  const table_fixture::values before{text("1"), text("1.5"), text("a")};
  REQUIRE(table.update(change::old_row::full, before, {text("1"), text("1.50"), text("a")}));
  REQUIRE(table.update(change::old_row::full, before, {text("1"), text("1.5"), text("b")}));
  CHECK(table.records().empty());
  REQUIRE(table.update(change::old_row::full, before, {text("1"), text("1.51"), text("b")}));
  CHECK(table.records().size() == 1);
}

TEST_CASE("expressions that do not compile are told") {
  const auto refused = column_rules::compile({.masks = {{3, {"("}}}});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().kind == error_class::configuration);
  CHECK(refused.error().found.find("column.mask.with.3.chars: '('") == 0);
}

}  // namespace
