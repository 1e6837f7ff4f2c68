#include <functional>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <walrelay/relay/start_check.hpp>

namespace {

using namespace walrelay;
using namespace walrelay::relay;

const expected_identity expected{
    "shop", "shopdb", "walrelay_shop", "walrelay_shop", "walrelay-offsets.shop", "walrelay.shop"};

server_identity server() {
  server_identity s;
  s.system_identifier = 7'000'000'000'000'000'001;
  s.timeline = timeline_id{3};
  s.wal_end = lsn{0x2000};
  s.database = "shopdb";
  s.database_oid = oid{5};
  s.history = {{timeline_id{1}, lsn{0x800}}, {timeline_id{2}, lsn{0x900}}};
  return s;
}

publication_state publication() {
  return {"walrelay_shop", oid{77}, "cudt", "fingerprint", {}};
}

slot_state slot() {
  slot_state s;
  s.name = "walrelay_shop";
  s.plugin = "pgoutput";
  s.database = "shopdb";
  s.logical = true;
  s.wal_status = "reserved";
  s.confirmed_flush = lsn{0x1000};
  return s;
}

start_facts facts() {
  start_facts f;
  f.server = server();
  f.publication = publication();
  f.slot = slot();
  f.kafka_cluster_id = "cluster-1";
  f.found = identity_of(f.server, f.publication, f.kafka_cluster_id, expected);
  f.found->state = checkpoint_state::streaming;
  f.found->position = lsn{0x1000};
  f.found->number = checkpoint_number{9};
  return f;
}

TEST_CASE("a checkpoint that fits is resumed from") {
  const auto verdict = check_position(facts(), expected);
  REQUIRE(verdict.has_value());
  const auto& go_on = std::get<resume>(*verdict);
  CHECK(go_on.from.position == lsn{0x1000});
  CHECK(go_on.notes.empty());
}

TEST_CASE("a first start that died half-way goes on from the slot") {
  start_facts f = facts();
  f.found->state = checkpoint_state::creating;
  f.found->position = lsn{};
  f.slot.confirmed_flush = lsn{0x1234};
  const auto verdict = check_position(f, expected);
  REQUIRE(verdict.has_value());
  const auto& first = std::get<complete_first_start>(*verdict);
  CHECK(first.streaming.position == lsn{0x1234});
  CHECK(first.streaming.state == checkpoint_state::streaming);
  CHECK(first.streaming.number == checkpoint_number{9});
}

TEST_CASE("a stream that ends for want of the publication says where and what to type") {
  const error cause{error_class::refuse,
                    fmt::format("publication \"{}\" does not exist", expected.publication), "", "",
                    "42704"};
  const error told = explain_stream_end(cause, lsn{0x1000}, expected);
  CHECK(told.kind == error_class::refuse);
  CHECK(told.found.find("slot 'walrelay_shop' cannot be decoded from 0/1000 on") == 0);
  CHECK(told.found.find(cause.found) != std::string::npos);
  CHECK(told.remedy.find("offsets reset --accept-gap --connector shop") != std::string::npos);

  const error other{error_class::retry, "gone", "why", "remedy", "08006"};
  CHECK(explain_stream_end(other, lsn{0x1000}, expected).found == "gone");
  const error not_it{error_class::refuse, "slot \"s\" does not exist", "", "", "42704"};
  CHECK(explain_stream_end(not_it, lsn{0x1000}, expected).found == not_it.found);
}

struct refused_row {
  const char* name;
  std::function<void(start_facts&)> spoil;
  std::vector<std::string> message_holds;
};

TEST_CASE("every line of the refusal table names what was found and what to type") {
  const std::vector<refused_row> table = {
      {"no checkpoint with a slot",
       [](auto& f) { f.found.reset(); },
       {"holds no checkpoint", "0/1000", "walrelay offsets adopt --connector shop"}},
      {"confirmed beyond the checkpoint",
       [](auto& f) { f.slot.confirmed_flush = lsn{0x1001}; },
       {"0/1001", "0/1000", "adopt --accept-gap"}},
      {"another system identifier",
       [](auto& f) { f.found->system_identifier = 42; },
       {"system identifier", "7000000000000000001", "42", "adopt --accept-gap"}},
      {"another database",
       [](auto& f) { f.found->database = "other"; },
       {"database", "other", "shopdb"}},
      {"another database OID", [](auto& f) { f.found->database_oid = oid{6}; }, {"OID", "6"}},
      {"another slot", [](auto& f) { f.found->slot = "other"; }, {"slot", "other"}},
      {"another publication",
       [](auto& f) { f.found->publication = "other"; },
       {"publication", "other"}},
      {"a re-created publication",
       [](auto& f) { f.found->publication_oid = oid{76}; },
       {"dropped and created again", "76"}},
      {"another Kafka cluster",
       [](auto& f) { f.found->kafka_cluster_id = "cluster-2"; },
       {"Kafka cluster", "cluster-1", "cluster-2"}},
      {"another transactional.id",
       [](auto& f) { f.found->transactional_id = "other"; },
       {"transactional.id", "other", "adopt --accept-gap"}},
      {"a publication that changed while a transaction was relayed in part",
       [](auto& f) {
         f.found->partial = partial_mark{xid{801}, lsn{0x1500}, 12, lsn{0x1400}, 1};
         f.found->publication_fingerprint = "before";
       },
       {"transaction 801", "change 12", "has changed since", "adopt --accept-gap"}},
      {"a restored or lagging server",
       [](auto& f) { f.server.wal_end = lsn{0xfff}; },
       {"beyond the server's end of WAL", "0/1000", "0/FFF", "adopt --accept-gap"}},
      {"a timeline that left before the checkpoint",
       [](auto& f) { f.found->timeline = timeline_id{2}; },
       {"timeline 3", "left timeline 2 at 0/900", "0/1000"}},
      {"an older timeline than the checkpoint's",
       [](auto& f) { f.found->timeline = timeline_id{4}; },
       {"timeline 3", "timeline 4"}},
  };
  for (const auto& row : table) {
    CAPTURE(row.name);
    start_facts f = facts();
    row.spoil(f);
    const auto verdict = check_position(f, expected);
    REQUIRE_FALSE(verdict.has_value());
    CHECK(verdict.error().kind == error_class::refuse);
    CHECK_FALSE(verdict.error().why.empty());
    CHECK_FALSE(verdict.error().remedy.empty());
    for (const auto& part : row.message_holds) {
      CAPTURE(verdict.error().message());
      CHECK(verdict.error().message().find(part) != std::string::npos);
    }
  }
}

TEST_CASE("a clean promotion goes on and is recorded") {
  start_facts f = facts();
  f.found->timeline = timeline_id{2};
  f.found->position = lsn{0x900};
  f.slot.confirmed_flush = lsn{0x900};
  const auto verdict = check_position(f, expected);
  REQUIRE(verdict.has_value());
  const auto& go_on = std::get<resume>(*verdict);
  CHECK(go_on.from.timeline == timeline_id{3});
  REQUIRE(go_on.notes.size() == 1);
}

TEST_CASE("changed publication content goes on and is recorded") {
  start_facts f = facts();
  f.found->publication_fingerprint = "before";
  const auto verdict = check_position(f, expected);
  REQUIRE(verdict.has_value());
  const auto& go_on = std::get<resume>(*verdict);
  CHECK(go_on.from.publication_fingerprint == "fingerprint");
  CHECK(go_on.notes.size() == 1);
}

using upkeep = source_findings::publication_upkeep;

source_findings usable() {
  source_findings found;
  found.server_version = 150020;
  found.wal_level = "logical";
  found.current_user = "cdc";
  found.may_replicate = true;
  found.upkeep = upkeep::keep_complete;
  found.tables_are_named = true;
  found.publication = publication();
  found.slot = slot();
  found.captured = {"public.t"};
  return found;
}

struct source_row {
  const char* name;
  std::function<void(source_findings&)> spoil;
  std::string message_holds;
};

TEST_CASE("what stands in the way of a start") {
  CHECK(check_source(usable(), expected).has_value());
  const std::vector<source_row> table = {
      {"old server", [](auto& f) { f.server_version = 130010; }, "PostgreSQL 14"},
      {"wal_level", [](auto& f) { f.wal_level = "replica"; },
       "ALTER SYSTEM SET wal_level = logical"},
      {"no right", [](auto& f) { f.may_replicate = false; }, "ALTER ROLE \"cdc\" REPLICATION"},
      {"encoding", [](auto& f) { f.database_encoding = "SQL_ASCII"; }, "SQL_ASCII"},
      {"publication dropped", [](auto& f) { f.publication.reset(); }, "does not exist, but slot"},
      {"no publication allowed",
       [](auto& f) {
         f.publication.reset();
         f.slot.reset();
         f.upkeep = upkeep::none;
       },
       "publication.autocreate.mode"},
      {"table missing from the publication",
       [](auto& f) {
         f.missing_from_publication = {"public.t"};
         f.upkeep = upkeep::none;
       },
       "ALTER PUBLICATION \"walrelay_shop\" ADD TABLE public.t"},
      {"a view", [](auto& f) { f.not_publishable = {"public.v (view)"}; }, "public.v (view)"},
      {"a list that matches nothing",
       [](auto& f) {
         f.slot.reset();
         f.unmatched_includes = {"public.x"};
       },
       "public.x"},
      {"nothing captured",
       [](auto& f) {
         f.slot.reset();
         f.captured.clear();
       },
       "no table is captured"},
      {"operations that are not published",
       [](auto& f) {
         f.operations_not_published = {"UPDATE", "DELETE"};
       },
       "does not publish UPDATE, DELETE"},
      {"physical slot", [](auto& f) { f.slot->logical = false; }, "physical"},
      {"plugin", [](auto& f) { f.slot->plugin = "wal2json"; }, "wal2json"},
      {"slot of another database", [](auto& f) { f.slot->database = "x"; },
       "belongs to database 'x'"},
      {"temporary slot", [](auto& f) { f.slot->temporary = true; }, "temporary"},
      {"two-phase slot", [](auto& f) { f.slot->two_phase = true; }, "two_phase"},
      {"lost slot", [](auto& f) { f.slot->wal_status = "lost"; }, "pg_drop_replication_slot"},
      {"invalidated slot", [](auto& f) { f.slot->invalidation_reason = "idle_timeout"; },
       "idle_timeout"},
      {"conflicting slot", [](auto& f) { f.slot->conflicting = true; }, "conflicting"},
      {"unfinished slot", [](auto& f) { f.slot->confirmed_flush.reset(); }, "not completed"},
  };
  for (const auto& row : table) {
    CAPTURE(row.name);
    source_findings found = usable();
    row.spoil(found);
    const auto verdict = check_source(found, expected);
    REQUIRE_FALSE(verdict.has_value());
    CHECK(verdict.error().kind == error_class::refuse);
    CAPTURE(verdict.error().message());
    CHECK(verdict.error().message().find(row.message_holds) != std::string::npos);
  }
}

TEST_CASE("what time alone mends is waited for") {
  struct row {
    const char* name;
    std::function<void(source_findings&)> change;
    std::string code;
  };
  const std::vector<row> table = {
      {"a standby that will be promoted", [](auto& f) { f.in_recovery = true; }, "25006"},
      {"a slot that another session is creating",
       [](auto& f) {
         f.slot->confirmed_flush.reset();
         f.slot->active_pid = 4711;
       },
       "55006"},
  };
  for (const auto& each : table) {
    CAPTURE(each.name);
    source_findings found = usable();
    each.change(found);
    const auto verdict = check_source(found, expected);
    REQUIRE_FALSE(verdict.has_value());
    CHECK(verdict.error().kind == error_class::retry);
    CHECK(verdict.error().code == each.code);
  }
}

TEST_CASE("what is to be typed depends on what is there, and names are quoted") {
  const std::vector<source_row> table = {
      {"a partitioned table without rows",
       [](auto& f) {
         f.slot.reset();
         f.captured.clear();
         f.without_rows = {"public.root"};
       },
       "ALTER PUBLICATION \"walrelay_shop\" SET (publish_via_partition_root = true)"},
      {"the same without a publication",
       [](auto& f) {
         f.slot.reset();
         f.publication.reset();
         f.without_rows = {"public.root"};
       },
       "publish.via.partition.root"},
      {"a role of any name",
       [](auto& f) {
         f.may_replicate = false;
         f.current_user = "a\"b";
       },
       "ALTER ROLE \"a\"\"b\" REPLICATION"},
  };
  for (const auto& row : table) {
    CAPTURE(row.name);
    source_findings found = usable();
    row.spoil(found);
    const auto verdict = check_source(found, expected);
    REQUIRE_FALSE(verdict.has_value());
    CHECK(verdict.error().message().find(row.message_holds) != std::string::npos);
  }
}

TEST_CASE("what the operator should know does not hold up a connector that has a slot") {
  CHECK(notes_on_source(usable(), expected).empty());
  const std::vector<source_row> table = {
      {"a table was dropped", [](auto& f) { f.unmatched_includes = {"public.x"}; }, "public.x"},
      {"a partitioned table without rows", [](auto& f) { f.without_rows = {"public.root"}; },
       "public.root is partitioned"},
      {"every table was dropped", [](auto& f) { f.captured.clear(); }, "no table is captured"},
      {"tables that nobody adds to the publication",
       [](auto& f) {
         f.missing_from_publication = {"public.t"};
         f.upkeep = upkeep::create;
       },
       "ADD TABLE public.t"},
      {"the same, selected by a pattern of schemas",
       [](auto& f) {
         f.missing_from_publication = {"public.t"};
         f.upkeep = upkeep::none;
         f.tables_are_named = false;
       },
       "ADD TABLE public.t"},
      {"a table without replica identity", [](auto& f) { f.without_identity = {"public.t"}; },
       "REPLICA IDENTITY FULL"},
  };
  for (const auto& row : table) {
    CAPTURE(row.name);
    source_findings found = usable();
    row.spoil(found);
    CHECK(check_source(found, expected).has_value());
    const auto notes = notes_on_source(found, expected);
    REQUIRE(notes.size() == 1);
    CHECK(notes[0].find(row.message_holds) != std::string::npos);
  }
}

TEST_CASE("all findings are reported at once") {
  source_findings found = usable();
  found.wal_level = "minimal";
  found.may_replicate = false;
  found.slot->plugin = "test_decoding";
  const auto verdict = check_source(found, expected);
  REQUIRE_FALSE(verdict.has_value());
  const std::string text = verdict.error().message();
  CHECK(text.find("3 things") != std::string::npos);
  for (const char* part : {"wal_level", "may not replicate", "test_decoding"}) {
    CHECK(text.find(part) != std::string::npos);
  }
}

TEST_CASE("an offsets topic that could lose the checkpoint is refused") {
  CHECK(check_offsets_topic({"t", false, "", 0}).has_value());
  CHECK(check_offsets_topic({"t", true, "compact", 1}).has_value());
  for (const char* policy : {"delete", "compact,delete", "delete,compact"}) {
    CAPTURE(policy);
    CHECK_FALSE(check_offsets_topic({"t", true, policy, 1}).has_value());
  }
}

}  // namespace
