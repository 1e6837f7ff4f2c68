// A value of every type that the encoder table knows, as the server spells it.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <walrelay/change/table_facts.hpp>

namespace walrelay::envelope::test {

struct type_example {
  std::string_view title;  // as in CREATE TABLE
  std::uint32_t type;      // OID
  std::string_view text;
  std::int32_t modifier = -1;
};

constexpr std::int32_t numeric_modifier(int precision, int scale) {
  return ((precision << 16) | scale) + 4;
}

// The types of the last group are not built in; `example_catalog` says what they are.
inline constexpr type_example type_examples[] = {
    {"boolean", 16, "t"},
    {"smallint", 21, "-32768"},
    {"integer", 23, "42"},
    {"bigint", 20, "9223372036854775807"},
    {"oid", 26, "4294967295"},
    {"int2vector", 22, "1 2"},
    {"oidvector", 30, "1 2"},
    {"real", 700, "1e+10"},
    {"double precision", 701, "0.1"},
    {"numeric(8,2)", 1700, "-123.45", numeric_modifier(8, 2)},
    {"numeric", 1700, "123.450"},
    {"money", 790, "$1,234.50"},
    {"text", 25, "a \"quoted\" word"},
    {"varchar(10)", 1043, "abc", 14},
    {"char(4)", 1042, "ab  ", 8},
    {"\"char\"", 18, "x"},
    {"name", 19, "pg_class"},
    {"bytea", 17, "\\x00ff10"},
    {"uuid", 2950, "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"},
    {"json", 114, R"({"a": 1})"},
    {"jsonb", 3802, R"({"a": 1})"},
    {"xml", 142, "<a/>"},
    {"date", 1082, "2024-02-29"},
    {"time(3)", 1083, "12:34:56.789", 3},
    {"time(6)", 1083, "12:34:56.789012", 6},
    {"time with time zone", 1266, "12:34:56.789012+02"},
    {"timestamp(3)", 1114, "2024-02-29 12:34:56.789", 3},
    {"timestamp(6)", 1114, "2024-02-29 12:34:56.789012", 6},
    {"timestamp with time zone", 1184, "2024-02-29 12:34:56.789012+00"},
    {"interval", 1186, "1 year 2 mons 3 days 04:05:06.789"},
    {"bit(1)", 1560, "1", 1},
    {"bit(10)", 1560, "1000000001", 10},
    {"bit varying(20)", 1562, "101", 20},
    {"inet", 869, "192.168.0.1/24"},
    {"cidr", 650, "10.0.0.0/8"},
    {"macaddr", 829, "08:00:2b:01:02:03"},
    {"macaddr8", 774, "08:00:2b:01:02:03:04:05"},
    {"tsvector", 3614, "'cat':1 'sat':2"},
    {"point", 600, "(1.5,-2)"},
    {"int4range", 3904, "[1,10)"},
    {"int8range", 3926, "[1,10)"},
    {"numrange", 3906, "[1.5,)"},
    {"tsrange", 3908, "[\"2024-01-01 00:00:00\",)"},
    {"tstzrange", 3910, "[\"2024-01-01 00:00:00+00\",)"},
    {"daterange", 3912, "[2024-01-01,2024-02-01)"},
    {"integer[]", 1007, "{1,NULL,3}"},
    {"text[]", 1009, "{a,\"b c\",NULL}"},
    {"numeric(8,2)[]", 1231, "{1.50}", numeric_modifier(8, 2)},
    {"timestamp(6)[]", 1115, "{\"2024-02-29 12:34:56.789012\"}", 6},
    {"an enum", 90001, "open"},
    {"a domain over numeric(8,2)", 90002, "1.50"},
    {"hstore", 90003, "\"a\"=>\"1\", \"b\"=>NULL"},
    {"citext", 90004, "Any Case"},
    {"ltree", 90005, "Top.Science"},
    {"isbn", 90006, "0-306-40615-2"},
    {"geometry", 90007, "0101000000000000000000F03F0000000000000040"},
    {"geography", 90008, "0101000020E6100000000000000000F03F0000000000000040"},
    {"vector", 90009, "[1,2.5]"},
    {"halfvec", 90010, "[1,2.5]"},
    {"sparsevec", 90011, "{1:1,3:2.5}/5"},
    {"any other type", 718, "<(0,0),1>"},
};

inline change::type_catalog example_catalog() {
  using change::type_kind;
  change::type_catalog catalog;
  const auto add = [&](std::uint32_t id, std::string_view name, type_kind kind) {
    change::type_facts facts;
    facts.id = oid{id};
    facts.schema = "public";
    facts.name = name;
    facts.kind = kind;
    return &(catalog[oid{id}] = facts);
  };
  add(90001, "state", type_kind::enumeration)->enum_labels = {"open", "closed"};
  auto* domain = add(90002, "price", type_kind::domain);
  domain->base = oid{1700};
  domain->base_modifier = numeric_modifier(8, 2);
  std::uint32_t next = 90003;
  for (const std::string_view name : {"hstore", "citext", "ltree", "isbn", "geometry", "geography",
                                      "vector", "halfvec", "sparsevec"}) {
    add(next++, name, type_kind::base);
  }
  return catalog;
}

}  // namespace walrelay::envelope::test
