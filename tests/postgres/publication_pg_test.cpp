// Publications: how they are made, and a fingerprint that changes with what one holds and with
// nothing else.
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "catalog_fixture.hpp"

using namespace walrelay;
using namespace walrelay::postgres;
using namespace walrelay::postgres::test;

namespace {

std::vector<std::string> names_of(const publication_state& publication) {
  std::vector<std::string> names;
  for (const published_table& table : publication.tables) {
    names.push_back(table.schema + "." + table.name);
  }
  return names;
}

publication_state present(source_catalog& catalog, const std::string& name) {
  auto found = must(catalog.publication(name));
  REQUIRE(found.has_value());
  return *std::move(found);
}

}  // namespace

TEST_CASE("publications as the catalog makes them") {
  catalog_here here;
  here.owner.sql("CREATE TABLE a (id int PRIMARY KEY)");
  here.owner.sql("CREATE SCHEMA \"S x\"");
  here.owner.sql("CREATE TABLE \"S x\".\"it's \"\"b\"\"\" (id int PRIMARY KEY)");
  const std::pair<std::string, std::string> plain{"public", "a"};
  const std::pair<std::string, std::string> odd{"S x", "it's \"b\""};
  using names = std::vector<std::string>;

  SUBCASE("none") {
    CHECK(!must(here.catalog->publication("p")).has_value());
  }
  SUBCASE("a list, names quoted, sorted by schema and name") {
    must(here.catalog->create_publication({"P \"q\"", false, {plain, odd}, true}));
    const publication_state found = present(*here.catalog, "P \"q\"");
    CHECK(found.name == "P \"q\"");
    CHECK(names_of(found) == names{"S x.it's \"b\"", "public.a"});
    CHECK(found.tables[1].relation == here.oid_of("a"));
    CHECK(found.via_partition_root);
    CHECK(fmt::to_string(found.id) == here.owner.value("SELECT oid FROM pg_publication"));
    CHECK(here.owner.value("SELECT concat(pubinsert, pubupdate, pubdelete, pubtruncate, "
                           "pubviaroot, puballtables) FROM pg_publication") == "tttttf");
  }
  SUBCASE("the operations it publishes") {
    must(here.catalog->create_publication({"p", false, {}, false}));
    CHECK_FALSE(present(*here.catalog, "p").via_partition_root);
    for (const auto& [publish, letters] :
         {std::pair("insert, update, delete, truncate", "cudt"), std::pair("insert", "c"),
          std::pair("update, delete", "ud"), std::pair("truncate", "t")}) {
      here.owner.sql(fmt::format("ALTER PUBLICATION p SET (publish = '{}')", publish));
      CHECK(present(*here.catalog, "p").operations == letters);
    }
  }
  SUBCASE("all tables") {
    must(here.catalog->create_publication({"p", true, {}, false}));
    CHECK(names_of(present(*here.catalog, "p")).size() == 2);
    CHECK(here.owner.value("SELECT concat(pubviaroot, puballtables) FROM pg_publication") == "ft");
  }
  SUBCASE("no table, then some, then one that is there already") {
    must(here.catalog->create_publication({"p", false, {}, false}));
    CHECK(names_of(present(*here.catalog, "p")).empty());
    must(here.catalog->add_tables("p", {plain, odd}));
    CHECK(names_of(present(*here.catalog, "p")).size() == 2);
    must(here.catalog->add_tables("p", {}));
    const auto again = here.catalog->add_tables("p", {plain});
    REQUIRE(again.has_error());
    CHECK(again.error().kind == error_class::retry);
  }
  SUBCASE("made twice: the second finds that another was faster") {
    must(here.catalog->create_publication({"p", false, {}, false}));
    const auto again = here.catalog->create_publication({"p", false, {}, false});
    REQUIRE(again.has_error());
    CHECK(again.error().code == "42710");
    CHECK(again.error().kind == error_class::retry);
  }
  SUBCASE("a table that is not there") {
    const auto made = here.catalog->create_publication({"p", false, {{"public", "z"}}, false});
    REQUIRE(made.has_error());
    CHECK(made.error().kind == error_class::refuse);
    CHECK(made.error().found.find("public.z") != std::string::npos);
  }
}

TEST_CASE("a publication holds a partitioned table's partitions, or the table itself") {
  catalog_here here;
  here.owner.sql("CREATE TABLE root (id int PRIMARY KEY) PARTITION BY RANGE (id)");
  here.owner.sql("CREATE TABLE part PARTITION OF root FOR VALUES FROM (0) TO (10)");
  must(here.catalog->create_publication({"p", false, {{"public", "root"}}, false}));
  CHECK(names_of(present(*here.catalog, "p")) == std::vector<std::string>{"public.part"});
  here.owner.sql("ALTER PUBLICATION p SET (publish_via_partition_root = true)");
  CHECK(names_of(present(*here.catalog, "p")) == std::vector<std::string>{"public.root"});
}

TEST_CASE("the fingerprint changes with what the publication holds") {
  struct row {
    std::string name;
    const char* change;
    int since;
  };
  catalog_here here;
  const int version = must(here.catalog->settings()).version_number;
  for (const char* const statement :
       {"CREATE TABLE a (id int PRIMARY KEY, n int, m int)",
        "CREATE TABLE b (id int PRIMARY KEY, n int)", "CREATE SCHEMA s",
        "CREATE TABLE s.a (id int PRIMARY KEY)", "CREATE PUBLICATION p FOR TABLE a"}) {
    here.owner.sql(statement);
  }
  std::vector<std::string> seen{present(*here.catalog, "p").fingerprint};
  for (const row& step : {
           row{"a table is added", "ALTER PUBLICATION p ADD TABLE b", 0},
           row{"it is replaced", "ALTER PUBLICATION p SET TABLE a, s.a", 0},
           row{"a row filter", "ALTER PUBLICATION p SET TABLE a WHERE (id > 1)", 150000},
           row{"another row filter", "ALTER PUBLICATION p SET TABLE a WHERE (id > 2)", 150000},
           row{"a column list", "ALTER PUBLICATION p SET TABLE a (id, n)", 150000},
           row{"another column list", "ALTER PUBLICATION p SET TABLE a (id, m)", 150000},
           row{"a whole schema", "ALTER PUBLICATION p SET TABLES IN SCHEMA s", 150000},
           row{"the schema's tables by name", "ALTER PUBLICATION p SET TABLE s.a", 150000},
           row{"no truncates", "ALTER PUBLICATION p SET (publish = 'insert, update, delete')", 0},
           row{"inserts only", "ALTER PUBLICATION p SET (publish = 'insert')", 0},
           row{"the partition root", "ALTER PUBLICATION p SET (publish_via_partition_root = true)",
               0},
           row{"a member is renamed", "ALTER TABLE s.a RENAME TO z", 0},
           row{"a member is dropped", "DROP TABLE s.z", 0},
       }) {
    if (version < step.since) continue;
    CAPTURE(step.name);
    here.owner.sql(step.change);
    const std::string fingerprint = present(*here.catalog, "p").fingerprint;
    CHECK(fingerprint.size() == 64);
    CHECK(std::find(seen.begin(), seen.end(), fingerprint) == seen.end());
    seen.push_back(fingerprint);
  }
}

TEST_CASE("the fingerprint of FOR ALL TABLES changes with the tables") {
  catalog_here here;
  here.owner.sql("CREATE PUBLICATION p FOR ALL TABLES");
  const std::string empty = present(*here.catalog, "p").fingerprint;
  here.owner.sql("CREATE TABLE a (id int PRIMARY KEY)");
  CHECK(present(*here.catalog, "p").fingerprint != empty);
}

TEST_CASE("the fingerprint does not change with anything else") {
  catalog_here here;
  for (const char* const statement :
       {"CREATE TABLE a (id int PRIMARY KEY, n int)", "CREATE TABLE b (id int PRIMARY KEY)",
        "CREATE TABLE other (id int PRIMARY KEY)", "CREATE PUBLICATION p FOR TABLE a, b"}) {
    here.owner.sql(statement);
  }
  const std::string before = present(*here.catalog, "p").fingerprint;
  const std::string role = here.database.name() + "_role";
  for (const std::string& statement : std::vector<std::string>{
           "ALTER TABLE a ADD COLUMN extra text", "ALTER TABLE a DROP COLUMN extra",
           "ALTER TABLE a RENAME COLUMN n TO m", "INSERT INTO a VALUES (1, 2)",
           "CREATE TABLE another (id int)", "ALTER TABLE a REPLICA IDENTITY FULL",
           "CREATE PUBLICATION q FOR ALL TABLES", "VACUUM FULL a",
           "ALTER PUBLICATION p SET TABLE b, a", "ALTER PUBLICATION p RENAME TO r",
           "ALTER PUBLICATION r RENAME TO p",
           fmt::format("CREATE ROLE {0} SUPERUSER; ALTER PUBLICATION p OWNER TO {0}", role),
           fmt::format("REASSIGN OWNED BY {0} TO CURRENT_USER; DROP ROLE {0}", role),
           "DROP PUBLICATION p", "CREATE PUBLICATION p FOR TABLE b, a"}) {
    CAPTURE(statement);
    here.owner.sql(statement);
    for (const char* const name : {"p", "r"}) {  // r while it is renamed
      const auto found = must(here.catalog->publication(name));
      if (found) CHECK(found->fingerprint == before);
    }
  }
  // Nor with the settings of the session that asks.
  here.owner.sql("ALTER DATABASE " + here.database.name() + " SET search_path = 'nowhere'");
  const auto catalog = must(source_catalog::open(here.database.settings()));
  CHECK(present(*catalog, "p").fingerprint == before);
}
