// A transaction that was relayed in part comes again from its beginning (INV-6).
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include <walrelay/change/transaction_assembler.hpp>

#include "unit/show_result.hpp"

namespace {

using namespace walrelay;
using namespace walrelay::change;

const transaction_begin huge{lsn{900}, wall_time{}, xid{7}};
const transaction_commit huge_end{lsn{900}, lsn{950}, wall_time{}};

byte_view bytes(std::string_view text) {
  return std::as_bytes(std::span(text));
}

struct change_seen {
  std::uint64_t position;
  std::string bytes;
};
const std::vector<change_seen> changes{{210, "one"}, {220, "two"}, {230, "three"}, {240, "four"}};

/// Counts changes [0, count) of `from` and returns how many of them were to be relayed.
result<std::size_t> play(transaction_assembler& assembler, std::size_t count,
                         const std::vector<change_seen>& from = changes) {
  std::size_t relayed = 0;
  for (std::size_t index = 0; index < count; ++index) {
    const auto what = assembler.change();
    if (!what) return what.error();
    if (*what == disposition::relay) ++relayed;
    const auto counted = assembler.counted(lsn{from[index].position}, bytes(from[index].bytes));
    if (!counted) return counted.error();
  }
  return relayed;
}

/// Where the first `count` changes of the huge transaction leave it.
partial_mark relayed_part(std::size_t count) {
  transaction_assembler first({.position = lsn{100}});
  REQUIRE(first.begin(huge));
  REQUIRE(play(first, count));
  const auto progress = first.progress();
  REQUIRE(progress);
  return *progress;
}

TEST_CASE("progress is that of the changes dealt with") {
  transaction_assembler assembler({.position = lsn{100}});
  CHECK_FALSE(assembler.progress());
  REQUIRE(assembler.begin(huge));
  CHECK_FALSE(assembler.progress());
  REQUIRE(assembler.change());
  CHECK_FALSE(assembler.progress());  // asked about, not dealt with
  REQUIRE(play(assembler, 2));
  const auto progress = assembler.progress();
  REQUIRE(progress);
  CHECK(progress->id == huge.id);
  CHECK(progress->commit_lsn == huge.final_lsn);
  CHECK(progress->changes == 2);
  CHECK(progress->last_change == lsn{220});
  CHECK(progress->digest != relayed_part(1).digest);
  REQUIRE(assembler.commit(huge_end));
  CHECK_FALSE(assembler.progress());
}

TEST_CASE("the part that was relayed is skipped, the rest is relayed") {
  for (std::size_t part = 1; part <= changes.size(); ++part) {
    CAPTURE(part);
    transaction_assembler again({.position = lsn{100}, .partial = relayed_part(part)});
    CHECK_FALSE(*again.keepalive(lsn{890}));
    REQUIRE(again.begin(huge));
    CHECK(play(again, changes.size()).value() == changes.size() - part);
    const auto end = again.commit(huge_end);
    REQUIRE(end);
    CHECK(end->what == disposition::relay);
    CHECK(*again.keepalive(lsn{990}));
  }
}

TEST_CASE("while the part comes again there is no progress to store") {
  transaction_assembler again({.position = lsn{100}, .partial = relayed_part(3)});
  REQUIRE(again.begin(huge));
  REQUIRE(play(again, 2));
  CHECK_FALSE(again.progress());
}

TEST_CASE("transactions before the checkpoint may come first") {
  transaction_assembler again({.position = lsn{100},
                               .last = transaction_mark{lsn{60}, xid{3}, wall_time{}},
                               .partial = relayed_part(2)});
  REQUIRE(again.begin({lsn{50}, wall_time{}, xid{3}}));
  CHECK(play(again, 1).value() == 0);
  REQUIRE(again.commit({lsn{50}, lsn{60}, wall_time{}}));
  REQUIRE(again.begin(huge));
  CHECK(play(again, 4).value() == 2);
}

TEST_CASE("a part that is not what was relayed is refused") {
  struct row {
    const char* name;
    std::function<void(std::vector<change_seen>&)> change;
  };
  const std::vector<row> table{
      {"other bytes", [](auto& seen) { seen[1].bytes = "twO"; }},
      {"another LSN", [](auto& seen) { seen[0].position = 211; }},
      {"another order", [](auto& seen) { std::swap(seen[0].bytes, seen[1].bytes); }},
      {"one is missing", [](auto& seen) { seen.erase(seen.begin()); }},
  };
  for (const row& each : table) {
    CAPTURE(each.name);
    auto spoiled = changes;
    each.change(spoiled);
    transaction_assembler again({.position = lsn{100}, .partial = relayed_part(3)});
    REQUIRE(again.begin(huge));
    const auto played = play(again, 3, spoiled);
    REQUIRE_FALSE(played);
    CHECK(played.error().kind == error_class::refuse);
    CHECK(played.error().found.find("up to its change 3") != std::string::npos);
  }
}

TEST_CASE("another transaction, or fewer changes, in its place are refused") {
  for (const transaction_begin& other : {transaction_begin{lsn{900}, wall_time{}, xid{8}},
                                         transaction_begin{lsn{800}, wall_time{}, xid{7}}}) {
    transaction_assembler again({.position = lsn{100}, .partial = relayed_part(3)});
    const auto begun = again.begin(other);
    REQUIRE_FALSE(begun);
    CHECK(begun.error().found.find("was relayed in part") != std::string::npos);
  }
  transaction_assembler again({.position = lsn{100}, .partial = relayed_part(3)});
  REQUIRE(again.begin(huge));
  REQUIRE(play(again, 2));
  const auto ended = again.commit(huge_end);
  REQUIRE_FALSE(ended);
  CHECK(ended.error().found.find("2 changes on the server, but 3") != std::string::npos);
}

}  // namespace
