#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include <walrelay/change/selection.hpp>

#include "unit/show_result.hpp"

namespace {

using walrelay::error_class;
using walrelay::change::selection;
using walrelay::change::selection_lists;

selection compiled(const selection_lists& lists) {
  auto made = selection::compile(lists);
  REQUIRE(made);
  return *made;
}

struct table_row {
  std::string_view name;
  selection_lists lists;
  std::string_view schema;
  std::string_view table;
  bool captured;
};

TEST_CASE("which tables are captured") {
  const table_row rows[] = {
      {"no lists: all", {}, "public", "orders", true},
      {"included", {.table_include = {"public.orders"}}, "public", "orders", true},
      {"not included", {.table_include = {"public.orders"}}, "public", "items", false},
      {"no match at the front only", {.table_include = {"public.ord"}}, "public", "orders", false},
      {"no match at the end only", {.table_include = {"orders"}}, "public", "orders", false},
      {"alternation is anchored whole",
       {.table_include = {"x|public.ord"}},
       "public",
       "orders",
       false},
      {"case is ignored", {.table_include = {"PUBLIC.Orders"}}, "public", "oRDERS", true},
      {"expression",
       {.table_include = {"public\\.(orders|items)_\\d+"}},
       "public",
       "items_12",
       true},
      {"second of a list", {.table_include = {"a.b", "public.orders"}}, "public", "orders", true},
      {"excluded", {.table_exclude = {"public.orders"}}, "public", "orders", false},
      {"exclude is anchored too", {.table_exclude = {"public.ord"}}, "public", "orders", true},
      {"schema included", {.schema_include = {"sales"}}, "sales", "t", true},
      {"schema not included", {.schema_include = {"sales"}}, "public", "t", false},
      {"schema expression is anchored", {.schema_include = {"sales"}}, "sales2", "t", false},
      {"schema excluded", {.schema_exclude = {"tmp.*"}}, "tmp_1", "t", false},
      {"schema and table must both agree",
       {.schema_include = {"sales"}, .table_include = {"public.t"}},
       "public",
       "t",
       false},
      {"schema include and table exclude go together",
       {.schema_include = {"sales"}, .table_exclude = {"sales.log"}},
       "sales",
       "log",
       false},
      {"name with a dot and a quote", {.table_include = {"a\\.b\\.\"c\""}}, "a", "b.\"c\"", true},
      {"non-ASCII name", {.table_include = {"public\\.caf\u00E9"}}, "public", "caf\u00E9", true},
      {"the catalog, even when asked for",
       {.schema_include = {"pg_catalog"}},
       "pg_catalog",
       "pg_class",
       false},
      {"information_schema", {}, "information_schema", "tables", false},
      {"toast", {}, "pg_toast", "pg_toast_1", false},
      {"temporary", {}, "pg_temp_3", "t", false},
      {"a schema that only contains pg_", {}, "my_pg_", "t", true},
  };
  for (const table_row& row : rows) {
    CAPTURE(row.name);
    CHECK(compiled(row.lists).includes_table(row.schema, row.table) == row.captured);
  }
}

TEST_CASE("which columns are captured") {
  const selection all = compiled({});
  CHECK(all.includes_column("public", "users", "password"));
  const selection without = compiled({.column_exclude = {"public\\.users\\.(password|token)"}});
  CHECK_FALSE(without.includes_column("public", "users", "PASSWORD"));
  CHECK(without.includes_column("public", "users", "password_hint"));
  CHECK(without.includes_column("public", "admins", "password"));
  const selection only = compiled({.column_include = {"public.users.id"}});
  CHECK(only.includes_column("public", "users", "id"));
  CHECK_FALSE(only.includes_column("public", "users", "id2"));
}

TEST_CASE("an include expression that matches no table is told") {
  const selection some = compiled({.table_include = {"public.a", "public.b.*", "public.z"}});
  const std::vector<std::string> expected{"public.z"};
  CHECK(some.unmatched_table_includes({"public.a", "public.b1", "public.zz"}) == expected);
  CHECK(compiled({}).unmatched_table_includes({}).empty());
}

TEST_CASE("which logical messages are relayed") {
  CHECK(compiled({}).includes_message(""));
  const auto wanted = compiled({.message_prefix_include = {"tx.*"}});
  CHECK(wanted.includes_message("TX1"));
  CHECK_FALSE(wanted.includes_message("atx"));
  CHECK_FALSE(compiled({.message_prefix_exclude = {"tx.*"}}).includes_message("tx1"));
}

struct refused_row {
  std::string_view name;
  selection_lists lists;
  std::vector<std::string_view> mentioned;
};

TEST_CASE("lists that cannot be meant are refused, naming option and expression") {
  const refused_row rows[] = {
      {"open bracket", {.table_include = {"public.(a"}}, {"table.include.list", "'public.(a'"}},
      {"look-ahead", {.column_exclude = {"(?!x)y"}}, {"column.exclude.list", "'(?!x)y'", "RE2"}},
      {"back-reference", {.schema_exclude = {"(a)\\1"}}, {"schema.exclude.list", "'(a)\\1'"}},
      {"both table lists",
       {.table_include = {"a.b"}, .table_exclude = {"a.c"}},
       {"table.include.list and table.exclude.list are both set"}},
      {"both schema lists",
       {.schema_include = {"a"}, .schema_exclude = {"b"}},
       {"schema.include.list and schema.exclude.list"}},
      {"both column lists",
       {.column_include = {"a"}, .column_exclude = {"b"}},
       {"column.include.list and column.exclude.list"}},
      {"both lists of prefixes",
       {.message_prefix_include = {"a"}, .message_prefix_exclude = {"b"}},
       {"message.prefix.include.list and message.prefix.exclude.list"}},
      {"two mistakes are told together",
       {.schema_include = {"*"}, .table_include = {"["}},
       {"schema.include.list: '*'", "table.include.list: '['"}},
  };
  for (const refused_row& row : rows) {
    CAPTURE(row.name);
    const auto made = selection::compile(row.lists);
    REQUIRE_FALSE(made);
    CHECK(made.error().kind == error_class::configuration);
    CHECK_FALSE(made.error().remedy.empty());
    for (const std::string_view part : row.mentioned) {
      CAPTURE(part);
      CHECK(made.error().found.find(part) != std::string::npos);
    }
  }
}

}  // namespace
