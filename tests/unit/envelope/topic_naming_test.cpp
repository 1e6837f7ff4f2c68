#include <walrelay/envelope/topic_naming.hpp>

#include "unit/envelope/support.hpp"

using namespace walrelay;
using namespace walrelay::envelope;

TEST_CASE("topic names") {
  struct name_case {
    const char* name;
    const char* schema;
    const char* table;
    const char* topic;
  };
  const name_case cases[] = {
      {"plain", "public", "t", "cdc.public.t"},
      {"case stays", "public", "MixedCase", "cdc.public.MixedCase"},
      {"dots stay", "My.Sch", "Tab le.x\"q", "cdc.My.Sch.Tab_le.x_q"},
      {"signs", "public", "$d@llar#", "cdc.public._d_llar_"},
      {"one for each character", "public",
       "t\xc3\xa4"
       "ble-\xe6\x97\xa5\xe6\x9c\xac",
       "cdc.public.t_ble-__"},
      {"two for a character outside the BMP", "public", "x\xf0\x9f\x98\x80y", "cdc.public.x__y"},
      {"control character", "public", "a\tb", "cdc.public.a_b"},
  };
  for (const name_case& c : cases) {
    CAPTURE(c.name);
    topic_naming naming({"cdc"});
    const auto topic = naming.topic_of(c.schema, c.table);
    REQUIRE(topic);
    CHECK(*topic == c.topic);
  }
}

TEST_CASE("prefix and delimiter are options") {
  topic_naming naming({"my shop", "/-"});
  const auto topic = naming.topic_of("public", "t");
  REQUIRE(topic);
  CHECK(*topic == "my_shop_-public_-t");
}

TEST_CASE("a table asks twice for its topic") {
  topic_naming naming({"cdc"});
  REQUIRE(naming.topic_of("public", "t"));
  const auto again = naming.topic_of("public", "t");
  REQUIRE(again);
  CHECK(*again == "cdc.public.t");
}

TEST_CASE("tables that collapse onto one topic are refused") {
  topic_naming naming({"cdc"});
  REQUIRE(naming.topic_of("public", "a b"));
  const auto second = naming.topic_of("public", "a_b");
  REQUIRE_FALSE(second);
  CHECK(second.error().kind == error_class::refuse);
  CHECK(second.error().found.find("\"public\".\"a b\"") != std::string::npos);
  CHECK(second.error().found.find("\"public\".\"a_b\"") != std::string::npos);
  REQUIRE(naming.topic_of("a.b", "c"));
  CHECK_FALSE(naming.topic_of("a", "b.c"));
}

TEST_CASE("topics of records that are not of a table") {
  topic_naming naming({"cdc"});
  CHECK(*naming.topic_of(auxiliary_topic::messages) == "cdc.message");
  CHECK(*naming.topic_of(auxiliary_topic::transactions) == "cdc.transaction");
  CHECK(*naming.topic_of(auxiliary_topic::heartbeats) == "__debezium-heartbeat.cdc");
  topic_naming named({"c d", "_", "txns", "beats"});
  CHECK(*named.topic_of(auxiliary_topic::messages) == "c_d.message");
  CHECK(*named.topic_of(auxiliary_topic::transactions) == "c_d_txns");
  CHECK(*named.topic_of(auxiliary_topic::heartbeats) == "beats_c_d");
  topic_naming whole({"cdc", ".", "t", "beats", "heart"});
  CHECK(*whole.topic_of(auxiliary_topic::heartbeats) == "heart");
}

TEST_CASE("a table whose topic is another stream's is refused") {
  topic_naming naming({"cdc", "_", "public_a"});
  REQUIRE(naming.topic_of("public", "a"));
  CHECK_FALSE(naming.topic_of(auxiliary_topic::transactions));
}

TEST_CASE("nobody's records go among the checkpoints") {
  topic_naming naming({"cdc", ".", "t", "beats", "offsets", "offsets"});
  const auto heartbeats = naming.topic_of(auxiliary_topic::heartbeats);
  REQUIRE_FALSE(heartbeats);
  CHECK(heartbeats.error().found ==
        "the offsets and the stream of heartbeats both have topic "
        "offsets");
  topic_naming of_tables({"cdc", ".", "t", "beats", "", "cdc.public.t"});
  CHECK_FALSE(of_tables.topic_of("public", "t"));
}

TEST_CASE("names that Kafka cannot hold are refused, not cut") {
  topic_naming naming({"cdc"});
  const std::string fits(topic_name_max - std::string_view("cdc.public.").size(), 'x');
  CHECK(naming.topic_of("public", fits));
  const auto too_long = naming.topic_of("public", fits + "x");
  REQUIRE_FALSE(too_long);
  CHECK(too_long.error().kind == error_class::refuse);
  topic_naming bare({""});
  CHECK_FALSE(bare.topic_of("", ""));
}
