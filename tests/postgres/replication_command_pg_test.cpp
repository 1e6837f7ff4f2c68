// The blocking half of replication_stream: who the server is, slots, START, cancel.
#include <chrono>
#include <future>
#include <thread>

#include <doctest/doctest.h>

#include "stream_fixture.hpp"

using namespace walrelay;
using namespace walrelay::postgres;
using namespace walrelay::postgres::test;
using namespace std::chrono_literals;

namespace {

/// As far as pg_stat_activity shows: the walsender waits for a transaction to end.
bool waits_for_transaction(session& owner, const scratch_database& database) {
  for (int i = 0; i < 500; ++i) {
    const auto waiting = owner.value(
        fmt::format("SELECT count(*) FROM pg_stat_activity WHERE datname = '{}' AND backend_type = "
                    "'walsender' AND wait_event_type = 'Lock'",
                    database.name()));
    if (waiting == "1") return true;
    std::this_thread::sleep_for(10ms);
  }
  return false;
}

}  // namespace

TEST_CASE("identify: what SQL says of the same server") {
  const scratch_database database;
  session owner(database.settings());
  const server_identity identity = must(open_stream(database)->identify());
  CHECK(fmt::to_string(identity.system_identifier) ==
        owner.value("SELECT system_identifier FROM pg_control_system()"));
  CHECK(fmt::to_string(identity.timeline) ==
        owner.value("SELECT timeline_id FROM pg_control_checkpoint()"));
  CHECK(identity.database == database.name());
  CHECK(fmt::to_string(identity.database_oid) ==
        owner.value("SELECT oid FROM pg_database WHERE datname = current_database()"));
  CHECK(identity.wal_end.valid());
  CHECK(owner.value(fmt::format("SELECT '{}'::pg_lsn <= pg_current_wal_flush_lsn()",
                                identity.wal_end)) == "t");
  // A scratch server is on its first timeline; one that was promoted tells where it branched off.
  CHECK(identity.history.empty() == (identity.timeline == timeline_id{1}));
}

TEST_CASE("a slot is created once, and the second time it is there already") {
  const scratch_database database;
  const auto stream = open_stream(database);
  CHECK(must(stream->create_slot(database.slot(), false)) == slot_outcome::created);
  CHECK(must(stream->create_slot(database.slot(), false)) == slot_outcome::already_exists);
  session owner(database.settings());
  CHECK(owner.value(fmt::format(
            "SELECT plugin || ' ' || slot_type || ' ' || temporary || ' ' || two_phase FROM "
            "pg_replication_slots WHERE slot_name = '{}'",
            database.slot())) == "pgoutput logical false false");
}

TEST_CASE("failover slots are refused where the server has none") {
  const scratch_database database;
  session owner(database.settings());
  const auto created = open_stream(database)->create_slot(database.slot(), true);
  if (std::stoi(owner.value("SHOW server_version_num")) >= 170000) {
    CHECK(must(created) == slot_outcome::created);
  } else {
    REQUIRE(created.has_error());
    CHECK(created.error().kind == error_class::refuse);
  }
}

TEST_CASE("a slot name that the server does not allow is refused") {
  const scratch_database database;
  const auto created = open_stream(database)->create_slot("Not Allowed", false);
  REQUIRE(created.has_error());
  CHECK(created.error().kind == error_class::refuse);
  CHECK(created.error().code == "42602");
}

TEST_CASE("a role without the right to replicate is refused with the right's name") {
  const scratch_database database;
  session owner(database.settings());
  const std::string role = database.name() + "_role";
  owner.sql(fmt::format("CREATE ROLE {} LOGIN", role));
  connection_settings settings = database.settings();
  set_keyword(settings, "user", role);
  const auto stream = replication_stream::open(settings);
  owner.sql(fmt::format("DROP ROLE {}", role));
  REQUIRE(stream.has_error());
  CHECK(stream.error().kind == error_class::refuse);
  CHECK(stream.error().message().find("REPLICATION") != std::string::npos);
}

TEST_CASE("cancel ends a slot creation that waits for another transaction") {
  const scratch_database database;
  session owner(database.settings());
  session writer(database.settings());
  writer.sql("BEGIN; SELECT txid_current()");
  const auto stream = open_stream(database);
  auto creating =
      std::async(std::launch::async, [&] { return stream->create_slot(database.slot(), false); });
  REQUIRE(waits_for_transaction(owner, database));
  REQUIRE(creating.wait_for(100ms) == std::future_status::timeout);

  const mono_time cancelled = mono_now();
  stream->cancel();
  const auto created = creating.get();
  CHECK(mono_now() - cancelled < 5s);
  REQUIRE(created.has_error());
  CHECK(created.error().kind == error_class::retry);
  CHECK(created.error().code == "57014");
  CHECK(owner.value(fmt::format("SELECT count(*) FROM pg_replication_slots WHERE slot_name = '{}'",
                                database.slot())) == "0");
}

TEST_CASE("a cancel that comes before the command is not lost") {
  const scratch_database database;
  const auto stream = open_stream(database);
  stream->cancel();
  const auto identity = stream->identify();
  REQUIRE(identity.has_error());
  CHECK(identity.error().code == "57014");
}

TEST_CASE("starting: what is refused and what is retried") {
  const scratch_database database;
  session owner(database.settings());
  owner.sql("CREATE PUBLICATION p");
  const auto stream = open_stream(database);

  SUBCASE("no slot") {
    const auto started = stream->start(database.slot(), "p");
    REQUIRE(started.has_error());
    CHECK(started.error().kind == error_class::refuse);
    CHECK(started.error().code == "42704");
  }
  SUBCASE("a physical slot") {
    const std::string physical = database.slot("physical");
    owner.sql(fmt::format("SELECT pg_create_physical_replication_slot('{}')", physical));
    const auto started = stream->start(physical, "p");
    owner.sql(fmt::format("SELECT pg_drop_replication_slot('{}')", physical));
    REQUIRE(started.has_error());
    CHECK(started.error().kind == error_class::refuse);
    CHECK(started.error().code == "55000");
  }
  SUBCASE("a slot in use: retried on the same connection once it is free") {
    const auto holder = open_stream(database);
    must(holder->create_slot(database.slot(), false));
    must(holder->start(database.slot(), "p"));
    const auto started = stream->start(database.slot(), "p");
    REQUIRE(started.has_error());
    CHECK(started.error().kind == error_class::retry);
    CHECK(started.error().code == "55006");
    CHECK(started.error().found.find("active for PID") != std::string::npos);

    holder->close();
    const mono_time give_up = mono_now() + 10s;
    auto again = stream->start(database.slot(), "p");
    while (again.has_error() && mono_now() < give_up) {
      std::this_thread::sleep_for(20ms);
      again = stream->start(database.slot(), "p");
    }
    must(again);
  }
}
