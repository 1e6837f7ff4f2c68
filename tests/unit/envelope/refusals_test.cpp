#include "unit/envelope/table_fixture.hpp"

using namespace walrelay;
using namespace walrelay::envelope;
using namespace walrelay::envelope::test;
using change::old_row;

namespace {

constexpr std::int32_t numeric_5_2 = ((5 << 16) | 2) + 4;

table_fixture numbers() {
  table_fixture table;
  table.key("id", types::int4).column("n", types::numeric).column("s", types::timestamp);
  return table;
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

}  // namespace

TEST_CASE("a key whose value has no place in its representation is refused whatever the policy") {
  table_fixture table;
  table.key("n", types::numeric, numeric_5_2);
  table.settings.conversion_failure = on_conversion_failure::warn;
  const auto refused = table.insert({text_value("NaN")});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().why.find("another row's key") != std::string::npos);
  CHECK(table.records().empty());
}

TEST_CASE("bad text is refused, names its place and never shows itself") {
  auto table = numbers();
  REQUIRE(table.insert({text_value("1"), text_value("1"), null_value}));
  const auto failure = table.insert({text_value("2"), text_value("sEcret"), null_value});
  REQUIRE_FALSE(failure);
  const error& refused = failure.error();
  CHECK(refused.kind == error_class::refuse);
  CHECK(contains(refused.found, "\"n\""));
  CHECK(contains(refused.found, "numeric"));
  CHECK(contains(refused.found, "\"public\".\"t\""));
  CHECK_FALSE(contains(refused.message(), "sEcret"));
  CHECK_FALSE(refused.why.empty());
  CHECK_FALSE(refused.remedy.empty());

  // Nothing was appended for the bad row, and the next one finds the batch as it should be.
  const std::size_t one_record = table.batch.byte_count();
  CHECK(table.records().size() == 1);
  REQUIRE_FALSE(table.insert({text_value("2"), text_value("sEcret"), null_value}));
  CHECK(table.batch.byte_count() == one_record);
  REQUIRE(table.insert({text_value("3"), text_value("3"), null_value}));
  CHECK(table.records()[1].key == R"({"id":3})");
}

TEST_CASE("nothing of a key change is appended when any part of it is bad") {
  struct bad_case {
    const char* name;
    const char* old_id;
    const char* new_id;
    const char* n;
  };
  for (const bad_case& c : {bad_case{"old key", "x", "2", "1"}, bad_case{"new key", "1", "x", "1"},
                            bad_case{"new row", "1", "2", "x"}}) {
    CAPTURE(c.name);
    auto table = numbers();
    const auto failure = table.update(old_row::key, {text_value(c.old_id), null_value, null_value},
                                      {text_value(c.new_id), text_value(c.n), null_value});
    REQUIRE_FALSE(failure);
    CHECK(table.batch.empty());
    CHECK(table.batch.byte_count() == 0);
  }
}

TEST_CASE("a bad delete leaves no tombstone") {
  auto table = numbers();
  REQUIRE_FALSE(table.remove(old_row::key, {text_value("x"), null_value, null_value}));
  CHECK(table.batch.empty());
  CHECK(table.batch.byte_count() == 0);
}

TEST_CASE("conversion failures become null and are reported") {
  for (const auto policy : {on_conversion_failure::warn, on_conversion_failure::skip}) {
    auto table = numbers();
    table.settings.conversion_failure = policy;
    REQUIRE(table.insert(
        {text_value("1"), text_value("NaN"), text_value("294276-12-31 23:59:59.999999")}));
    CHECK(table.records()[0].value ==
          table_fixture::envelope("null", R"({"id":1,"n":null,"s":null})", 'c'));
    REQUIRE(table.failures.size() == 2);
    CHECK(contains(table.failures[0], "n: is NaN or infinite"));
    CHECK(contains(table.failures[1], "s: does not fit"));
  }
}

TEST_CASE("an unchanged value without a placeholder is a conversion failure (B07)") {
  auto table = numbers();
  REQUIRE(table.update({text_value("1"), unchanged_value, null_value}));
  CHECK(table.records()[0].value ==
        table_fixture::envelope("null", R"({"id":1,"n":null,"s":null})", 'u'));
  REQUIRE(table.failures.size() == 1);
  CHECK(contains(table.failures[0], "n: was not sent"));
}

TEST_CASE("conversion failures stop the connector under fail") {
  auto table = numbers();
  table.settings.conversion_failure = on_conversion_failure::fail;
  const auto failure = table.insert({text_value("1"), text_value("Infinity"), null_value});
  REQUIRE_FALSE(failure);
  CHECK(failure.error().kind == error_class::refuse);
  CHECK(contains(failure.error().remedy, "event.converting.failure.handling.mode"));
  CHECK(table.failures.empty());
  CHECK(table.batch.empty());
}

TEST_CASE("a key is never a placeholder (B02)") {
  table_fixture table;
  table.key("k", types::text).column("v", types::int4);
  const auto failure = table.update({unchanged_value, text_value("1")});
  REQUIRE_FALSE(failure);
  CHECK(failure.error().kind == error_class::refuse);
  CHECK(contains(failure.error().found, "needed for the record key"));
  CHECK(contains(failure.error().remedy, "REPLICA IDENTITY FULL"));
  CHECK(table.batch.empty());
}

TEST_CASE("a delete that does not bring the key is refused") {
  table_fixture table;
  table.key("id", types::int4).column("v", types::int4);
  for (auto& column : table.shape.columns) column.in_identity = false;  // a unique index's key
  REQUIRE_FALSE(table.remove(old_row::key, {null_value, null_value}));
  CHECK(table.batch.empty());
}

TEST_CASE("names that are not UTF-8 are refused with every row") {
  auto table = numbers();
  table.shape.columns[1].name = "caf\xe9";
  const auto failure = table.insert({text_value("1"), null_value, null_value});
  REQUIRE_FALSE(failure);
  CHECK(failure.error().kind == error_class::refuse);
  CHECK(table.batch.empty());
}
