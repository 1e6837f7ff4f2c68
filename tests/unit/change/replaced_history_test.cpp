// A server that was restored from a copy goes on with another history on the same timeline, and its
// slot goes back with it. What it sends before the checkpoint tells.
#include <doctest/doctest.h>

#include <optional>
#include <string_view>
#include <vector>

#include "unit/change/transaction_sample.hpp"

namespace {

using namespace walrelay;
using namespace walrelay::change;

constexpr sample last{120, 130, 700, 5};

TEST_CASE("the history that was relayed may be sent again") {
  struct honest {
    std::string_view name;
    std::uint64_t checkpoint;
    std::uint64_t slot;
    std::vector<sample> again;
  };
  const honest rows[] = {
      {"all of it, from before the last one", 130, 100, {{105, 115, 699, 4}, last}},
      {"the last one alone", 130, 120, {last}},
      {"none of it", 130, 130, {}},
      {"none of it, and keepalives went on", 150, 140, {}},
      {"the last one, and keepalives went on", 150, 100, {last}},
  };
  for (const honest& row : rows) {
    CAPTURE(row.name);
    auto by_transaction = resumed_at(row.checkpoint, mark_of(last), row.slot);
    auto by_keepalive = by_transaction;
    for (const sample& each : row.again) {
      CHECK(run(by_transaction, each)->what == disposition::skip);
      CHECK(run(by_keepalive, each)->what == disposition::skip);
    }
    CHECK(run(by_transaction, {160, 170, 701})->what == disposition::relay);
    const auto idle = by_keepalive.keepalive(lsn(160));
    REQUIRE(idle);
    REQUIRE(*idle);
    CHECK((*idle)->transaction == mark_of(last));
  }
}

TEST_CASE("the history is proved when the stream has come to the checkpoint, and no sooner") {
  auto by_transaction = resumed_at(150, mark_of(last), 100);
  CHECK_FALSE(by_transaction.keepalive(lsn(149))->has_value());
  CHECK_FALSE(by_transaction.history_proved());
  REQUIRE(run(by_transaction, last)->what == disposition::skip);
  CHECK_FALSE(by_transaction.history_proved());
  auto by_keepalive = by_transaction;
  REQUIRE(run(by_transaction, {160, 170, 701})->what == disposition::relay);
  CHECK(by_transaction.history_proved());
  CHECK_FALSE(by_keepalive.keepalive(lsn(150))->has_value());
  CHECK(by_keepalive.history_proved());

  auto restored = resumed_at(150, mark_of(last), 100);
  CHECK_FALSE(restored.keepalive(lsn(150)).has_value());
  CHECK_FALSE(restored.history_proved());
}

TEST_CASE("another history before the checkpoint is refused") {
  struct replaced {
    std::string_view name;
    std::optional<transaction_mark> relayed;
    sample sent;
    std::string_view fragment;
  };
  const auto known = mark_of(last);
  const replaced rows[] = {
      {"ends beyond the checkpoint",
       known,
       {149, 151, 701},
       "begins its commit before the checkpoint 0/96"},
      {"another xid", known, {120, 130, 701}, "is 701 of 5 us on the server, but 700"},
      {"another time", known, {120, 130, 700, 6}, "is 700 of 6 us on the server"},
      {"after the last one",
       known,
       {135, 140, 701},
       "transaction 701, which ends at 0/8C, was never"},
      {"where none was", std::nullopt, {135, 140, 701}, "the last one that was is none"},
      {"after the last one, at the checkpoint", known, {140, 150, 701}, "was never relayed"},
  };
  for (const replaced& row : rows) {
    CAPTURE(row.name);
    auto assembler = resumed_at(150, row.relayed, 100);
    const auto reached = run(assembler, row.sent);
    REQUIRE_FALSE(reached);
    check_refused(reached.error(), row.fragment);
    CHECK(assembler.assembled() == lsn(150));
    CHECK(assembler.skipped_transactions() == 0);
  }
}

TEST_CASE("the checkpoint's last transaction that does not come again is missed") {
  const auto missing = "transaction 700, which ended at 0/82, was relayed, but";
  const auto fresh = [] { return resumed_at(150, mark_of(last), 100); };
  auto by_transaction = fresh();
  check_refused(run(by_transaction, {160, 170, 701}).error(), missing);
  CHECK_FALSE(by_transaction.open());
  auto by_keepalive = fresh();
  CHECK_FALSE(*by_keepalive.keepalive(lsn(140)));
  check_refused(by_keepalive.keepalive(lsn(151)).error(), missing);
  auto after_an_older_one = fresh();
  REQUIRE(run(after_an_older_one, {105, 115, 699, 4}));
  check_refused(run(after_an_older_one, {160, 170, 701}).error(), missing);
}

TEST_CASE("a transaction relayed in part that does not come again is missed") {
  transaction_assembler assembler(
      {lsn(150), mark_of(last), partial_mark{xid{701}, lsn(160), 3, lsn(155), 1}, lsn(150)});
  CHECK_FALSE(*assembler.keepalive(lsn(160)));
  CHECK_FALSE(assembler.history_proved());
  check_refused(assembler.keepalive(lsn(161)).error(),
                "transaction 701 (commit LSN 0/A0) was relayed in part, but");
  CHECK_FALSE(assembler.history_proved());
}

TEST_CASE("what lies before an adopted position may come again, and nothing after it") {
  const auto adopted = [](std::optional<transaction_mark> relayed) {
    return transaction_assembler({lsn(150), relayed, std::nullopt, lsn(100), lsn(140)});
  };
  auto before_the_first = adopted(std::nullopt);
  CHECK(run(before_the_first, {105, 115, 699})->what == disposition::skip);
  CHECK(run(before_the_first, {130, 140, 700})->what == disposition::skip);
  check_refused(run(before_the_first, {142, 145, 701}).error(), "the last one that was is none");
  auto after_the_first = adopted(mark_of({142, 145, 701, 5}));
  CHECK(run(after_the_first, {130, 140, 700})->what == disposition::skip);
  check_refused(run(after_the_first, {142, 145, 702}).error(), "is 702 of 5 us on the server");
}

TEST_CASE("a transaction without changes tells nothing: servers send or leave them out") {
  auto assembler = resumed_at(150, mark_of(last), 130);
  REQUIRE(assembler.begin(sample{135, 140, 701}.begin()));
  CHECK(assembler.commit(sample{135, 140, 701}.commit()));
}

}  // namespace
