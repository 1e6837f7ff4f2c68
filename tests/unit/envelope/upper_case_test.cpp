#include "envelope/upper_case.hpp"

#include <string_view>

#include <doctest/doctest.h>

namespace {

using namespace walrelay::envelope;

struct example {
  std::string_view small;
  std::string_view capital;
};

// Names of types as Debezium was seen to write them: one capital, several, one that is ASCII, one
// that is longer or shorter than its letter, letters in pairs, and beyond the basic plane.
constexpr example recorded[] = {
    {"varchar", "VARCHAR"},
    {"größe", "GRÖSSE"},
    {"straße", "STRASSE"},
    {"ﬁn", "FIN"},
    {"\u0390ος", "\u0399\u0308\u0301ΟΣ"},
    {"ıiİ", "II\u0130"},
    {"ǆ", "Ǆ"},
    {"ŉx", "\u02BCNX"},
    {"ᾳᾶ", "ΑΙΑ\u0342"},
    {"ёж", "ЁЖ"},
    {"𐐨", "𐐀"},
    {"ⅷⓐ", "ⅧⒶ"},
    {"աև", "ԱԵՒ"},
    {"ꭰ", "Ꭰ"},
    {"ა", "Ა"},
    {"ăĂąĄ_9 中", "ĂĂĄĄ_9 中"},
};

TEST_CASE("letters of all scripts become capitals as Java makes them") {
  for (const auto& [small, capital] : recorded) {
    CHECK(upper_case(small) == capital);
    CHECK(upper_case(capital) == capital);
  }
}

}  // namespace
