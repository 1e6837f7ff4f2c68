#include <doctest/doctest.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <walrelay/pgoutput/relation_cache.hpp>

#include "unit/show_result.hpp"

namespace {

using namespace walrelay;
using namespace walrelay::pgoutput;
using change::old_row;
using change::row_operation;

change::relation orders(std::string_view last_column = "b") {
  return {oid(16390),
          "public",
          "orders",
          change::replica_identity::primary_key,
          {{"id", oid(23), -1, true}, {std::string(last_column), oid(25), -1, false}}};
}

TEST_CASE("the same shape again is the same pointer, another shape is another") {
  relation_cache cache;
  const auto first = cache.put(orders());
  CHECK(cache.put(orders()) == first);
  const auto second = cache.put(orders("bb"));
  CHECK(second != first);
  CHECK(first->columns[1].name == "b");  // rows already bound keep theirs (B21)
  const auto found = cache.find(oid(16390));
  REQUIRE(found);
  CHECK(*found == second);
}

TEST_CASE("a row is bound to the shape that is in force") {
  relation_cache cache;
  const auto shape = cache.put(orders());
  const std::vector<change::value> pair(2);
  const auto bound =
      cache.bind(row{row_operation::update, oid(16390), old_row::key, pair, pair}, lsn(0x99));
  REQUIRE(bound);
  CHECK(bound->operation == row_operation::update);
  CHECK(bound->relation == shape);
  CHECK(bound->position == lsn(0x99));
  CHECK(bound->old_kind == old_row::key);
  CHECK(bound->old_values.data() == pair.data());
  CHECK(bound->new_values.size() == 2);
}

TEST_CASE("a table without columns has rows without values") {
  relation_cache cache;
  cache.put({oid(1), "public", "empty", change::replica_identity::full, {}});
  CHECK(cache.bind(row{row_operation::insert, oid(1), old_row::none, {}, {}}, lsn(1)));
  CHECK(cache.bind(row{row_operation::remove, oid(1), old_row::full, {}, {}}, lsn(1)));
}

TEST_CASE("a relation that was never described is refused with the LSN") {
  const relation_cache cache;
  const auto found = cache.find(oid(16390));
  REQUIRE_FALSE(found);
  CHECK(found.error().kind == error_class::refuse);
  CHECK(found.error().found.find("relation 16390") != std::string::npos);
  const auto bound =
      cache.bind(row{row_operation::insert, oid(16390), old_row::none, {}, {}}, lsn(0x1'00000099));
  REQUIRE_FALSE(bound);
  CHECK(bound.error().kind == error_class::refuse);
  CHECK(bound.error().found.find("at 1/99") != std::string::npos);
  CHECK(bound.error().found.find("relation 16390") != std::string::npos);
  CHECK(bound.error().remedy.find("walrelay offsets show") != std::string::npos);
}

TEST_CASE("a tuple of another width than its table is refused (SEED 27)") {
  struct misfit {
    std::string_view name;
    row_operation operation;
    old_row old_kind;
    std::size_t old_count;
    std::size_t new_count;
  };
  const misfit rows[] = {
      {"insert, one short", row_operation::insert, old_row::none, 0, 1},
      {"insert, one too many", row_operation::insert, old_row::none, 0, 3},
      {"update, new row short", row_operation::update, old_row::none, 0, 1},
      {"update, old key short", row_operation::update, old_row::key, 1, 2},
      {"update, old row missing", row_operation::update, old_row::full, 0, 2},
      {"delete, old row too long", row_operation::remove, old_row::full, 3, 0},
      {"delete, old key missing", row_operation::remove, old_row::key, 0, 0},
  };
  relation_cache cache;
  cache.put(orders());
  const std::vector<change::value> some(3);
  for (const misfit& bad : rows) {
    CAPTURE(bad.name);
    const row sent{bad.operation, oid(16390), bad.old_kind, std::span(some).first(bad.old_count),
                   std::span(some).first(bad.new_count)};
    const auto bound = cache.bind(sent, lsn(0x99));
    REQUIRE_FALSE(bound);
    CHECK(bound.error().kind == error_class::refuse);
    CHECK(bound.error().found.find("at 0/99") != std::string::npos);
    CHECK(bound.error().found.find("public.orders") != std::string::npos);
    CHECK(bound.error().found.find("2 columns") != std::string::npos);
  }
}

}  // namespace
