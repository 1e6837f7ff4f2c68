#include <doctest/doctest.h>

#include <span>
#include <string_view>

#include <walrelay/base/byte_reader.hpp>

namespace {

using namespace std::string_view_literals;
using walrelay::byte_reader;

byte_reader over(std::string_view bytes) {
  return byte_reader(std::as_bytes(std::span(bytes)));
}

TEST_CASE("numbers are read big-endian and with their sign") {
  constexpr auto bytes = "\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0A\x0B\x0C\x0D\x0E\x0F"sv;
  byte_reader reader = over(bytes);
  CHECK(reader.u8() == 0x01);
  CHECK(reader.u16() == 0x0203);
  CHECK(reader.u32() == 0x04050607);
  CHECK(reader.u64() == 0x08090A0B0C0D0E0F);
  CHECK(reader.remaining() == 0);
  CHECK_FALSE(reader.failed());

  byte_reader negative = over("\xFF\xFE\xFF\xFF\xFF\xFD\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFC"sv);
  CHECK(negative.i16() == -2);
  CHECK(negative.i32() == -3);
  CHECK(negative.i64() == -4);
}

TEST_CASE("strings, texts and the rest are views into the bytes") {
  constexpr auto bytes = "name\0\0textrest"sv;
  byte_reader reader = over(bytes);
  const std::string_view name = reader.c_string();
  CHECK(name == "name");
  CHECK(name.data() == bytes.data());
  CHECK(reader.c_string().empty());
  CHECK(reader.text(4) == "text");
  CHECK(reader.position() == 10);
  CHECK(reader.rest().size() == 4);
  CHECK(reader.rest().empty());
  CHECK_FALSE(reader.failed());
}

TEST_CASE("a read beyond the end fails, stays failed and moves nothing") {
  byte_reader reader = over("\x01\x02\x03"sv);
  CHECK(reader.u32() == 0);
  CHECK(reader.failed());
  CHECK(reader.position() == 0);
  CHECK(reader.u8() == 0);
  CHECK(reader.c_string().empty());
  CHECK(reader.text(0).empty());
  CHECK(reader.rest().empty());
  CHECK(reader.remaining() == 3);
}

TEST_CASE("a string without its NUL and a text longer than the bytes fail") {
  byte_reader open_ended = over("abc"sv);
  CHECK(open_ended.c_string().empty());
  CHECK(open_ended.failed());
  byte_reader too_long = over("abc"sv);
  CHECK(too_long.text(std::string_view::npos).empty());
  CHECK(too_long.failed());
  byte_reader empty = over(""sv);
  CHECK(empty.u8() == 0);
  CHECK(empty.failed());
}

}  // namespace
