// Names for Avro, against what the SchemaNameAdjuster of Debezium 3.6.1 answered.
#include "envelope/name_adjustment.hpp"

#include "unit/envelope/table_fixture.hpp"

using namespace walrelay;
using namespace walrelay::envelope;
using namespace walrelay::envelope::test;

TEST_CASE("names of schemas and fields are adjusted as Debezium does") {
  struct name_case {
    std::string_view name, avro, unicode, avro_field, unicode_field;
  };
  constexpr name_case cases[] = {
      {"1c.2x", "_1c.2x", "_u0031c.2x", "_1c_2x", "_u0031c_u002e2x"},
      {"-c.d-e", "_c.d_e", "_u002dc.d_u002de", "_c_d_e", "_u002dc_u002ed_u002de"},
      {"9", "_9", "_u0039", "_9", "_u0039"},
      {"é1", "_1", "_u00e91", "_1", "_u00e91"},
      {"a\tb", "a_b", "a_u009b", "a_b", "a_u009b"},
      {"aωb", "a_b", "a_u3c9b", "a_b", "a_u3c9b"},
      {"日😀", "___", "_u65e5_ud83d_ude00", "___", "_u65e5_ud83d_ude00"},
      {".x", "_x", "_u002ex", "_x", "_u002ex"},
      {"_1", "_1", "_u005f1", "_1", "_u005f1"},
      {"", "", "", "", ""},
      {"a..b", "a..b", "a..b", "a__b", "a_u002e_u002eb"},
  };
  for (const name_case& c : cases) {
    CAPTURE(c.name);
    CHECK(adjusted_schema_name(c.name, name_adjustment::none) == c.name);
    CHECK(adjusted_schema_name(c.name, name_adjustment::avro) == c.avro);
    CHECK(adjusted_schema_name(c.name, name_adjustment::avro_unicode) == c.unicode);
    CHECK(adjusted_field_name(c.name, name_adjustment::avro) == c.avro_field);
    CHECK(adjusted_field_name(c.name, name_adjustment::avro_unicode) == c.unicode_field);
  }
}

TEST_CASE("two columns that become one field are refused by name, captured ones only") {
  table_fixture table;
  table.settings.field_names = name_adjustment::avro;
  table.key("id", types::int4).column("a b", types::text).column("a-b", types::text);
  const table_fixture::values row{text_value("1"), text_value("x"), text_value("y")};
  const auto refused = table.insert(row);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().kind == error_class::refuse);
  const std::string said = refused.error().message();
  CHECK(said.find("'a b' and 'a-b' of public.t one field 'a_b'") != std::string::npos);

  table.settings.field_names = name_adjustment::avro_unicode;
  table.bind();
  CHECK(table.insert(row));
  table.settings.field_names = name_adjustment::avro;
  table.lists.column_exclude = {"public.t.a-b"};
  table.bind();
  REQUIRE(table.insert(row));
  CHECK(table.records().back().value.find(R"("after":{"id":1,"a_b":"x"})") != std::string::npos);
}

TEST_CASE(
    "a key column that is in no row does not stand in a captured column's way, nor in a key") {
  table_fixture table;
  table.settings.field_names = name_adjustment::avro;
  table.key("a b", types::int4).key("a-b", types::int4);
  table.lists.column_exclude = {"public.t.a.b"};
  CHECK_FALSE(table.insert({text_value("1"), text_value("2")}));
}
