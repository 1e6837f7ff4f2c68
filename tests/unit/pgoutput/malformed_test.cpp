// The twin of decoder_test: what is refused, and that no prefix of a good message is taken for one.
#include <doctest/doctest.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include <walrelay/pgoutput/decoder.hpp>

#include "unit/pgoutput/sample_stream.hpp"
#include "unit/show_result.hpp"

namespace {

using namespace walrelay;
using namespace walrelay::pgoutput;
using test::view;
using w = test::message_writer;

/// What decoding says of exactly these bytes, held where a sanitizer sees a read beyond them.
error refusal(std::string_view bytes) {
  const std::vector<char> exact(bytes.begin(), bytes.end());
  decoder decode;
  const auto message = decode.decode(std::as_bytes(std::span(exact)));
  REQUIRE_FALSE(message);
  return message.error();
}

void check_refusal(const error& refused, std::string_view what, std::string_view place) {
  CAPTURE(refused.found);
  CHECK(refused.kind == error_class::refuse);
  CHECK(refused.found.find(what) != std::string::npos);
  CHECK(refused.found.find(place) != std::string::npos);
  CHECK_FALSE(refused.why.empty());
  CHECK(refused.remedy.find("walrelay offsets show") != std::string::npos);
}

struct malformed_row {
  std::string_view name;
  std::string bytes;
  std::string_view what;
  std::string_view place;
};

constexpr std::int64_t last_good_time = INT64_MAX - 946'684'800'000'000;

std::vector<malformed_row> malformed_messages() {
  return {
      {"empty", "", "with no bytes", "at byte 0 of 0"},
      {"unknown type", w('Z').i32(1), "type 0x5A with no known meaning", "at byte 0 of 5"},
      {"type NUL", w('\0'), "type 0x00", "at byte 0 of 1"},
      {"Stream Start of protocol 2", w('S').i32(1).u8(1), "type 0x53", ""},
      {"Stream Commit of protocol 2", w('c').i32(1).u8(0), "type 0x63", ""},
      {"Begin Prepare of protocol 3", w('b').i64(1), "type 0x62", ""},
      {"Begin, time overflows", w('B').i64(1).i64(last_good_time + 1).i32(1),
       "Begin message with a timestamp beyond", "at byte 9 of 21"},
      {"Commit, flags", w('C').u8(1).i64(1).i64(2).i64(3), "Commit message with unknown flags",
       "at byte 1 of 26"},
      {"Commit, time overflows", w('C').u8(0).i64(1).i64(2).i64(INT64_MAX), "a timestamp beyond",
       "at byte 18 of 26"},
      {"Origin, name not UTF-8", w('O').i64(1).name("\xE9"), "a name that is not UTF-8",
       "at byte 9 of 11"},
      {"Type, name not UTF-8", w('Y').i32(1).name("s").name("\x80"), "a name that is not UTF-8",
       "at byte 7 of 9"},
      {"Relation, unknown identity", w('R').i32(1).name("s").name("t").tag('x').i16(0),
       "Relation message with an unknown replica identity", "at byte 9 of 12"},
      {"Relation, negative count", w('R').i32(1).name("s").name("t").tag('d').i16(-1),
       "a negative number of columns", "at byte 10 of 12"},
      {"Relation, too many columns", w('R').i32(1).name("s").name("t").tag('d').i16(1601),
       "more than 1600 columns", "at byte 10 of 12"},
      {"Relation, column flags",
       w('R').i32(1).name("s").name("t").tag('d').i16(1).column(2, "c", 23), "unknown flags",
       "at byte 12 of 23"},
      {"Relation, column name not UTF-8",
       w('R').i32(1).name("s").name("t").tag('d').i16(1).column(0, "\xFF", 23),
       "a name that is not UTF-8", "at byte 13 of 23"},
      {"Insert, old row instead of new", w('I').i32(1).tag('O').i16(0),
       "Insert message with no new row", "at byte 5 of 8"},
      {"Insert, negative count", w('I').i32(1).tag('N').i16(-1), "a negative number of columns",
       "at byte 6 of 8"},
      {"Insert, too many columns", w('I').i32(1).tag('N').i16(1601), "more than 1600 columns",
       "at byte 6 of 8"},
      {"Insert, binary value", w('I').i32(1).tag('N').i16(1).tag('b').i32(1).u8(7),
       "a binary value", "at byte 8 of 14"},
      {"Insert, unknown kind of value", w('I').i32(1).tag('N').i16(1).tag('x'),
       "an unknown kind of column value", "at byte 8 of 9"},
      {"Insert, negative length", w('I').i32(1).tag('N').i16(1).tag('t').i32(-1),
       "a negative length", "at byte 9 of 13"},
      {"Insert, length beyond the end", w('I').i32(1).tag('N').i16(1).tag('t').i32(2).u8('a'),
       "a field that is cut off", "at byte 13 of 14"},
      {"Insert, value not UTF-8", w('I').i32(1).tag('N').i16(1).text("secret\xE9"),
       "a value that is not UTF-8", "at byte 13 of 20"},
      {"Update, unknown tuple", w('U').i32(1).tag('X').i16(0), "Update message with no new row",
       "at byte 5 of 8"},
      {"Update, two old rows", w('U').i32(1).tag('K').i16(0).tag('O').i16(0), "no new row",
       "at byte 8 of 11"},
      {"Delete, new row only", w('D').i32(1).tag('N').i16(0), "Delete message with no old row",
       "at byte 5 of 8"},
      {"Truncate, negative count", w('T').i32(-1).u8(0), "a negative number of tables", "of 6"},
      {"Truncate, huge count", w('T').i32(INT32_MAX).u8(0).i32(5), "a number of tables", "of 10"},
      {"Truncate, count too small", w('T').i32(1).u8(0).i32(5).i32(6), "a number of tables", ""},
      {"Truncate, unknown options", w('T').i32(1).u8(4).i32(5), "unknown flags", "at byte 5 of 10"},
      {"Message, unknown flags", w('M').u8(2).i64(1).name("p").i32(0), "unknown flags",
       "at byte 1 of 16"},
      {"Message, negative length", w('M').u8(0).i64(1).name("p").i32(-5), "a negative length",
       "at byte 12 of 16"},
      {"Message, prefix not UTF-8", w('M').u8(0).i64(1).name("\xC0\x80").i32(0),
       "a name that is not UTF-8", "at byte 10 of 17"},
  };
}

TEST_CASE("malformed messages are refused with their type and place (SEED 25)") {
  for (const malformed_row& row : malformed_messages()) {
    CAPTURE(row.name);
    check_refusal(refusal(row.bytes), row.what, row.place);
  }
}

TEST_CASE("the largest time that fits is accepted") {
  decoder decode;
  const std::string bytes = w('B').i64(1).i64(last_good_time).i32(1);
  CHECK(decode.decode(view(bytes)));
}

TEST_CASE("an error never shows what a row holds") {
  const error refused = refusal(std::string(w('I').i32(1).tag('N').i16(1).text("secret\xE9")));
  CHECK(refused.message().find("secret") == std::string::npos);
}

TEST_CASE("a stream with every message, cut off at every byte, is refused and never read past") {
  for (const test::sample& sample : test::sample_stream()) {
    CAPTURE(sample.name);
    decoder decode;
    REQUIRE(decode.decode(view(sample.bytes)));
    for (std::size_t length = 1; length < sample.bytes.size(); ++length) {
      CAPTURE(length);
      const error refused = refusal(std::string_view(sample.bytes).substr(0, length));
      CHECK(refused.kind == error_class::refuse);
      CHECK(refused.found.find(fmt::format("of {}", length)) != std::string::npos);
    }
  }
}

TEST_CASE("one byte too many is refused after every message") {
  for (const test::sample& sample : test::sample_stream()) {
    CAPTURE(sample.name);
    for (const char extra : {'\0', 'N', '\xFF'}) {
      const error refused = refusal(sample.bytes + extra);
      CHECK(refused.kind == error_class::refuse);
    }
  }
  check_refusal(refusal(test::sample_stream().front().bytes + "x"), "bytes after its end",
                "at byte 21 of 22");
}

TEST_CASE("every single byte changed to anything is decoded or refused, never worse") {
  for (const test::sample& sample : test::sample_stream()) {
    for (std::size_t at = 0; at < sample.bytes.size(); ++at) {
      for (unsigned byte = 0; byte < 256; ++byte) {
        std::string bytes = sample.bytes;
        bytes[at] = static_cast<char>(byte);
        const std::vector<char> exact(bytes.begin(), bytes.end());
        decoder decode;
        const auto message = decode.decode(std::as_bytes(std::span(exact)));
        if (!message && message.error().kind != error_class::refuse) FAIL_CHECK(sample.name);
      }
    }
  }
}

TEST_CASE("a refusal does not spoil the decoder for the next message") {
  decoder decode;
  const std::string bad = w('I').i32(1).tag('N').i16(2).text("a").tag('b');
  REQUIRE_FALSE(decode.decode(view(bad)));
  const std::string bytes = w('I').i32(1).tag('N').i16(1).text("z");
  const auto message = decode.decode(view(bytes));
  REQUIRE(message);
  CHECK(std::get<row>(*message).new_values.size() == 1);
}

}  // namespace
