// key.converter.decimal.format and value.converter.decimal.format: each for its own side.
#include <doctest/doctest.h>

#include "unit/envelope/table_fixture.hpp"

namespace {

using namespace walrelay;
using namespace walrelay::envelope;
using namespace walrelay::envelope::test;

constexpr auto base64 = decimal_format::base64;
constexpr auto numeric = decimal_format::numeric;

table_fixture table_with(decimal_format in_keys, decimal_format in_values) {
  table_fixture table;
  table.settings.key.decimals = in_keys;
  table.settings.value.decimals = in_values;
  table.key("n", types::numeric, numeric_modifier(5, 2));
  table.key("a", types::numeric_array, numeric_modifier(5, 2));
  table.key("m", types::money).key("v", types::numeric).key("i", types::int4);
  return table;
}

constexpr auto as_base64 =
    R"({"n":"AJY=","a":["AJY="],"m":"AJY=","v":{"scale":1,"value":"Dw=="},"i":1})";
constexpr auto as_numbers =
    R"({"n":1.50,"a":[1.50],"m":1.50,"v":{"scale":1,"value":"Dw=="},"i":1})";

const table_fixture::values row{text_value("1.50"), text_value("{1.50}"), text_value("$1.50"),
                                text_value("1.50"), text_value("1")};

TEST_CASE("decimals are written as the format of their side says") {
  struct side_case {
    decimal_format in_keys, in_values;
    const char *key, *value;
  };
  for (const auto& [in_keys, in_values, key, value] :
       {side_case{base64, base64, as_base64, as_base64},
        side_case{numeric, base64, as_numbers, as_base64},
        side_case{base64, numeric, as_base64, as_numbers},
        side_case{numeric, numeric, as_numbers, as_numbers}}) {
    table_fixture table = table_with(in_keys, in_values);
    REQUIRE(table.insert(row));
    CHECK(table.records()[0].key == key);
    CHECK(table.records()[0].value == table_fixture::envelope("null", value, 'c'));
  }
}

TEST_CASE("a key change and a delete have the key's format in keys, rows the value's") {
  table_fixture table = table_with(numeric, base64);
  table_fixture::values other = row;
  other[4] = text_value("2");
  REQUIRE(table.update(change::old_row::key, row, other));
  REQUIRE(table.remove(change::old_row::key, row));
  const auto records = table.records();
  REQUIRE(records.size() == 5);
  for (const std::size_t index : {0U, 1U, 3U, 4U}) CHECK(records[index].key == as_numbers);
  CHECK(records[0].value == table_fixture::envelope(as_base64, "null", 'd'));
  CHECK(records[3].value == table_fixture::envelope(as_base64, "null", 'd'));
  // SimpleHeaderConverter knows no format.
  CHECK(records[2].headers.find(R"("n":1.50)") != std::string::npos);
}

TEST_CASE("a schema's default and the NULL that it replaces are of their side") {
  using null = change::column_facts::null;
  table_fixture table;
  table.key("n", types::numeric, numeric_modifier(5, 2));
  table.column("c", types::numeric, table_fixture::part_of::nothing, numeric_modifier(5, 2));
  table.facts.columns = {{"n", null::allowed, "1.50", ""}, {"c", null::refused, "random()", ""}};
  for (converter_settings* converter : {&table.settings.key, &table.settings.value}) {
    converter->schemas = converter_settings::schema::embedded;
    converter->nulls = converter_settings::null::replaced_by_default;
  }
  table.settings.key.decimals = numeric;
  REQUIRE(table.insert({null_value, text_value("7.25")}));
  const got_record record = table.records().front();
  CHECK(record.key.find(R"("default":1.50,"field":"n")") != std::string::npos);
  CHECK(record.key.find(R"("payload":{"n":1.50})") != std::string::npos);
  CHECK(record.value.find(R"("default":"AJY=","field":"n")") != std::string::npos);
  CHECK(record.value.find(R"("default":"AA==","field":"c")") != std::string::npos);
  CHECK(record.value.find(R"("after":{"n":"AJY=","c":"AtU="})") != std::string::npos);
}

}  // namespace
