#include <doctest/doctest.h>

#include <string_view>

#include "unit/change/transaction_sample.hpp"

namespace {

using namespace walrelay;
using namespace walrelay::change;

TEST_CASE("a transaction is a boundary at its end, never before (SEED 16, 18)") {
  auto assembler = resumed_at(100);
  CHECK(assembler.assembled() == lsn(100));
  CHECK_FALSE(assembler.open());
  REQUIRE(assembler.begin(sample{120, 130}.begin()));
  CHECK(assembler.open());
  CHECK(assembler.current().id == xid(700));
  CHECK(*assembler.change() == disposition::relay);
  CHECK(assembler.assembled() == lsn(100));
  const auto reached = assembler.commit(sample{120, 130}.commit());
  REQUIRE(reached);
  CHECK(reached->position == lsn(130));
  CHECK(reached->what == disposition::relay);
  CHECK(reached->transaction == transaction_mark{lsn(130), xid(700), at(5)});
  CHECK(assembler.assembled() == lsn(130));
  CHECK(assembler.last_commit_end() == lsn(130));
  CHECK_FALSE(assembler.open());
}

TEST_CASE("a transaction without rows moves the position all the same (SEED 19)") {
  auto assembler = resumed_at(100);
  REQUIRE(assembler.begin(sample{120, 130}.begin()));
  REQUIRE(assembler.commit(sample{120, 130}.commit()));
  CHECK(assembler.assembled() == lsn(130));
}

TEST_CASE("B01: only the commit LSN decides, however old the rows are") {
  // The first commit of the generation is the checkpoint's; the next began long before it. Row LSNs
  // are not even asked for.
  auto assembler = resumed_at(130);
  const auto late = run(assembler, {150, 160, 600});
  REQUIRE(late);
  CHECK(late->what == disposition::relay);
}

TEST_CASE("B20: the transaction that ends at the checkpoint is done, the next one is not") {
  auto assembler = resumed_at(130, mark_of({120, 130}));
  const auto again = run(assembler, {120, 130});
  REQUIRE(again);
  CHECK(again->what == disposition::skip);
  CHECK(again->position == lsn(130));
  CHECK(assembler.assembled() == lsn(130));
  CHECK(assembler.skipped_transactions() == 1);

  const auto next = run(assembler, {130, 140, 701});  // its commit record starts at the checkpoint
  REQUIRE(next);
  CHECK(next->what == disposition::relay);
  CHECK(assembler.skipped_transactions() == 1);
}

TEST_CASE("a skipped transaction is skipped from its first row and moves nothing back") {
  auto assembler = resumed_at(500, mark_of({400, 450, 699}));
  REQUIRE(*assembler.begin(sample{120, 130}.begin()) == disposition::skip);
  CHECK(*assembler.change() == disposition::skip);
  const auto reached = assembler.commit(sample{120, 130}.commit());
  REQUIRE(reached);
  CHECK(reached->what == disposition::skip);
  CHECK(assembler.assembled() == lsn(500));
  CHECK(assembler.last_commit_end() == lsn(130));
}

TEST_CASE("a keepalive is a boundary only when nothing is open and it is ahead (INV-3)") {
  auto assembler = resumed_at(100);
  CHECK_FALSE(*assembler.keepalive(lsn(90)));  // the first one carries the slot's own position
  CHECK_FALSE(*assembler.keepalive(lsn(100)));
  const auto idle = *assembler.keepalive(lsn(110));
  REQUIRE(idle);
  CHECK(idle->position == lsn(110));
  CHECK_FALSE(idle->transaction);
  CHECK(idle->what == disposition::relay);
  CHECK(assembler.assembled() == lsn(110));
  CHECK_FALSE(*assembler.keepalive(lsn(110)));

  REQUIRE(assembler.begin(sample{120, 130}.begin()));
  CHECK_FALSE(*assembler.keepalive(lsn(115)));
  CHECK_FALSE(*assembler.keepalive(lsn(999)));
  CHECK(assembler.assembled() == lsn(110));
  REQUIRE(assembler.commit(sample{120, 130}.commit()));
  CHECK_FALSE(*assembler.keepalive(lsn(130)));
  CHECK(*assembler.keepalive(lsn(131)));
}

TEST_CASE("keepalives do not turn transactions into done ones") {
  auto assembler = resumed_at(100);
  REQUIRE(*assembler.keepalive(lsn(120)));
  const auto next = run(assembler, {120, 130});
  REQUIRE(next);
  CHECK(next->what == disposition::relay);
}

TEST_CASE("messages out of their place are refused (SEED 21)") {
  auto outside = resumed_at(100);
  check_refused(outside.change().error(), "outside a transaction, after 0/64");
  check_refused(outside.commit(sample{120, 130}.commit()).error(),
                "Commit (commit LSN 0/78, end LSN 0/82) without a Begin");
  REQUIRE(run(outside, {120, 130}));
  check_refused(outside.change().error(), "outside a transaction");

  auto inside = resumed_at(100);
  REQUIRE(inside.begin(sample{120, 130}.begin()));
  check_refused(inside.begin(sample{140, 150, 701}.begin()).error(),
                "began transaction 701 (commit LSN 0/8C) inside transaction 700 (commit LSN 0/78)");
}

TEST_CASE("commit LSNs must increase within a generation, of skipped transactions too") {
  auto assembler = resumed_at(100);
  REQUIRE(run(assembler, {120, 130}));
  check_refused(assembler.begin(sample{120, 130}.begin()).error(),
                "after one with commit LSN 0/78");
  check_refused(assembler.begin(sample{110, 115}.begin()).error(),
                "after one with commit LSN 0/78");

  auto skipping = resumed_at(500, mark_of({400, 450, 699}));
  REQUIRE(run(skipping, {120, 130}));
  check_refused(skipping.begin(sample{119, 120}.begin()).error(), "after one with commit LSN 0/78");

  auto fresh = resumed_at(0);
  check_refused(fresh.begin(sample{0, 10}.begin()).error(), "after one with commit LSN 0/0");
}

TEST_CASE("a transaction behind a position that was declared passed would be lost by a restart") {
  auto assembler = resumed_at(100);
  REQUIRE(*assembler.keepalive(lsn(200)));
  check_refused(assembler.begin(sample{150, 210}.begin()).error(), "declared 0/C8 as passed");
}

TEST_CASE("a Commit must be its Begin's (SEED 22)") {
  struct contradiction {
    std::string_view name;
    transaction_commit commit;
    std::string_view fragment;
  };
  const contradiction rows[] = {
      {"commit LSN", {lsn(121), lsn(130), at(5)}, "has commit LSN 0/79"},
      {"commit time", {lsn(120), lsn(130), at(6)}, "commit time 5 us but its Commit has 6 us"},
      {"end before commit", {lsn(120), lsn(119), at(5)}, "end LSN 0/77"},
      {"end at the commit", {lsn(120), lsn(120), at(5)}, "end LSN 0/78"},
  };
  for (const contradiction& row : rows) {
    CAPTURE(row.name);
    auto assembler = resumed_at(100);
    REQUIRE(assembler.begin(sample{120, 130}.begin()));
    const auto reached = assembler.commit(row.commit);
    REQUIRE_FALSE(reached);
    check_refused(reached.error(), row.fragment);
    CHECK(assembler.assembled() == lsn(100));
  }
}

TEST_CASE("an end before an earlier end is refused") {
  auto assembler = resumed_at(500, mark_of({400, 450, 699}));
  REQUIRE(run(assembler, {120, 300}));
  const auto reached = run(assembler, {130, 140, 701});
  REQUIRE_FALSE(reached);
  check_refused(reached.error(), "lies before the end LSN 0/12C of one before");
}

}  // namespace
