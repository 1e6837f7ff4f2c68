#include <vector>

#include <doctest/doctest.h>

#include "postgres/timeline_history.hpp"

using namespace walrelay;
using walrelay::postgres::parse_timeline_history;

TEST_CASE("timeline history: one switch point a line, oldest first") {
  struct row {
    std::string name;
    const char* text;
    std::vector<std::pair<std::uint32_t, std::uint64_t>> points;
  };
  const std::vector<row> rows{
      {"empty", "", {}},
      {"one promotion", "1\t0/3000000\tno recovery target specified\n", {{1, 0x3000000}}},
      {"two, blank line between",
       "1\t0/3000000\tx\n\n2\t16/B374D848\tx\n",
       {{1, 0x3000000}, {2, 0x16B374D848}}},
      {"comment", "# made by hand\n1\t0/10\tx\n", {{1, 0x10}}},
      {"no newline at the end", "1\t0/10\tbefore transaction 7", {{1, 0x10}}},
      {"timeline left out", "1\t0/10\tx\n3\t0/20\tx\n", {{1, 0x10}, {3, 0x20}}},
  };
  for (const row& expected : rows) {
    CAPTURE(expected.name);
    const auto history = parse_timeline_history(expected.text);
    REQUIRE(history.has_value());
    REQUIRE(history->size() == expected.points.size());
    for (std::size_t i = 0; i < history->size(); ++i) {
      CHECK((*history)[i].parent.value() == expected.points[i].first);
      CHECK((*history)[i].position.value() == expected.points[i].second);
    }
  }
}

TEST_CASE("timeline history: malformed") {
  struct row {
    std::string name;
    const char* text;
    const char* line;
  };
  for (const row& bad :
       {row{"no number", "x\t0/10\n", "line 1"}, row{"number with a tail", "1x\t0/10\n", "line 1"},
        row{"negative", "-1\t0/10\n", "line 1"},
        row{"above 32 bits", "4294967296\t0/10\n", "line 1"}, row{"no position", "1\n", "line 1"},
        row{"position without slash", "1\t10\tx\n", "line 1"},
        row{"not rising", "2\t0/10\tx\n2\t0/20\tx\n", "line 2"},
        row{"falling", "2\t0/10\tx\n1\t0/20\tx\n", "line 2"}}) {
    CAPTURE(bad.name);
    const auto history = parse_timeline_history(bad.text);
    REQUIRE(history.has_error());
    CHECK(history.error().kind == error_class::refuse);
    CHECK(history.error().found.find(bad.line) == 0);
  }
}
