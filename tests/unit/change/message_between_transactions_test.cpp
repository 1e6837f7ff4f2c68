// Logical messages that belong to no transaction have a boundary of their own.
#include <doctest/doctest.h>

#include "unit/change/transaction_sample.hpp"

namespace {

using namespace walrelay;
using namespace walrelay::change;

TEST_CASE("the end of a message's record is a boundary, with the newest transaction's mark") {
  auto assembler = resumed_at(100);
  REQUIRE(assembler.begin(sample{120, 130}.begin()));
  REQUIRE(assembler.commit(sample{120, 130}.commit()));
  const auto passed = assembler.message(lsn(138));
  REQUIRE(passed);
  REQUIRE(*passed);
  // Not behind it: the next record may begin right here, and the server skips what begins before
  // the slot's position.
  CHECK((*passed)->position == lsn(138));
  CHECK((*passed)->transaction == transaction_mark{lsn(130), xid(700), at(5)});
  CHECK(assembler.assembled() == lsn(138));
}

TEST_CASE("a message that was relayed does not come again, what follows it at once does") {
  auto assembler = resumed_at(138);
  const auto relayed = assembler.message(lsn(138));
  REQUIRE(relayed);
  CHECK_FALSE(*relayed);
  const auto next = assembler.message(lsn(146));
  REQUIRE(next);
  REQUIRE(*next);
  CHECK((*next)->position == lsn(146));
  const auto begun = assembler.begin(sample{146, 160}.begin());
  REQUIRE(begun);
  CHECK(*begun == disposition::relay);
}

TEST_CASE("a message cannot stand inside a transaction or behind what was passed") {
  auto inside = resumed_at(100);
  REQUIRE(inside.begin(sample{120, 130}.begin()));
  CHECK_FALSE(inside.message(lsn(110)));
  auto behind = resumed_at(100);
  REQUIRE(behind.keepalive(lsn(150)));
  CHECK_FALSE(behind.message(lsn(140)));
  CHECK_FALSE(behind.message(lsn(150)));
}

TEST_CASE("nothing may pass a transaction that was relayed in part") {
  resume_point from;
  from.position = from.slot_position = lsn(100);
  from.partial = partial_mark{xid(700), lsn(120), 1, lsn(110), 5};
  transaction_assembler assembler(from);
  CHECK_FALSE(assembler.here());
  const auto before = assembler.message(lsn(110));
  REQUIRE_FALSE(before);
  CHECK(before.error().kind == error_class::refuse);
}

TEST_CASE("here is the newest boundary, while nothing is open") {
  auto assembler = resumed_at(100);
  REQUIRE(assembler.here());
  CHECK(assembler.here()->position == lsn(100));
  REQUIRE(assembler.begin(sample{120, 130}.begin()));
  CHECK_FALSE(assembler.here());
  REQUIRE(assembler.commit(sample{120, 130}.commit()));
  CHECK(assembler.here()->position == lsn(130));
}

}  // namespace
