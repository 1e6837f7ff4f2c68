// Which columns tell the rows of a table apart in the stream, and a row's key.
#include <algorithm>

#include <doctest/doctest.h>

#include "app/table_key.hpp"

namespace {

using namespace walrelay;
using namespace walrelay::app;

using identity = change::replica_identity;
using kind = change::table_facts::key_kind;
using names = std::vector<std::string>;

change::relation shape(identity how, std::initializer_list<const char*> flagged) {
  change::relation made{oid{5}, "public", "t", how, {}};
  for (const char* name : {"a", "b", "c"}) {
    const bool is_flagged = std::ranges::find(flagged, std::string_view(name)) != flagged.end();
    made.columns.push_back({name, oid{23}, -1, is_flagged});
  }
  return made;
}

change::table_facts facts(names key, kind what, names of_identity = {}) {
  change::table_facts made;
  made.key_columns = std::move(key);
  made.key = what;
  made.identity_columns = std::move(of_identity);
  return made;
}

TEST_CASE("the key is what old rows carry") {
  const auto primary = facts({"b", "a"}, kind::primary_key, {"c"});
  CHECK(key_columns_of(shape(identity::primary_key, {"a", "b"}), primary) == names{"b", "a"});
  CHECK(key_columns_of(shape(identity::index, {"c"}), primary) == names{"c"});
  CHECK(key_columns_of(shape(identity::full, {"a", "b", "c"}), primary) == names{"b", "a"});
}

TEST_CASE(
    "a unique index that is not the identity tells no rows apart: NULLs, rows outside of it") {
  const auto unique = facts({"b"}, kind::unique_index);
  CHECK(key_columns_of(shape(identity::full, {"a", "b", "c"}), unique).empty());
  CHECK(key_columns_of(shape(identity::primary_key, {}), unique).empty());
  CHECK(key_columns_of(shape(identity::nothing, {}), facts({"a"}, kind::primary_key)).empty());
}

TEST_CASE("a row's key is found by name in whatever shape the row has") {
  table_key key({"b", "a"});
  const auto plain =
      std::make_shared<const change::relation>(shape(identity::primary_key, {"a", "b"}));
  const auto text = [](std::string_view value) {
    return change::value{change::value_kind::text, value};
  };
  const std::vector<change::value> row{text("1"), text("2"), {}};
  CHECK(key.of(plain, row) == "1:21:1");
  auto turned = *plain;
  std::swap(turned.columns[0], turned.columns[1]);
  CHECK(key.of(std::make_shared<const change::relation>(turned), row) == "1:11:2");
  turned.columns.pop_back();
  turned.columns.erase(turned.columns.begin());
  CHECK_FALSE(key.of(std::make_shared<const change::relation>(turned), row).has_value());
  CHECK_FALSE(key.of(plain, {}).has_value());
  const std::vector<change::value> unsent{text("1"), {change::value_kind::unchanged, {}}, {}};
  CHECK_FALSE(key.of(plain, unsent).has_value());
}

}  // namespace
