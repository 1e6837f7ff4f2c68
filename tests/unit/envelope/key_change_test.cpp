#include "unit/envelope/table_fixture.hpp"

using namespace walrelay;
using namespace walrelay::envelope;
using namespace walrelay::envelope::test;
using change::old_row;

namespace {

constexpr std::string_view placeholder = "\"__debezium_unavailable_value\"";

table_fixture plain(change::replica_identity identity = change::replica_identity::primary_key) {
  table_fixture table(identity);
  table.key("id", types::int4).column("n", types::int4).column("big", types::text);
  return table;
}

}  // namespace

TEST_CASE("a key change is delete, tombstone and create (B06)") {
  auto table = plain();
  REQUIRE(table.update(old_row::key, {text_value("1"), null_value, null_value},
                       {text_value("11"), text_value("1"), text_value("x")}));
  const auto records = table.records();
  REQUIRE(records.size() == 3);
  CHECK(records[0].key == R"({"id":1})");
  CHECK(records[0].headers == R"(__debezium.newkey={"id":11};)");
  CHECK(records[0].value ==
        table_fixture::envelope(R"({"id":1,"n":null,"big":null})", "null", 'd'));
  CHECK(records[1].key == R"({"id":1})");
  CHECK(records[1].headers == R"(__debezium.newkey={"id":11};)");
  CHECK(records[1].value == "(none)");
  CHECK(records[2].key == R"({"id":11})");
  CHECK(records[2].headers == R"(__debezium.oldkey={"id":1};)");
  CHECK(records[2].value == table_fixture::envelope("null", R"({"id":11,"n":1,"big":"x"})", 'c'));
}

TEST_CASE("a key change without tombstones") {
  auto table = plain();
  table.settings.on_delete = tombstones::leave_out;
  REQUIRE(table.update(old_row::key, {text_value("1"), null_value, null_value},
                       {text_value("11"), text_value("1"), text_value("x")}));
  REQUIRE(table.records().size() == 2);
  CHECK(table.records()[1].key == R"({"id":11})");
}

TEST_CASE("a key change without the records of operations that are skipped (golden case 140)") {
  const auto keys_with = [](key_change_records wanted) {
    auto table = plain();
    table.settings.on_key_change = wanted;
    REQUIRE(table.update(old_row::key, {text_value("1"), null_value, null_value},
                         {text_value("11"), text_value("1"), text_value("x")}));
    std::string keys;
    for (const auto& record : table.records()) keys += record.key;
    return keys;
  };
  CHECK(keys_with(key_change_records::create_alone) == R"({"id":11})");
  CHECK(keys_with(key_change_records::delete_alone) == R"({"id":1}{"id":1})");
  CHECK(keys_with(key_change_records::none).empty());
}

TEST_CASE("a key change keeps unchanged big values (B06)") {
  SUBCASE("as placeholder when they were not sent") {
    auto table = plain();
    REQUIRE(table.update(old_row::key, {text_value("1"), null_value, null_value},
                         {text_value("2"), text_value("1"), unchanged_value}));
    const std::string after = R"({"id":2,"n":1,"big":)" + std::string(placeholder) + "}";
    CHECK(table.records()[2].value == table_fixture::envelope("null", after, 'c'));
  }
  SUBCASE("from the old row under FULL") {
    auto table = plain(change::replica_identity::full);
    REQUIRE(table.update(old_row::full, {text_value("1"), text_value("1"), text_value("real")},
                         {text_value("2"), text_value("1"), unchanged_value}));
    CHECK(table.records()[0].value ==
          table_fixture::envelope(R"({"id":1,"n":1,"big":"real"})", "null", 'd'));
    CHECK(table.records()[2].value ==
          table_fixture::envelope("null", R"({"id":2,"n":1,"big":"real"})", 'c'));
  }
}

TEST_CASE("unchanged big values of an update (B07)") {
  SUBCASE("placeholder") {
    auto table = plain();
    REQUIRE(table.update({text_value("1"), text_value("2"), unchanged_value}));
    const std::string after = R"({"id":1,"n":2,"big":)" + std::string(placeholder) + "}";
    CHECK(table.records()[0].value == table_fixture::envelope("null", after, 'u'));
  }
  SUBCASE("an explicit NULL stays null") {
    auto table = plain();
    REQUIRE(table.update({text_value("1"), text_value("2"), null_value}));
    CHECK(table.records()[0].value ==
          table_fixture::envelope("null", R"({"id":1,"n":2,"big":null})", 'u'));
  }
  SUBCASE("from the old row under FULL") {
    auto table = plain(change::replica_identity::full);
    REQUIRE(table.update(old_row::full, {text_value("1"), text_value("1"), text_value("real")},
                         {text_value("1"), text_value("2"), unchanged_value}));
    CHECK(table.records()[0].value == table_fixture::envelope(R"({"id":1,"n":1,"big":"real"})",
                                                              R"({"id":1,"n":2,"big":"real"})",
                                                              'u'));
  }
  SUBCASE("in an insert that a row filter made of an update") {
    auto table = plain();
    REQUIRE(table.insert({text_value("1"), text_value("2"), unchanged_value}));
    CHECK(table.records()[0].value.find(placeholder) != std::string::npos);
  }
}

TEST_CASE("a key that is stored out of line is no key change (B02)") {
  table_fixture table;
  table.key("k", types::text).column("v", types::int4).column("big", types::text);
  const std::string key(2500, 'k');
  REQUIRE(table.update(old_row::key, {text_value(key), null_value, null_value},
                       {unchanged_value, text_value("2"), unchanged_value}));
  const auto records = table.records();
  REQUIRE(records.size() == 1);
  CHECK(records[0].key == R"({"k":")" + key + "\"}");
  CHECK(records[0].headers.empty());
  // The other big value was not sent: null in the old row means nothing.
  CHECK(records[0].value ==
        table_fixture::envelope(
            R"({"k":")" + key + R"(","v":null,"big":null})",
            R"({"k":")" + key + R"(","v":2,"big":)" + std::string(placeholder) + "}", 'u'));
}

TEST_CASE("a key whose text changes but not its meaning is no key change") {
  table_fixture table;
  table.key("k", types::numeric).column("v", types::int4);
  REQUIRE(table.update(old_row::key, {text_value("1.50"), null_value},
                       {text_value("1.5"), text_value("2")}));
  REQUIRE(table.records().size() == 1);
  CHECK(table.records()[0].key == R"({"k":{"scale":1,"value":"Dw=="}})");
}

TEST_CASE("key headers have Connect's spelling") {
  table_fixture table;
  table.key("d", types::date)
      .key("n\"\\", types::numeric, numeric_modifier(8, 3))
      .key("f", types::float8)
      .key("tx", types::text)
      .key("by", types::bytea)
      .key("jb", types::jsonb);
  REQUIRE(table.update(old_row::key,
                       {text_value("2020-01-02"), text_value("1.500"), text_value("NaN"),
                        text_value("q\"b\\n\nt\t\xf0\x9f\x98\x80"), text_value("\\x00ff"),
                        text_value(R"({"a": "x"})")},
                       {text_value("2020-01-03"), text_value("0.000"), text_value("1e+21"),
                        text_value("x"), text_value("\\x"), text_value("1")}));
  const auto records = table.records();
  REQUIRE(records.size() == 3);
  CHECK(records[2].headers ==
        "__debezium.oldkey={\"d\":18263,\"n\\\"\\\\\":1.500,\"f\":NaN,"
        "\"tx\":\"q\\\"b\\\\n\nt\t\xf0\x9f\x98\x80\",\"by\":\"AP8=\","
        "\"jb\":\"{\\\"a\\\": \\\"x\\\"}\"};");
  CHECK(records[0].headers ==
        R"(__debezium.newkey={"d":18264,"n\"\\":0.000,"f":1.0E21,"tx":"x","by":"","jb":"1"};)");
  CHECK(records[0].key ==
        R"({"d":18263,"n\"\\":"Bdw=","f":"NaN","tx":"q\"b\\n\nt\t\uD83D\uDE00","by":"AP8=",)"
        R"("jb":"{\"a\": \"x\"}"})");
}
