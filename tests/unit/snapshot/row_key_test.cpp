#include <doctest/doctest.h>

#include <walrelay/snapshot/row_key.hpp>

namespace {

using namespace walrelay::snapshot;

row_key key(std::initializer_list<std::string_view> columns) {
  return key_of({columns.begin(), columns.size()});
}

TEST_CASE("columns come back as they went in, whatever is in them") {
  for (const auto& columns : {std::vector<std::string_view>{"1"},
                              {"", ""},
                              {"a:b", "3:"},
                              {std::string_view("\0x", 2), "12"}}) {
    const row_key text = key_of(columns);
    const auto back = columns_of(text);
    REQUIRE(back.has_value());
    CHECK(*back == columns);
  }
}

TEST_CASE("other columns are another key") {
  CHECK(key({"1", "23"}) != key({"12", "3"}));
  CHECK(key({"", "1"}) != key({"1", ""}));
  CHECK(key({"1:"}) != key({"", ""}));
}

TEST_CASE("what is no key is refused") {
  for (const char* text : {"1", "a:", "2:a", "1:ab", ":", "1:a2", "-1:", "99999999999999999999:"}) {
    CAPTURE(text);
    CHECK_FALSE(columns_of(text).has_value());
  }
}

}  // namespace
