#include <doctest/doctest.h>

#include <walrelay/snapshot/visibility.hpp>

namespace {

using namespace walrelay;
using namespace walrelay::snapshot;

TEST_CASE("a snapshot sees what had ended") {
  const auto seen = server_snapshot::parse("10:20:12,15");
  REQUIRE(seen.has_value());
  CHECK(seen->sees(full_xid(9)));
  CHECK(seen->sees(full_xid(10)));
  CHECK_FALSE(seen->sees(full_xid(12)));
  CHECK(seen->sees(full_xid(13)));
  CHECK_FALSE(seen->sees(full_xid(15)));
  CHECK(seen->sees(full_xid(19)));
  CHECK_FALSE(seen->sees(full_xid(20)));
  CHECK(seen->next() == full_xid(20));
  CHECK(seen->to_string() == "10:20:12,15");
}

TEST_CASE("nothing running is an empty list") {
  const auto seen = server_snapshot::parse("4294967300:4294967300:");
  REQUIRE(seen.has_value());
  CHECK(seen->running().empty());
  CHECK(seen->to_string() == "4294967300:4294967300:");
}

TEST_CASE("what the server does not print is refused") {
  for (const char* text : {"", "1:2", "1:2:3:4", "a:2:", "1:b:", "1:2:x", "2:1:", "10:20:9",
                           "10:20:20", "10:20:12,", "10:20:12,,13", " 1:2:", "1:2: "}) {
    CAPTURE(text);
    CHECK_FALSE(server_snapshot::parse(text).has_value());
  }
}

TEST_CASE("an id of 32 bits is the nearest full one, before and behind a wraparound") {
  const full_xid recent((std::uint64_t{7} << 32U) + 5);
  CHECK(widen(xid(5), recent) == recent);
  CHECK(widen(xid(9), recent) == full_xid(recent.value() + 4));
  CHECK(widen(xid(4294967295U), recent) == full_xid((std::uint64_t{7} << 32U) - 1));
  const full_xid late((std::uint64_t{8} << 32U) - 2);
  CHECK(widen(xid(3), late) == full_xid((std::uint64_t{8} << 32U) + 3));
}

}  // namespace
