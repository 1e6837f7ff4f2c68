#include "unit/envelope/table_fixture.hpp"

using namespace walrelay;
using namespace walrelay::envelope;
using namespace walrelay::envelope::test;
using change::old_row;

namespace {

// The table of golden case 01_basic_crud.
table_fixture basic() {
  table_fixture table;
  table.key("id", types::int4)
      .column("name", types::text)
      .column("amount", types::numeric, table_fixture::part_of::nothing, numeric_modifier(10, 2));
  return table;
}

}  // namespace

TEST_CASE("an insert is a create, byte for byte") {
  auto table = basic();
  REQUIRE(table.insert({text_value("4"), text_value("new"), text_value("123.45")}));
  const auto records = table.records();
  REQUIRE(records.size() == 1);
  CHECK(records[0].key == R"({"id":4})");
  CHECK(records[0].value ==
        R"({"before":null,"after":{"id":4,"name":"new","amount":"MDk="},"source":{)"
        R"("version":"0.1.0","connector":"postgresql","name":"cdc","ts_ms":1796177897622,)"
        R"("snapshot":"false","db":"golden","sequence":"[\"1067881648\",\"1067881704\"]",)"
        R"("ts_us":1796177897622148,"ts_ns":1796177897622148000,"schema":"public","table":"t",)"
        R"("txId":3000005166,"lsn":1067881704,"xmin":null,"origin":null,"origin_lsn":null},)"
        R"("transaction":null,"op":"c","ts_ms":1796177897648,"ts_us":1796177897648788,)"
        R"("ts_ns":1796177897648788000})");
  CHECK(records[0].headers.empty());
}

TEST_CASE("what a transaction may lack") {
  auto table = basic();
  table.transaction.id.reset();
  table.transaction.last_commit_end.reset();
  table.transaction.commit_time = wall_time{};
  REQUIRE(table.insert({text_value("4"), null_value, null_value}));
  const std::string value = table.records()[0].value;
  CHECK(value.find(R"("txId":null,)") != std::string::npos);
  CHECK(value.find(R"("sequence":"[null,\"1067881704\"]")") != std::string::npos);
  CHECK(value.find(R"("name":"cdc","ts_ms":0,)") != std::string::npos);
  CHECK(value.find(R"("ts_us":0,"ts_ns":0,"schema")") != std::string::npos);
}

TEST_CASE("clocks before the epoch are floored") {
  auto table = basic();
  table.transaction.commit_time = wall_time{std::chrono::microseconds{-1}};
  REQUIRE(table.insert({text_value("4"), null_value, null_value}));
  const std::string value = table.records()[0].value;
  CHECK(value.find(R"("name":"cdc","ts_ms":-1,)") != std::string::npos);
  CHECK(value.find(R"("ts_us":-1,"ts_ns":-1000,"schema")") != std::string::npos);
}

TEST_CASE("an update without an old row has no before") {
  auto table = basic();
  REQUIRE(table.update({text_value("1"), text_value("x2"), null_value}));
  const auto records = table.records();
  REQUIRE(records.size() == 1);
  CHECK(records[0].key == R"({"id":1})");
  CHECK(records[0].value ==
        table_fixture::envelope("null", R"({"id":1,"name":"x2","amount":null})", 'u'));
}

TEST_CASE("a delete shows the key, what was not sent is null, and a tombstone follows (B35)") {
  auto table = basic();
  REQUIRE(table.remove(old_row::key, {text_value("3"), null_value, null_value}));
  const auto records = table.records();
  REQUIRE(records.size() == 2);
  CHECK(records[0].key == R"({"id":3})");
  CHECK(records[0].value ==
        table_fixture::envelope(R"({"id":3,"name":null,"amount":null})", "null", 'd'));
  CHECK(records[1].key == records[0].key);
  CHECK(records[1].value == "(none)");
}

TEST_CASE("tombstones can be left out") {
  auto table = basic();
  table.settings.on_delete = tombstones::leave_out;
  REQUIRE(table.remove(old_row::key, {text_value("3"), null_value, null_value}));
  CHECK(table.records().size() == 1);
}

TEST_CASE("full identity shows whole rows (B35)") {
  table_fixture table(change::replica_identity::full);
  table.key("id", types::int4).column("b", types::int4);
  REQUIRE(table.update(old_row::full, {text_value("1"), null_value},
                       {text_value("1"), text_value("5")}));
  REQUIRE(table.remove(old_row::full, {text_value("1"), text_value("5")}));
  const auto records = table.records();
  REQUIRE(records.size() == 3);
  CHECK(records[0].value ==
        table_fixture::envelope(R"({"id":1,"b":null})", R"({"id":1,"b":5})", 'u'));
  CHECK(records[1].value == table_fixture::envelope(R"({"id":1,"b":5})", "null", 'd'));
  CHECK(records[2].value == "(none)");
}

TEST_CASE("a delete without an old row is no record") {
  table_fixture table(change::replica_identity::nothing);
  table.key("id", types::int4);
  REQUIRE(table.remove(old_row::none, {}));
  CHECK(table.batch.empty());
}

TEST_CASE("a table without a key (B36)") {
  table_fixture table(change::replica_identity::full);
  table.column("a", types::int4).column("b", types::text);
  REQUIRE(table.insert({text_value("2"), text_value("y")}));
  REQUIRE(table.update(old_row::full, {text_value("1"), text_value("x")},
                       {text_value("1"), text_value("z")}));
  SUBCASE("as Debezium writes it") {
    REQUIRE(table.remove(old_row::full, {text_value("2"), text_value("y")}));
    const auto records = table.records();
    CHECK(table.encoder->keyless());
    REQUIRE(records.size() == 4);
    CHECK(records[0].key == "(none)");
    CHECK(records[1].key == "(none)");
    CHECK(records[1].value ==
          table_fixture::envelope(R"({"a":1,"b":"x"})", R"({"a":1,"b":"z"})", 'u'));
    CHECK(records[2].value == table_fixture::envelope(R"({"a":2,"b":"y"})", "null", 'd'));
    CHECK(records[3].key == "(none)");
    CHECK(records[3].value == "(none)");
  }
  SUBCASE("without the useless tombstone") {
    table.settings.on_keyless_delete = tombstones::leave_out;
    table.bind();
    REQUIRE(table.remove(old_row::full, {text_value("2"), text_value("y")}));
    CHECK(table.records().size() == 3);
  }
  SUBCASE("without any tombstone") {
    table.settings.on_delete = tombstones::leave_out;
    table.bind();
    REQUIRE(table.remove(old_row::full, {text_value("2"), text_value("y")}));
    CHECK(table.records().size() == 3);
  }
}

TEST_CASE("truncate has neither key nor rows") {
  auto table = basic();
  REQUIRE(table.encode(change::row_operation::truncate, old_row::none, {}, {}));
  const auto records = table.records();
  REQUIRE(records.size() == 1);
  CHECK(records[0].key == "(none)");
  CHECK(records[0].value == table_fixture::envelope("null", "null", 't'));
}

TEST_CASE("keys follow key order, rows follow relation order (B53)") {
  table_fixture table;
  table.key("a", types::int4).key("b\"\\\n\xc3\xa9", types::text).column("v", types::int4);
  std::swap(table.facts.key_columns[0], table.facts.key_columns[1]);
  REQUIRE(table.insert({text_value("1"), text_value("q\"\xc3\xa9"), text_value("1")}));
  const auto records = table.records();
  CHECK(records[0].key == "{\"b\\\"\\\\\\n\xc3\xa9\":\"q\\\"\xc3\xa9\",\"a\":1}");
  CHECK(records[0].value ==
        table_fixture::envelope(
            "null", "{\"a\":1,\"b\\\"\\\\\\n\xc3\xa9\":\"q\\\"\xc3\xa9\",\"v\":1}", 'c'));
}

TEST_CASE("a key column that is not captured is still in the key") {
  auto table = basic();
  table.lists.column_exclude = {"public.t.id"};
  REQUIRE(table.insert({text_value("4"), text_value("n"), null_value}));
  const auto records = table.records();
  CHECK(records[0].key == R"({"id":4})");
  CHECK(records[0].value == table_fixture::envelope("null", R"({"name":"n","amount":null})", 'c'));
}

TEST_CASE("a table without columns") {
  table_fixture table;
  REQUIRE(table.insert({}));
  const auto records = table.records();
  REQUIRE(records.size() == 1);
  CHECK(records[0].key == "(none)");
  CHECK(records[0].value == table_fixture::envelope("null", "{}", 'c'));
}

TEST_CASE("values of types not covered are counted") {
  auto table = basic();
  table.column("l", types::pg_lsn).column("l2", types::pg_lsn);
  REQUIRE(table.insert({text_value("1"), null_value, null_value, text_value("0/1"), null_value}));
  CHECK(table.records()[0].value ==
        table_fixture::envelope("null", R"({"id":1,"name":null,"amount":null,"l":"0/1","l2":null})",
                                'c'));
  CHECK(table.encoder->text_fallbacks() == 1);
}

TEST_CASE("a key of a type not covered is counted with its row, not twice") {
  table_fixture table;
  table.key("k", types::pg_lsn);
  REQUIRE(table.insert({text_value("0/1")}));
  CHECK(table.records()[0].key == R"({"k":"0/1"})");
  CHECK(table.encoder->text_fallbacks() == 1);
}
