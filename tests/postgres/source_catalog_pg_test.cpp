// What SQL says of the server and of a slot, and what a lost session does.
#include <doctest/doctest.h>

#include "catalog_fixture.hpp"

using namespace walrelay;
using namespace walrelay::postgres;
using namespace walrelay::postgres::test;

TEST_CASE("server settings") {
  catalog_here here;
  const server_settings found = must(here.catalog->settings());
  CHECK(fmt::to_string(found.version_number) == here.owner.value("SHOW server_version_num"));
  CHECK(found.wal_level == "logical");
  CHECK(!found.in_recovery);
  CHECK(found.server_encoding == "UTF8");
  CHECK(found.current_user == here.owner.value("SELECT current_user"));
}

TEST_CASE("who may replicate") {
  struct row {
    std::string name;
    const char* attributes;
    bool may;
  };
  const scratch_database database;
  session owner(database.settings());
  const std::string role = database.name() + "_role";
  for (const row& expected :
       {row{"superuser", "SUPERUSER", true}, row{"replication role", "REPLICATION", true},
        row{"neither", "", false}}) {
    CAPTURE(expected.name);
    owner.sql(fmt::format("CREATE ROLE {} LOGIN {}", role, expected.attributes));
    connection_settings settings = database.settings();
    set_keyword(settings, "user", role);
    {
      const auto catalog = must(source_catalog::open(settings));
      CHECK(must(catalog->settings()).may_replicate == expected.may);
    }
    owner.sql("DROP ROLE " + role);
  }

  const bool made = owner.sql("SELECT FROM pg_roles WHERE rolname = 'rds_replication'").empty();
  if (made) owner.sql("CREATE ROLE rds_replication");
  owner.sql(fmt::format("CREATE ROLE {} LOGIN IN ROLE rds_replication", role));
  connection_settings settings = database.settings();
  set_keyword(settings, "user", role);
  const bool member = must(must(source_catalog::open(settings))->settings()).may_replicate;
  owner.sql("DROP ROLE " + role);
  if (made) owner.sql("DROP ROLE rds_replication");
  CHECK(member);
}

TEST_CASE("slots") {
  catalog_here here;
  const std::string name = here.database.slot();

  SUBCASE("absent") {
    CHECK(!must(here.catalog->slot(name)).has_value());
  }
  SUBCASE("of ours, idle and in use") {
    here.owner.sql("CREATE PUBLICATION p");
    const auto stream = open_stream(here.database);
    must(stream->create_slot(name, false));
    auto slot = must(here.catalog->slot(name));
    REQUIRE(slot.has_value());
    CHECK(slot->name == name);
    CHECK(slot->plugin == "pgoutput");
    CHECK(slot->database == here.database.name());
    CHECK(slot->logical);
    CHECK(!slot->temporary);
    CHECK(!slot->two_phase);
    CHECK(!slot->conflicting);
    CHECK(slot->wal_status == "reserved");
    CHECK(slot->invalidation_reason.empty());
    REQUIRE(slot->confirmed_flush.has_value());
    CHECK(*slot->confirmed_flush <= must(here.catalog->wal_end()));
    CHECK(!slot->active_pid.has_value());

    must(stream->start(name, "p"));
    slot = must(here.catalog->slot(name));
    REQUIRE(slot.has_value());
    CHECK(slot->active_pid.has_value());
  }
  SUBCASE("another plugin, two-phase") {
    here.owner.sql(fmt::format(
        "SELECT pg_create_logical_replication_slot('{}', 'test_decoding', false, true)", name));
    const auto slot = must(here.catalog->slot(name));
    REQUIRE(slot.has_value());
    CHECK(slot->plugin == "test_decoding");
    CHECK(slot->two_phase);
  }
  SUBCASE("physical") {
    here.owner.sql(fmt::format("SELECT pg_create_physical_replication_slot('{}')", name));
    const auto slot = must(here.catalog->slot(name));
    here.owner.sql(fmt::format("SELECT pg_drop_replication_slot('{}')", name));
    REQUIRE(slot.has_value());
    CHECK(!slot->logical);
    CHECK(slot->plugin.empty());
    CHECK(slot->database.empty());
    CHECK(!slot->confirmed_flush.has_value());
  }
}

TEST_CASE("a session that the server has ended is an error that is retried, each time") {
  catalog_here here;
  REQUIRE(must(here.catalog->settings()).wal_level == "logical");
  here.owner.sql(
      "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = "
      "current_database() AND pid <> pg_backend_pid()");
  for (int i = 0; i < 2; ++i) {
    const auto found = here.catalog->settings();
    REQUIRE(found.has_error());
    CHECK(found.error().kind == error_class::retry);
  }
}

TEST_CASE("a statement that takes too long is ended and retried") {
  const scratch_database database;
  session owner(database.settings());
  owner.sql("CREATE TABLE t (id int)");
  connection_settings settings = database.settings();
  settings.statement_timeout = std::chrono::milliseconds(200);
  const auto catalog = must(source_catalog::open(settings));
  owner.sql("BEGIN; LOCK TABLE t IN ACCESS EXCLUSIVE MODE");
  const auto created = catalog->create_publication({"p", false, {{"public", "t"}}, false});
  REQUIRE(created.has_error());
  CHECK(created.error().kind == error_class::retry);
  CHECK(created.error().code == "57014");
}
