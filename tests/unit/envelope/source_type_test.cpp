// What schemas tell of a column's type in PostgreSQL, beyond the recorded golden cases 74 and 130.
#include "envelope/source_type.hpp"

#include "unit/envelope/extension_types.hpp"
#include "unit/envelope/table_fixture.hpp"

using namespace walrelay;
using namespace walrelay::envelope;
using namespace walrelay::envelope::test;

namespace {

bool holds(const std::string& whole, std::string_view part) {
  return whole.find(part) != std::string::npos;
}

table_fixture described() {
  table_fixture table;
  table.settings.key.schemas = converter_settings::schema::embedded;
  table.settings.value.schemas = converter_settings::schema::embedded;
  table.key("id", types::int4).column("v", types::varchar, table_fixture::part_of::nothing, 24);
  using null = change::column_facts::null;
  table.facts.columns = {{"id", null::allowed, "", "the key"}, {"v", null::allowed, "", "a \"v\""}};
  return table;
}

column_rules rules_for(std::vector<std::string> columns, std::vector<std::string> types) {
  column_rule_lists lists;
  lists.source_type_columns = std::move(columns);
  lists.source_type_types = std::move(types);
  lists.masks = {{3, {"public.t.masked"}}};
  return *column_rules::compile(lists);
}

constexpr auto of_v = R"("parameters":{"__debezium.source.column.type":"VARCHAR",)"
                      R"("__debezium.source.column.length":"20",)"
                      R"("__debezium.source.column.scale":"0",)"
                      R"("__debezium.source.column.name":"v"},"field":"v")";

}  // namespace

TEST_CASE("lengths and scales that no recording shows") {
  const source_type negative = source_type_of(types::numeric, numeric_modifier(3, -2), {});
  CHECK(negative.length == 3);
  CHECK(negative.scale == -2);
  CHECK(source_type_of(types::time, 1, {}).length == 11);
  CHECK(source_type_of(oid{99999}, -1, {}).name == "oid 99999");
}

TEST_CASE("domains that stand on each other in a circle end") {
  change::type_catalog catalog;
  for (const auto& [id, base] : {std::pair{90001U, 90002U}, std::pair{90002U, 90001U}}) {
    change::type_facts& domain = catalog[oid{id}];
    domain.id = oid{id};
    domain.name = "around";
    domain.kind = change::type_kind::domain;
    domain.base = oid{base};
  }
  CHECK(source_type_of(oid{90001}, -1, catalog).name == "around");
}

TEST_CASE("columns are found by their name or by their type's, and keys stay as they are") {
  for (const auto& rules :
       {rules_for({"public\\.t\\.V"}, {}), rules_for({}, {"public.t.varchar"})}) {
    table_fixture table = described();
    table.settings.rules = rules;
    REQUIRE(table.insert({text_value("1"), text_value("x")}));
    CHECK(holds(table.records()[0].value, of_v));
    CHECK_FALSE(holds(table.records()[0].value, R"("INT4")"));
    CHECK_FALSE(holds(table.records()[0].key, "__debezium"));
  }
}

TEST_CASE("of a masked column the schema does not tell the type") {
  table_fixture table = described();
  table.column("masked", types::text);
  table.settings.rules = rules_for({".*"}, {});
  REQUIRE(table.insert({text_value("1"), text_value("x"), text_value("y")}));
  CHECK(holds(table.records()[0].value, of_v));
  CHECK(holds(table.records()[0].value, R"("parameters":{"masked":"true"},"field":"masked")"));
}

TEST_CASE("comments stand in rows' schemas and never in a key's") {
  table_fixture table = described();
  REQUIRE(table.insert({text_value("1"), text_value("x")}));
  CHECK_FALSE(holds(table.records()[0].value, "the key"));
  table.settings.comments = column_comments::in_schemas;
  table.settings.rules = rules_for({"public.t.v"}, {});
  table.bind();
  REQUIRE(table.insert({text_value("2"), text_value("y")}));
  const got_record commented = table.records()[1];
  CHECK(holds(commented.value, R"("optional":true,"doc":"the key","field":"id")"));
  CHECK(holds(commented.value, R"("doc":"a \"v\"","parameters":{"__debezium)"));
  CHECK(holds(commented.value, R"("__debezium.source.column.comment":"a \"v\"",)"
                               R"("__debezium.source.column.name":"v"})"));
  CHECK_FALSE(holds(commented.key, "the key"));
}
