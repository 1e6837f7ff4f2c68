#include "envelope/key_columns.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using namespace walrelay;
using namespace walrelay::envelope;
using change::replica_identity;

namespace {

struct key_case {
  const char* name;
  replica_identity identity;
  std::vector<std::string> flagged;   // by the Relation message
  std::vector<std::string> key;       // of the catalog
  std::vector<std::string> in_index;  // of the catalog
  std::vector<std::size_t> expected;
};

change::relation table(const key_case& c) {
  change::relation relation;
  relation.identity = c.identity;
  for (const char* name : {"a", "b", "c"}) {
    change::column column;
    column.name = name;
    column.type = oid{23};
    column.in_identity = std::ranges::find(c.flagged, name) != c.flagged.end();
    relation.columns.push_back(column);
  }
  return relation;
}

}  // namespace

TEST_CASE("key columns") {
  const key_case cases[] = {
      {"primary key", replica_identity::primary_key, {"a"}, {"a"}, {}, {0}},
      {"in key order", replica_identity::primary_key, {"a", "b"}, {"b", "a"}, {}, {1, 0}},
      {"relation wins over a newer catalog", replica_identity::primary_key, {"a"}, {"c"}, {}, {0}},
      {"catalog knows more columns", replica_identity::primary_key, {"a"}, {"a", "b"}, {}, {0}},
      {"key column renamed since", replica_identity::primary_key, {"a"}, {"new"}, {}, {0}},
      {"no facts but flags", replica_identity::primary_key, {"b", "c"}, {}, {}, {1, 2}},
      {"unique index without primary key", replica_identity::primary_key, {}, {"b"}, {}, {1}},
      {"no key at all", replica_identity::primary_key, {}, {}, {}, {}},
      {"identity index", replica_identity::index, {"b", "c"}, {"a"}, {"c", "b"}, {2, 1}},
      {"identity index changed since", replica_identity::index, {"b"}, {"a"}, {"c"}, {1}},
      {"full takes the primary key", replica_identity::full, {"a", "b", "c"}, {"b"}, {}, {1}},
      {"full without key", replica_identity::full, {"a", "b", "c"}, {}, {}, {}},
      {"full, key not published", replica_identity::full, {"a", "b", "c"}, {"x"}, {}, {}},
      {"nothing takes the primary key", replica_identity::nothing, {}, {"a"}, {}, {0}},
      {"nothing without key", replica_identity::nothing, {}, {}, {}, {}},
      {"key column not published", replica_identity::nothing, {}, {"a", "x"}, {}, {}},
  };
  for (const key_case& c : cases) {
    CAPTURE(c.name);
    change::table_facts facts;
    facts.key_columns = c.key;
    facts.identity_columns = c.in_index;
    CHECK(key_columns_of(table(c), &facts, {}) == c.expected);
  }
}

TEST_CASE("without facts the flags decide, except under FULL") {
  const key_case flagged{"", replica_identity::primary_key, {"c", "a"}, {}, {}, {}};
  CHECK(key_columns_of(table(flagged), nullptr, {}) == std::vector<std::size_t>{0, 2});
  const key_case full{"", replica_identity::full, {"a", "b", "c"}, {}, {}, {}};
  CHECK(key_columns_of(table(full), nullptr, {}).empty());
}
