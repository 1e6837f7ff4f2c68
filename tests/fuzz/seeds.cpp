#include "fuzz/fuzz.hpp"
#include "unit/kafka/checkpoint_sample.hpp"
#include "unit/pgoutput/sample_stream.hpp"

namespace walrelay::fuzz {

namespace {

using w = pgoutput::test::message_writer;

constexpr std::int32_t orders = 16'390;
constexpr std::int32_t others = 16'391;

std::string xlog(std::int64_t start, const std::string& payload) {
  return w('w').i64(start).i64(0).i64(0).raw(payload);
}
std::string keepalive(std::int64_t wal_end, bool reply) {
  return w('k').i64(wal_end).i64(0).u8(reply ? 1 : 0);
}
std::string begin(std::int64_t final_lsn) {
  return xlog(1, w('B').i64(final_lsn).i64(1000).i32(7));
}
std::string commit(std::int64_t commit_lsn) {
  return xlog(1, w('C').u8(0).i64(commit_lsn).i64(commit_lsn + 0x30).i64(1000));
}

struct typed {
  std::uint32_t type;
  const char* text;
};

/// A value of each family of encoders, and of its arrays.
constexpr typed values[] = {
    {16, "t"},
    {17, "\\x00ff"},
    {18, "x"},
    {20, "-9223372036854775808"},
    {21, "-1"},
    {22, "1 2"},
    {25, "caf\u00E9 \"\\\n"},
    {26, "4294967295"},
    {700, "-Infinity"},
    {701, "1e-300"},
    {1000, "{t,NULL}"},
    {1009, "{\"a,\\\"b\",NULL,{}}"},
    {1042, "ab "},
    {1082, "2024-02-29"},
    {1083, "24:00:00"},
    {1114, "294276-12-31 23:59:59.999999"},
    {1184, "0044-03-15 10:00:00+00:19:32 BC"},
    {1185, "{\"2024-01-01 00:00:00+00\",infinity}"},
    {1231, "[0:1]={1.5,NaN}"},
    {1266, "04:05:06.789-08"},
    {1700, "-12345678901234567890.0010"},
    {2950, "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"},
    {3802, "{\"a\": [1]}"},
    {3904, "[1,5)"},
    {99'999, "(a type of an extension)"},
};

std::string typed_relation() {
  w out('R');
  out.i32(orders).name("public").name("orders").tag('f').i16(
      static_cast<std::int64_t>(std::size(values)));
  for (const typed& each : values) {
    out.column(1, "c" + std::to_string(each.type), each.type, each.type == 1700 ? 0x1A'0008 : -1);
  }
  return xlog(0, out);
}

w& add_tuple(w& out) {
  out.i16(static_cast<std::int64_t>(std::size(values)));
  for (const typed& each : values) out.text(each.text);
  return out;
}

std::string typed_insert() {
  w out('I');
  out.i32(orders).tag('N');
  return xlog(0x150, add_tuple(out));
}
std::string typed_update() {
  w out('U');
  out.i32(orders).tag('O');
  add_tuple(out).tag('N');
  return xlog(0x160, add_tuple(out));
}

std::string keyed_relation() {
  return xlog(0, w('R')
                     .i32(others)
                     .name("public")
                     .name("others")
                     .tag('d')
                     .i16(2)
                     .column(1, "id", 23)
                     .column(0, "note", 25));
}
std::string keyed_insert(const char* id) {
  return xlog(0x170, w('I').i32(others).tag('N').i16(2).text(id).text("x"));
}
std::string keyed_update() {
  return xlog(
      0x171,
      w('U').i32(others).tag('K').i16(2).text("1").null().tag('N').i16(2).text("2").unchanged());
}
std::string keyed_delete() {
  return xlog(0x172, w('D').i32(others).tag('K').i16(2).text("2").null());
}
std::string truncate() {
  return xlog(0x173, w('T').i32(2).u8(0).i32(orders).i32(others));
}

std::vector<std::string> stream_seeds() {
  std::vector<std::string> seeds;
  for (const unsigned choices : {0U, 0x02U, 0x04U, 0x20U, 0x31U}) {
    seeds.push_back(write_frames(
        choices,
        {keepalive(0x180, false), begin(0x200), typed_relation(), typed_insert(), typed_update(),
         commit(0x200), keepalive(0x240, true), begin(0x300), keyed_relation(), keyed_insert("1"),
         keyed_update(), keyed_delete(), truncate(), commit(0x300)}));
  }
  // What was relayed before, then the same relations again.
  seeds.push_back(write_frames(
      0, {begin(0x80), keyed_relation(), keyed_insert("1"), commit(0x80), begin(0x200),
          keyed_relation(), keyed_insert("2"), commit(0x200), keepalive(0x190, false)}));
  return seeds;
}

std::vector<std::string> pgoutput_seeds() {
  std::vector<std::string> frames;
  for (const auto& sample : pgoutput::test::sample_stream())
    frames.push_back(xlog(1, sample.bytes));
  auto seeds = stream_seeds();
  seeds.push_back(write_frames(0, frames));
  return seeds;
}

/// Scripts for a server (assembler.cpp): two transactions, the second one stored in part, then sent
/// again as it was, or with another change in its part.
std::vector<std::string> assembler_seeds() {
  const std::string first{0, 9, 1, 7, 1, 3, 1, 65, 2, 2, 4};
  const std::string part{0, 9, 2, 8, 1, 3, 1, 66, 1, 3, 1, 67, 4, 1, 3, 1, 68, 5};
  const std::string again{6, 6, 6, 6, 6, 6};
  return {first + "\x03\x05\x04\x05", first + part + again + std::string{1, 3, 69, 2, 2, 4},
          first + part + std::string{6, 6, 6, 6, '\xF6', 1, 6, 6}};
}

/// Rows of three columns: the value of one family, its array's spelling, and a text.
std::vector<std::string> tuple_seeds() {
  std::vector<std::string> seeds;
  for (unsigned type = 0; type < 100; ++type) {
    std::string seed(11, static_cast<char>(type * 7 % 12));  // modes
    seed += type % 2 == 0 ? "\xFF" : "\x15";                 // schemas, or none
    for (const unsigned column : {23U - 16U, type, type + 1}) {
      seed += static_cast<char>(column);
      seed += '\0';    // no modifier
      seed += "\x01";  // its default
    }
    for (const typed& each : values) {
      seed += std::string(2, '\0') + std::string(3, '\0');  // an insert; no old row
      for (const std::string_view text : {std::string_view("1"), std::string_view(each.text),
                                          std::string_view("{1,NULL,\"a\"}")}) {
        (seed += '\x7F') += static_cast<char>(text.size());
        seed += text;
      }
    }
    seeds.push_back(std::move(seed));
  }
  return seeds;
}

}  // namespace

std::string write_frames(unsigned choices, const std::vector<std::string>& frames) {
  std::string out(1, static_cast<char>(choices));
  for (const std::string& frame : frames) {
    out += static_cast<char>(frame.size() >> 8);
    out += static_cast<char>(frame.size() & 0xFF);
    out += frame;
  }
  return out;
}

std::vector<std::string> seeds_of(std::string_view target) {
  if (target == "assembler") return assembler_seeds();
  if (target == "stream") return stream_seeds();
  if (target == "pgoutput") return pgoutput_seeds();
  if (target == "tuple") return tuple_seeds();
  if (target == "checkpoint") return {std::string(kafka::sample_text)};
  return {};  // the others have files
}

}  // namespace walrelay::fuzz
