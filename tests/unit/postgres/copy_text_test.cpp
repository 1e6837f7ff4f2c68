// Rows of COPY in text format.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "postgres/copy_text.hpp"

namespace {

using namespace walrelay;
using namespace walrelay::postgres;

/// NULL as "<null>".
std::vector<std::string> values_of(std::string_view line) {
  copy_row row;
  REQUIRE(row.parse(line));
  std::vector<std::string> values;
  for (const auto& value : row.values()) {
    values.emplace_back(value.kind == change::value_kind::null ? "<null>" : value.text);
  }
  return values;
}

using texts = std::vector<std::string>;

TEST_CASE("fields are parted by tabs, with or without the line's end") {
  CHECK(values_of("1\tab\t\n") == texts{"1", "ab", ""});
  CHECK(values_of("1") == texts{"1"});
  CHECK(values_of("\n") == texts{""});
}

TEST_CASE("NULL is not the text that looks like it") {
  CHECK(values_of("\\N\t\\\\N\tN\n") == texts{"<null>", "\\N", "N"});
}

TEST_CASE("every escape that COPY writes") {
  CHECK(values_of(R"(a\tb\nc\\d\re\bf\fg\vh)") == texts{"a\tb\nc\\d\re\bf\fg\vh"});
  CHECK(values_of(R"(\\x00ff)") == texts{"\\x00ff"});
}

TEST_CASE("what COPY does not write is no row") {
  copy_row row;
  for (const char* line : {"\\", "a\\", "\\q", "1\t\\Nx", "\\.x"}) {
    CAPTURE(line);
    CHECK_FALSE(row.parse(line));
  }
}

}  // namespace
