// Enum labels that came after the binding (CASES.md B46): asked about once, then in the schemas.
#include <doctest/doctest.h>

#include "unit/envelope/extension_types.hpp"
#include "unit/envelope/table_fixture.hpp"

namespace {

using namespace walrelay;
using namespace walrelay::envelope;
using namespace walrelay::envelope::test;

using schema = converter_settings::schema;
constexpr oid temper{80100};
constexpr oid temper_array{80101};

change::type_catalog catalog_with(const std::vector<std::string>& labels) {
  change::type_catalog catalog = extension_catalog();
  catalog.at(types::mood).enum_labels = labels;
  change::type_facts domain = named_type(temper, "temper", change::type_kind::domain);
  domain.base = types::mood;
  catalog.emplace(temper, domain);
  catalog.emplace(temper_array, named_array(temper_array, "_temper", temper));
  return catalog;
}

table_fixture table_of(oid type, schema in_keys = schema::embedded,
                       schema in_values = schema::embedded) {
  table_fixture table;
  table.catalog = catalog_with({"sad", "ok"});
  table.settings.key.schemas = in_keys;
  table.settings.value.schemas = in_values;
  table.key("id", types::int4).column("m", type);
  return table;
}

bool knows(table_fixture& table, std::string_view new_text, change::value old_value = null_value) {
  if (!table.encoder) table.bind();
  const table_fixture::values old_row{text_value("1"), old_value};
  const table_fixture::values new_row{text_value("1"), text_value(new_text)};
  change::row_change row;
  row.operation = change::row_operation::update;
  row.old_kind = change::old_row::full;
  row.old_values = old_row;
  row.new_values = new_row;
  return table.encoder->knows_labels(row);
}

void learn(table_fixture& table, const change::type_catalog& now) {
  const auto selection = change::selection::compile(table.lists);
  REQUIRE(selection);
  table.encoder->learn_labels(
      {&table.facts, now, *selection, table.settings, topic_id{7}, "cdc.public.t", {}});
}

std::string value_with(table_fixture& table, std::string_view text) {
  REQUIRE(table.insert({text_value("1"), text_value(text)}));
  return table.records().back().value;
}

bool holds(const std::string& whole, std::string_view part) {
  return whole.find(part) != std::string::npos;
}

TEST_CASE("a new label of an enum, an array or a domain of it is asked about once and learned") {
  struct column_case {
    oid type;
    const char* known;
    const char* novel;
  };
  for (const auto& [type, known, novel] :
       {column_case{types::mood, "ok", "glad, 'q\""},
        column_case{types::mood_array, "{ok,NULL,sad}", R"({{ok,NULL},{sad,"glad, 'q\\""}})"},
        column_case{temper, "sad", "glad, 'q\""},
        column_case{temper_array, "{sad}", R"({"glad, 'q\\"",sad})"}}) {
    CAPTURE(type.value());
    table_fixture table = table_of(type);
    CHECK(knows(table, known));
    CHECK_FALSE(knows(table, novel));
    CHECK(knows(table, novel));
    learn(table, catalog_with({"sad", "glad, 'q\"", "ok"}));
    const std::string value = value_with(table, known);
    CHECK(holds(value, R"("allowed":"sad,glad, 'q\",ok")"));
    CHECK_FALSE(holds(value, R"("allowed":"sad,ok")"));
    CHECK(knows(table, novel));
  }
}

TEST_CASE("a label that the catalog has not got is not asked about again, a later one is") {
  table_fixture table = table_of(types::mood);
  CHECK_FALSE(knows(table, "renamed"));
  learn(table, table.catalog);
  CHECK(knows(table, "renamed"));
  CHECK_FALSE(knows(table, "new"));
  learn(table, catalog_with({"sad", "new"}));
  CHECK(knows(table, "renamed"));
  CHECK(holds(value_with(table, "renamed"), R"("m":"renamed")"));
  // Learned, renamed away and back again.
  learn(table, catalog_with({"sad", "renamed"}));
  CHECK(knows(table, "renamed"));
  learn(table, catalog_with({"sad"}));
  CHECK_FALSE(knows(table, "renamed"));
}

TEST_CASE("all labels of a row are asked about at once, those of the old row too") {
  table_fixture table = table_of(types::mood_array);
  CHECK_FALSE(knows(table, "{x,y}", text_value("{z,x}")));
  for (const char* text : {"{x}", "{y}", "{z}"}) CHECK(knows(table, text));
  CHECK_FALSE(knows(table, "{x,y,z,u}"));
}

TEST_CASE("only labels that a schema of a record lists are asked about") {
  table_fixture plain = table_of(types::mood, schema::left_out, schema::left_out);
  CHECK(knows(plain, "glad"));
  table_fixture keys_only = table_of(types::mood, schema::embedded, schema::left_out);
  CHECK(knows(keys_only, "glad"));
  table_fixture left_out = table_of(types::mood);
  left_out.lists.column_exclude = {"public.t.m"};
  CHECK(knows(left_out, "glad"));
  table_fixture in_key = table_of(types::mood, schema::embedded, schema::left_out);
  in_key.facts.key_columns = {"id", "m"};
  in_key.shape.columns[1].in_identity = true;
  CHECK_FALSE(knows(in_key, "glad"));
  learn(in_key, catalog_with({"glad"}));
  (void)value_with(in_key, "glad");
  CHECK(holds(in_key.records().back().key, R"("allowed":"glad")"));
}

TEST_CASE("a type that is gone from the catalog, and no array at all, change nothing") {
  table_fixture table = table_of(types::mood);
  CHECK_FALSE(knows(table, "glad"));
  learn(table, {});
  CHECK(holds(value_with(table, "glad"), R"("allowed":"sad,ok")"));
  table_fixture array = table_of(types::mood_array);
  CHECK(knows(array, "{sad"));
}

TEST_CASE("a default that was renamed is learned with its label; NOT NULL is not") {
  using null = change::column_facts::null;
  table_fixture table = table_of(types::mood);
  table.settings.value.nulls = converter_settings::null::replaced_by_default;
  table.facts.columns = {{"id", null::refused, "", ""}, {"m", null::allowed, "'sad'::mood", ""}};
  CHECK(holds(value_with(table, "ok"), R"("default":"sad","field":"m")"));
  CHECK_FALSE(knows(table, "SAD"));
  table.facts.columns[1] = {"m", null::refused, "'SAD'::mood", ""};
  learn(table, catalog_with({"SAD", "ok"}));
  const auto described = R"("type":"string","optional":true,"name":"io.debezium.data.Enum",)"
                         R"("version":1,"parameters":{"allowed":"SAD,ok"},"default":"SAD",)";
  CHECK(holds(value_with(table, "SAD"), described));
  REQUIRE(table.insert({text_value("2"), null_value}));
  CHECK(holds(table.records().back().value, R"("m":"SAD"})"));
  CHECK_FALSE(knows(table, "new"));
  table.facts.columns.clear();
  learn(table, catalog_with({"SAD", "ok", "new"}));
  CHECK(holds(value_with(table, "new"), R"("allowed":"SAD,ok,new"},"default":"SAD")"));
}

TEST_CASE("a hidden value's schema learns labels too") {
  table_fixture table = table_of(types::mood);
  auto rules = column_rules::compile({.masks = {{3, {"public\\.t\\.m"}}}});
  REQUIRE(rules);
  table.settings.rules = *rules;
  CHECK_FALSE(knows(table, "glad"));
  learn(table, catalog_with({"glad"}));
  const std::string value = value_with(table, "glad");
  CHECK(holds(value, R"("parameters":{"allowed":"glad","masked":"true"})"));
  CHECK(holds(value, R"("m":"***")"));
  REQUIRE(table.insert({text_value("2"), null_value}));
  CHECK(holds(table.records().back().value, R"("m":"***")"));
}

}  // namespace
