// sample_stream: one well-formed message of every type and of every form that a row can take.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "unit/pgoutput/message_writer.hpp"

namespace walrelay::pgoutput::test {

struct sample {
  std::string_view name;
  std::string bytes;
};

inline std::vector<sample> sample_stream() {
  using w = message_writer;
  return {
      {"Begin", w('B').i64(0x16'B374D848).i64(7).i32(4'000'000'000)},
      {"Origin", w('O').i64(0x55).name("node_a")},
      {"Type", w('Y').i32(16400).name("public").name("mood")},
      {"Relation", w('R')
                       .i32(16390)
                       .name("public")
                       .name("orders")
                       .tag('d')
                       .i16(2)
                       .column(1, "id", 23)
                       .column(0, "caf\u00E9", 1043, 24)},
      {"Relation without columns", w('R').i32(16391).name("").name("empty").tag('n').i16(0)},
      {"Insert", w('I').i32(16390).tag('N').i16(3).text("1").null().unchanged()},
      {"Insert without columns", w('I').i32(16391).tag('N').i16(0)},
      {"Update, new row only", w('U').i32(16390).tag('N').i16(2).text("1").text("")},
      {"Update, old key",
       w('U').i32(16390).tag('K').i16(2).text("1").null().tag('N').i16(2).text("2").text("b")},
      {"Update, old row",
       w('U').i32(16390).tag('O').i16(2).text("1").text("a").tag('N').i16(2).text("1").unchanged()},
      {"Delete, old key", w('D').i32(16390).tag('K').i16(2).text("1").null()},
      {"Delete, old row", w('D').i32(16390).tag('O').i16(2).text("1").text("a")},
      {"Truncate", w('T').i32(2).u8(3).i32(16390).i32(16391)},
      {"Message", w('M').u8(1).i64(0x77).name("prefix").i32(3).raw({"\xFF\0z", 3})},
      {"Commit", w('C').u8(0).i64(0x16'B374D848).i64(0x16'B374D900).i64(7)},
  };
}

}  // namespace walrelay::pgoutput::test
