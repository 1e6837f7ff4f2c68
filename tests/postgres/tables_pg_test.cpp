// Tables, their keys, and types.
#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "catalog_fixture.hpp"

using namespace walrelay;
using namespace walrelay::postgres;
using namespace walrelay::postgres::test;

namespace {

using names = std::vector<std::string>;

struct table_case {
  std::string name;
  const char* statements;  // on table t
  names key;
  names identity;
  names not_null;
};

const std::vector<table_case> table_cases{
    {"primary key in key order",
     "CREATE TABLE t (a int, b int, c int, PRIMARY KEY (c, a))",
     {"c", "a"},
     {},
     {"a", "c"}},
    {"primary key with included columns",
     "CREATE TABLE t (a int, b int, PRIMARY KEY (a) INCLUDE (b))",
     {"a"},
     {},
     {"a"}},
    {"primary key before unique indexes",
     "CREATE TABLE t (a int UNIQUE, z int CONSTRAINT zz PRIMARY KEY)",
     {"z"},
     {},
     {"z"}},
    {"no key", "CREATE TABLE t (a int NOT NULL, b int); CREATE INDEX i ON t (a)", {}, {}, {"a"}},
    {"unique index first by name, columns nullable",
     "CREATE TABLE t (a int, b int); CREATE UNIQUE INDEX z ON t (a); CREATE UNIQUE INDEX y ON t "
     "(b, a)",
     {"b", "a"},
     {},
     {}},
    {"names compare as bytes",
     "CREATE TABLE t (a int, b int); CREATE UNIQUE INDEX a1 ON t (a); CREATE UNIQUE INDEX \"B1\" "
     "ON t (b)",
     {"b"},
     {},
     {}},
    {"partial unique index counts",
     "CREATE TABLE t (a int, b int); CREATE UNIQUE INDEX i ON t (b) WHERE a > 0",
     {"b"},
     {},
     {}},
    {"expression index does not count, the next does",
     "CREATE TABLE t (a int, b int); CREATE UNIQUE INDEX i ON t ((a + 1)); CREATE UNIQUE INDEX j "
     "ON t (b)",
     {"b"},
     {},
     {}},
    {"index with a column and an expression does not count",
     "CREATE TABLE t (a int, b int); CREATE UNIQUE INDEX i ON t (a, (b + 1))",
     {},
     {},
     {}},
    {"identity by index, in index order",
     "CREATE TABLE t (a int PRIMARY KEY, b int NOT NULL, c int NOT NULL); CREATE UNIQUE INDEX i "
     "ON t (c, b); ALTER TABLE t REPLICA IDENTITY USING INDEX i",
     {"a"},
     {"c", "b"},
     {"a", "b", "c"}},
    {"identity full", "CREATE TABLE t (a int); ALTER TABLE t REPLICA IDENTITY FULL", {}, {}, {}},
    {"an index that was the identity is no longer",
     "CREATE TABLE t (a int PRIMARY KEY, b int NOT NULL UNIQUE); ALTER TABLE t REPLICA IDENTITY "
     "USING INDEX t_b_key; ALTER TABLE t REPLICA IDENTITY DEFAULT",
     {"a"},
     {},
     {"a", "b"}},
    {"dropped column",
     "CREATE TABLE t (x int NOT NULL, a int PRIMARY KEY); ALTER TABLE t DROP COLUMN x",
     {"a"},
     {},
     {"a"}},
    {"odd names",
     "CREATE TABLE t (\"A b\" int, \"it's\" int NOT NULL, PRIMARY KEY (\"A b\"))",
     {"A b"},
     {},
     {"A b", "it's"}},
    {"partitioned table",
     "CREATE TABLE t (a int, b int, PRIMARY KEY (b, a)) PARTITION BY RANGE (a)",
     {"b", "a"},
     {},
     {"a", "b"}},
    {"partition",
     "CREATE TABLE root (a int, b int, PRIMARY KEY (b, a)) PARTITION BY RANGE (a); CREATE TABLE "
     "t "
     "PARTITION OF root FOR VALUES FROM (0) TO (9)",
     {"b", "a"},
     {},
     {"a", "b"}},
    {"child with a key of its own",
     "CREATE TABLE parent (a int PRIMARY KEY); CREATE TABLE t (b int UNIQUE) INHERITS (parent)",
     {"b"},
     {},
     {"a"}},
    {"no column at all", "CREATE TABLE t ()", {}, {}, {}},
};

std::vector<std::string> not_null_columns(const change::table_facts& facts) {
  std::vector<std::string> refusing;
  for (const change::column_facts& column : facts.columns) {
    if (column.nulls == change::column_facts::null::refused) refusing.push_back(column.name);
  }
  return refusing;
}

}  // namespace

TEST_CASE("defaults and comments of columns are as the server prints them") {
  catalog_here here;
  here.owner.sql(
      "CREATE TABLE t (a serial, b text DEFAULT 'it''s', c int GENERATED ALWAYS AS (1 + 1) STORED, "
      "d date DEFAULT now(), e int, f int GENERATED ALWAYS AS IDENTITY);"
      "COMMENT ON COLUMN t.e IS 'about e'");
  const auto facts = must(here.catalog->table(here.oid_of("t")));
  REQUIRE(facts.has_value());
  using null = change::column_facts::null;
  const std::vector<change::column_facts> expected{
      {"a", null::refused, "nextval('t_a_seq'::regclass)", ""},
      {"b", null::allowed, "'it''s'::text", ""},
      {"c", null::allowed, "", ""},
      {"d", null::allowed, "now()", ""},
      {"e", null::allowed, "", "about e"},
      {"f", null::refused, "", ""},
  };
  CHECK(facts->columns == expected);
}

TEST_CASE("facts of each kind of table") {
  catalog_here here;
  for (const table_case& expected : table_cases) {
    CAPTURE(expected.name);
    here.owner.sql("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
    here.owner.sql(expected.statements);
    const oid id = here.oid_of("t");
    const auto facts = must(here.catalog->table(id));
    REQUIRE(facts.has_value());
    CHECK(facts->id == id);
    CHECK(facts->key_columns == expected.key);
    CHECK(facts->identity_columns == expected.identity);
    CHECK(not_null_columns(*facts) == expected.not_null);
  }
  CHECK(!must(here.catalog->table(oid{4'000'000'000u})).has_value());
}

TEST_CASE("tables that a publication could hold, and what is like one") {
  struct row {
    const char* statement;
    const char* schema;
    std::string name;
    char kind, persistence;
    bool has_identity;
  };
  const std::vector<row> rows{
      {"CREATE TABLE a_key (id int PRIMARY KEY)", "public", "a_key", 'r', 'p', true},
      {"CREATE TABLE b_none (id int UNIQUE)", "public", "b_none", 'r', 'p', false},
      {"CREATE TABLE c_full (id int); ALTER TABLE c_full REPLICA IDENTITY FULL", "public", "c_full",
       'r', 'p', true},
      {"CREATE TABLE d_nothing (id int PRIMARY KEY); ALTER TABLE d_nothing REPLICA IDENTITY "
       "NOTHING",
       "public", "d_nothing", 'r', 'p', false},
      {"CREATE TABLE e_index (id int NOT NULL CONSTRAINT e_i UNIQUE); ALTER TABLE e_index REPLICA "
       "IDENTITY USING INDEX e_i",
       "public", "e_index", 'r', 'p', true},
      {"CREATE TABLE f_gone (id int NOT NULL CONSTRAINT f_i UNIQUE); ALTER TABLE f_gone REPLICA "
       "IDENTITY USING INDEX f_i; ALTER TABLE f_gone DROP CONSTRAINT f_i",
       "public", "f_gone", 'r', 'p', false},
      {"CREATE TABLE g_late (id int PRIMARY KEY DEFERRABLE)", "public", "g_late", 'r', 'p', false},
      {"CREATE UNLOGGED TABLE h_unlogged (id int PRIMARY KEY)", "public", "h_unlogged", 'r', 'u',
       true},
      {"CREATE TABLE i_root (id int PRIMARY KEY) PARTITION BY RANGE (id)", "public", "i_root", 'p',
       'p', true},
      {"CREATE TABLE j_part PARTITION OF i_root FOR VALUES FROM (0) TO (9)", "public", "j_part",
       'r', 'p', true},
      {"CREATE VIEW k_view AS SELECT 1 AS one", "public", "k_view", 'v', 'p', false},
      {"CREATE MATERIALIZED VIEW l_kept AS SELECT 1 AS one", "public", "l_kept", 'm', 'p', false},
      {"CREATE SCHEMA \"Z z\"; CREATE TABLE \"Z z\".\"T t\" (id int)", "Z z", "T t", 'r', 'p',
       false},
  };
  catalog_here here;
  for (const row& table : rows) here.owner.sql(table.statement);
  here.owner.sql("CREATE TEMP TABLE not_listed (id int); CREATE SEQUENCE nor_this");

  const auto found = must(here.catalog->tables());
  CHECK(found.size() == rows.size());
  for (const row& expected : rows) {
    CAPTURE(expected.name);
    const auto match = std::find_if(found.begin(), found.end(), [&](const table_row& table) {
      return table.schema == expected.schema && table.name == expected.name;
    });
    REQUIRE(match != found.end());
    CHECK(match->kind == expected.kind);
    CHECK(match->persistence == expected.persistence);
    CHECK(match->has_identity == expected.has_identity);
    const auto& root = *std::ranges::find(found, "i_root", &table_row::name);
    CHECK(match->parent == (match->name == "j_part" ? root.id : oid{}));
  }
  CHECK(found.front().sql_name == R"("Z z"."T t")");
  CHECK(found.back().sql_name == "public.l_kept");
  CHECK(found.front().schema == "Z z");  // by schema and name, as bytes
  CHECK(found.back().name == "l_kept");
}

TEST_CASE("types") {
  using change::type_kind;
  catalog_here here;
  here.owner.sql("CREATE TYPE mood AS ENUM ('sad', 'glad')");
  here.owner.sql("ALTER TYPE mood ADD VALUE 'flat' BEFORE 'glad'");
  here.owner.sql("CREATE TYPE empty_enum AS ENUM ()");
  here.owner.sql("CREATE DOMAIN price AS numeric(10,2)");
  here.owner.sql("CREATE DOMAIN moods AS mood[]");
  here.owner.sql("CREATE TYPE pair AS (a int, b text)");
  here.owner.sql("CREATE TYPE span AS RANGE (subtype = int4)");
  const auto id_of = [&](const std::string& name) {
    const std::string id = here.owner.value("SELECT '" + name + "'::regtype::oid");
    return oid{static_cast<std::uint32_t>(std::stoul(id))};
  };
  const oid no_type{1};
  std::vector<oid> wanted{no_type};
  // moods, a domain over mood[], comes with both that it is made of.
  for (const char* name : {"empty_enum", "int[]", "box[]", "int2vector", "price", "moods", "pair",
                           "span", "int4range", "int4multirange"}) {
    wanted.push_back(id_of(name));
  }
  const change::type_catalog types = must(here.catalog->types(wanted));
  CHECK_FALSE(types.contains(no_type));
  CHECK_FALSE(types.contains(id_of("text")));  // nobody asked
  CHECK(must(here.catalog->types({})).empty());
  const auto type_of = [&](const std::string& name) {
    const auto found = types.find(id_of(name));
    REQUIRE(found != types.end());
    CHECK(found->second.id == found->first);
    return found->second;
  };

  CHECK(type_of("mood").kind == type_kind::enumeration);
  CHECK(type_of("mood").schema == "public");
  CHECK(type_of("mood").name == "mood");
  CHECK(type_of("mood").enum_labels == names{"sad", "flat", "glad"});
  CHECK(type_of("empty_enum").kind == type_kind::enumeration);
  CHECK(type_of("empty_enum").enum_labels.empty());

  CHECK(type_of("mood[]").kind == type_kind::array);
  CHECK(type_of("mood[]").element == type_of("mood").id);
  CHECK(type_of("mood[]").enum_labels.empty());
  CHECK(type_of("int[]").element == oid{23});
  CHECK(type_of("int[]").element_delimiter == ',');
  CHECK(type_of("box[]").element_delimiter == ';');
  // Of the same category, but their text is no array's.
  CHECK(type_of("int2vector").kind == type_kind::base);

  CHECK(type_of("price").kind == type_kind::domain);
  CHECK(type_of("price").base == oid{1700});
  CHECK(type_of("price").base_modifier == ((10 << 16) | 2) + 4);
  CHECK(type_of("moods").kind == type_kind::domain);
  CHECK(type_of("moods").base == type_of("mood[]").id);
  CHECK(type_of("pair").kind == type_kind::composite);
  CHECK(type_of("span").kind == type_kind::range);
  CHECK(type_of("int4range").kind == type_kind::range);
  CHECK(type_of("int4multirange").kind == type_kind::multirange);
}
