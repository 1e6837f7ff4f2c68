#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <string_view>

#include <walrelay/base/lsn.hpp>

namespace {

using walrelay::lsn;

TEST_CASE("an LSN is printed as PostgreSQL prints it and read back") {
  struct row {
    std::string_view text;
    std::uint64_t value;
  };
  for (const row& expected :
       {row{"0/0", 0}, row{"0/1", 1}, row{"16/B374D848", 0x16'B374D848}, row{"1/0", 0x1'00000000},
        row{"FFFFFFFF/FFFFFFFF", UINT64_MAX}, row{"A/BCDEF", 0xA'000BCDEF}}) {
    CAPTURE(expected.text);
    CHECK(lsn(expected.value).to_string() == expected.text);
    CHECK(fmt::format("{}", lsn(expected.value)) == expected.text);
    CHECK(lsn::parse(expected.text) == lsn(expected.value));
  }
}

TEST_CASE("other spellings of an LSN that servers use are read") {
  CHECK(lsn::parse("16/b374d848") == lsn(0x16'B374D848));
  CHECK(lsn::parse("0/0000000A") == lsn(10));  // PostgreSQL 19 pads the second half
  CHECK(lsn::parse("00000001/00000002") == lsn(0x1'00000002));
}

TEST_CASE("text that is no LSN is refused") {
  for (const std::string_view text :
       {"",      "/",     "0",           "0/",          "/0",          "0/0/0",
        "0/G",   "0x1/0", "-1/0",        "0/-1",        "+1/0",        " 0/0",
        "0/0 ",  "0 /0",  "123456789/0", "0/123456789", "000000001/0", "0/000000001",
        "0/0\n", "0//0"}) {
    CAPTURE(text);
    CHECK_FALSE(lsn::parse(text));
  }
  CHECK_FALSE(lsn::parse(std::string_view("0/0\0", 4)));
}

TEST_CASE("the distance between LSNs is never negative") {
  CHECK(lsn(30).bytes_since(lsn(10)) == 20);
  CHECK(lsn(10).bytes_since(lsn(30)) == 0);
  CHECK(lsn(10).bytes_since(lsn(10)) == 0);
  CHECK_FALSE(lsn().valid());
  CHECK(lsn(1).valid());
}

}  // namespace
