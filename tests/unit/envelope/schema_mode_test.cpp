// Records with schemas.enable, and what stands for values that were not sent (golden cases 41, 72).
#include <doctest/doctest.h>

#include "unit/envelope/table_fixture.hpp"

namespace {

using namespace walrelay;
using namespace walrelay::envelope;
using namespace walrelay::envelope::test;

change::value text(std::string_view of) {
  return {change::value_kind::text, of};
}

using null = change::column_facts::null;

table_fixture with_schemas() {
  table_fixture table;
  table.settings.key.schemas = converter_settings::schema::embedded;
  table.settings.value.schemas = converter_settings::schema::embedded;
  table.key("id", types::int4).column("v", types::text);
  table.facts.columns = {{"id", null::refused, "nextval('s'::regclass)", ""},
                         {"v", null::refused, "'d'::text", ""}};
  return table;
}

bool holds(const std::string& whole, std::string_view part) {
  return whole.find(part) != std::string::npos;
}

TEST_CASE("key and value carry their schema, and the envelope's is Debezium's") {
  table_fixture table = with_schemas();
  REQUIRE(table.insert({text("1"), text("a")}));
  const got_record record = table.records().front();
  CHECK(
      record.key.ends_with(R"(,"optional":false,"name":"cdc.public.t.Key"},"payload":{"id":1}})"));
  CHECK(holds(record.value, R"("default":"d","field":"v"}],"optional":true,"name":)"
                            R"("cdc.public.t.Value","field":"before"})"));
  CHECK(holds(record.value, R"("optional":false,"name":"cdc.public.t.Envelope","version":2},)"
                            R"("payload":{"before":null,"after":{"id":1,"v":"a"})"));
  CHECK(record.value.ends_with("}}"));
}

TEST_CASE("a tombstone and the header of a key have no schema around them") {
  table_fixture table = with_schemas();
  REQUIRE(table.update(change::old_row::key, {text("1"), {}}, {text("2"), text("a")}));
  const auto records = table.records();
  REQUIRE(records.size() == 3);
  CHECK(records[1].value == "(none)");
  CHECK(records[0].headers.find(R"(__debezium.newkey={"id":2})") == 0);
  CHECK(records[1].key == records[0].key);
}

TEST_CASE("where a schema demands a value, what was not sent is the default or zero") {
  table_fixture table = with_schemas();
  REQUIRE(table.remove(change::old_row::key, {text("1"), {}}));
  CHECK(holds(table.records().front().value, R"("before":{"id":1,"v":"d"})"));
  table_fixture plain;
  plain.key("id", types::int4).column("v", types::text);
  plain.facts.columns = {{"id", null::refused, "", ""}, {"v", null::refused, "", ""}};
  REQUIRE(plain.remove(change::old_row::key, {text("1"), {}}));
  CHECK(holds(plain.records().front().value, R"("before":{"id":1,"v":null})"));
  plain.encoder.reset();
  plain.settings.unsent = unsent_columns::as_zero;
  REQUIRE(plain.remove(change::old_row::key, {text("1"), {}}));
  CHECK(holds(plain.records()[2].value, R"("before":{"id":1,"v":""})"));
}

TEST_CASE("a NULL from before the column was NOT NULL makes the schema say that it may be") {
  table_fixture table = with_schemas();
  REQUIRE(table.insert({text("1"), text("a")}));
  REQUIRE(table.insert({text("2"), {}}));
  REQUIRE(table.insert({text("3"), text("c")}));
  const auto records = table.records();
  const auto required = R"("type":"string","optional":false,"default":"d","field":"v")";
  const auto optional = R"("type":"string","optional":true,"default":"d","field":"v")";
  CHECK(holds(records[0].value, required));
  CHECK(holds(records[1].value, optional));
  CHECK(holds(records[1].value, R"("after":{"id":2,"v":null})"));
  CHECK(holds(records[2].value, optional));
}

TEST_CASE("NULL becomes the default where replace.null.with.default says so") {
  table_fixture table = with_schemas();
  table.facts.columns[1].nulls = null::allowed;
  table.settings.value.nulls = converter_settings::null::replaced_by_default;
  REQUIRE(table.insert({text("1"), {}}));
  CHECK(holds(table.records().front().value, R"("after":{"id":1,"v":"d"})"));
}

TEST_CASE("source tells a transaction's origin, and leaves the marker unset where asked for") {
  table_fixture table;
  table.key("id", types::int4);
  table.settings.streamed = streamed_marker::null;
  REQUIRE(table.insert({text("1")}));
  table.transaction.origin = "up\"stream";
  table.transaction.origin_lsn = lsn{11189196};
  REQUIRE(table.insert({text("2")}));
  const auto records = table.records();
  CHECK(holds(records[0].value, R"("snapshot":null,"db":)"));
  CHECK(holds(records[0].value, R"("origin":null,"origin_lsn":null})"));
  CHECK(holds(records[1].value, R"("xmin":null,"origin":"up\"stream","origin_lsn":11189196})"));
}

}  // namespace
