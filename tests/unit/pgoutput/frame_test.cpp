#include <doctest/doctest.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <walrelay/pgoutput/frame.hpp>

#include "unit/pgoutput/message_writer.hpp"
#include "unit/show_result.hpp"

namespace {

using namespace walrelay;
using namespace walrelay::pgoutput;
using test::view;
using w = test::message_writer;

constexpr wall_time seven_us_into_2000{std::chrono::microseconds(946'684'800'000'007)};

TEST_CASE("XLogData carries a message as a view") {
  const std::string bytes = w('w').i64(0x10).i64(0x20).i64(7).raw("payload");
  const auto parsed = parse_frame(view(bytes));
  REQUIRE(parsed);
  const auto& data = std::get<xlog_data>(*parsed);
  CHECK(data.start == lsn(0x10));
  CHECK(data.wal_end == lsn(0x20));
  CHECK(data.sent == seven_us_into_2000);
  CHECK(data.payload.data() == view(bytes).data() + 25);
  CHECK(data.payload.size() == 7);
}

TEST_CASE("keepalives, with and without a wish for a reply") {
  for (const int wish : {0, 1}) {
    const std::string bytes = w('k').i64(0x30).i64(7).u8(static_cast<std::uint64_t>(wish));
    const auto parsed = parse_frame(view(bytes));
    REQUIRE(parsed);
    const auto& alive = std::get<keepalive>(*parsed);
    CHECK(alive.wal_end == lsn(0x30));
    CHECK(alive.sent == seven_us_into_2000);
    CHECK(alive.reply_requested == (wish == 1));
  }
}

struct malformed_frame {
  std::string_view name;
  std::string bytes;
  std::string_view found;
};

TEST_CASE("malformed frames are refused") {
  const malformed_frame rows[] = {
      {"empty", "", "CopyData frame with no bytes, at byte 0 of 0"},
      {"unknown type", w('x').i64(1), "CopyData frame with an unknown type, at byte 0 of 9"},
      {"a frame of ours", w('r').i64(1), "an unknown type"},
      {"keepalive, extra byte", w('k').i64(1).i64(2).u8(0).u8(0),
       "keepalive frame with bytes after its end, at byte 18 of 19"},
      {"keepalive, reply byte", w('k').i64(1).i64(2).u8(2),
       "keepalive frame with unknown flags, at byte 17 of 18"},
      {"keepalive, time overflows", w('k').i64(1).i64(INT64_MAX).u8(0), "a timestamp beyond"},
      {"XLogData, time overflows", w('w').i64(1).i64(1).i64(INT64_MAX),
       "XLogData frame with a timestamp beyond"},
  };
  for (const malformed_frame& row : rows) {
    CAPTURE(row.name);
    const auto parsed = parse_frame(view(row.bytes));
    REQUIRE_FALSE(parsed);
    CHECK(parsed.error().kind == error_class::refuse);
    CAPTURE(parsed.error().found);
    CHECK(parsed.error().found.find(row.found) != std::string::npos);
  }
}

TEST_CASE("frame headers cut off at every byte are refused") {
  const std::string data = w('w').i64(1).i64(2).i64(3);
  const std::string alive = w('k').i64(1).i64(2).u8(1);
  for (const std::string& whole : {data, alive}) {
    REQUIRE(parse_frame(view(whole)));
    for (std::size_t length = 0; length < whole.size(); ++length) {
      CAPTURE(length);
      const std::vector<char> exact(whole.begin(),
                                    whole.begin() + static_cast<std::ptrdiff_t>(length));
      CHECK_FALSE(parse_frame(std::as_bytes(std::span(exact))));
    }
  }
}

TEST_CASE("a standby status is laid out as the protocol says") {
  const standby_status status{lsn(0x0102030405060708), lsn(0x11), lsn(0), seven_us_into_2000, true};
  const std::string expected = w('r').i64(0x0102030405060708).i64(0x11).i64(0).i64(7).u8(1);
  const auto bytes = encode(status);
  CHECK(std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()) == expected);
  CHECK(encode(standby_status{}).back() == std::byte{0});
}

}  // namespace
