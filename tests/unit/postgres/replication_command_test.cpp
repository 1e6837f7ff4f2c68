#include <doctest/doctest.h>

#include "postgres/replication_command.hpp"

using namespace walrelay;
using namespace walrelay::postgres;

TEST_CASE("slot creation: keywords for all servers, parentheses where failover needs them") {
  CHECK(create_slot_command("s", slot_failover::off) ==
        "CREATE_REPLICATION_SLOT \"s\" LOGICAL pgoutput NOEXPORT_SNAPSHOT");
  CHECK(create_slot_command("s", slot_failover::on) ==
        "CREATE_REPLICATION_SLOT \"s\" LOGICAL pgoutput (SNAPSHOT 'nothing', FAILOVER true)");
}

TEST_CASE("names are quoted once for the grammar and twice for the list of publications") {
  CHECK(start_command("s", "p") ==
        "START_REPLICATION SLOT \"s\" LOGICAL 0/0 (proto_version '1', publication_names '\"p\"', "
        "messages 'true')");
  CHECK(start_command("s", "it's, \"x\"") ==
        "START_REPLICATION SLOT \"s\" LOGICAL 0/0 (proto_version '1', publication_names "
        "'\"it''s, \"\"x\"\"\"', messages 'true')");
  CHECK(create_slot_command("a\"b", slot_failover::off).find("\"a\"\"b\"") != std::string::npos);
}

TEST_CASE("timeline history is asked for by number") {
  CHECK(timeline_history_command(timeline_id{12}) == "TIMELINE_HISTORY 12");
}
