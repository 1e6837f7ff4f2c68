// Logical messages, transaction metadata and heartbeats on their way through the pipeline.
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "unit/app/pipeline_bench.hpp"

namespace {

using namespace walrelay;
using namespace walrelay::app;
using namespace walrelay::app::test;

std::string message(bool transactional, std::uint64_t position, const char* prefix) {
  message_writer out('M');
  out.u8(transactional ? 1 : 0).i64(static_cast<std::int64_t>(position)).name(prefix);
  return xlog(position, out.i32(1).raw("x"));
}

config::connector_options counting() {
  auto made = options();
  made.auxiliary.transaction_metadata = true;
  return made;
}

TEST_CASE("a message outside of transactions is relayed at once, and its position kept") {
  bench b;
  b.feed({message(false, 0x110, "p")});
  CHECK(b.wanted == std::vector<std::string>{"topic 0"});
  const auto taken = b.pipeline->take_slice();
  REQUIRE(taken);
  CHECK(b.keys(*taken) == std::vector<std::string>{R"({"prefix":"p"})"});
  REQUIRE(taken->facts.last_boundary);
  CHECK(taken->facts.last_boundary->records_before == 1);
  CHECK(taken->facts.last_boundary->boundary.position == lsn{0x110});
}

TEST_CASE("a message that was relayed before is left out") {
  bench b;
  b.feed({message(false, 0x100, "p")});
  CHECK_FALSE(b.pipeline->take_slice());
}

TEST_CASE("message.prefix.* chooses; what is left out is counted and moves the position") {
  auto chosen = options();
  chosen.capture.message_prefix_include = {"wanted.*"};
  bench b(chosen);
  b.feed({message(false, 0x110, "other"), begin(0x200), message(true, 0x190, "other"),
          message(true, 0x191, "wanted1"), commit(0x200, 0x230)});
  const auto taken = b.pipeline->take_slice();
  REQUIRE(taken);
  CHECK(b.keys(*taken) == std::vector<std::string>{R"({"prefix":"wanted1"})"});
  CHECK(b.pipeline->counters().messages == 1);
  CHECK(b.pipeline->counters().messages_left_out == 2);
}

TEST_CASE("a transaction begins and ends in its topic, also without captured rows") {
  bench b(counting());
  b.feed({begin(0x200), relation(), insert("1"), commit(0x200, 0x230), begin(0x300),
          commit(0x300, 0x330)});
  const auto taken = b.pipeline->take_slice();
  REQUIRE(taken);
  REQUIRE(taken->records.size() == 5);
  CHECK(taken->records.at(1).value->find(R"("total_order":1,"data_collection_order":1)") !=
        std::string::npos);
  CHECK(taken->records.at(2).value->find(R"("event_count":1)") != std::string::npos);
  CHECK(taken->records.at(4).value->find(R"("event_count":0,"data_collections":[])") !=
        std::string::npos);
  CHECK(taken->facts.last_boundary->records_before == 5);
}

TEST_CASE("a transaction's beginning waits for its first change: alone it could not be committed") {
  bench b(counting());
  b.feed({begin(0x200)});
  CHECK_FALSE(b.pipeline->take_slice());
  b.feed({relation(), insert("1")});
  const auto taken = b.pipeline->take_slice();
  REQUIRE(taken);
  CHECK(taken->records.size() == 2);
  CHECK(taken->facts.progress);
}

TEST_CASE("after a part was relayed events are counted on, and nothing is told twice") {
  const std::vector<std::string> rows{begin(0x200), relation(), insert("1"), insert("2")};
  bench first(counting());
  first.feed(rows);
  const auto part = first.pipeline->take_slice();
  REQUIRE(part->facts.progress);

  bench again(counting());
  change::resume_point from;
  from.position = from.slot_position = lsn{0x100};
  from.partial = part->facts.progress;
  again.pipeline.emplace(again.options_, selection_of(again.options_), "test", from, again.seen);
  again.feed(rows);
  CHECK_FALSE(again.pipeline->take_slice());
  again.feed({insert("3"), commit(0x200, 0x230)});
  const auto rest = again.pipeline->take_slice();
  REQUIRE(rest);
  REQUIRE(rest->records.size() == 2);
  CHECK(rest->records.at(0).value->find(R"("total_order":3,"data_collection_order":3)") !=
        std::string::npos);
  CHECK(rest->records.at(1).value->find(R"("event_count":3)") != std::string::npos);
}

TEST_CASE("a heartbeat is committed at the newest boundary, or with the part it came in") {
  auto chosen = options();
  chosen.auxiliary.heartbeat_interval = std::chrono::milliseconds(100);
  bench b(chosen);
  REQUIRE(b.pipeline->first_want() == verdict::topic_wanted);
  REQUIRE(b.bind(verdict::topic_wanted).has_value());
  b.pipeline->heartbeat(wall_time{});
  const auto idle = b.pipeline->take_slice();
  REQUIRE(idle);
  CHECK(idle->records.at(0).partition == 0);
  CHECK(idle->facts.last_boundary->boundary.position == lsn{0x100});

  b.feed({begin(0x200)});
  b.pipeline->heartbeat(wall_time{});
  CHECK_FALSE(b.pipeline->take_slice());
  b.feed({relation(), insert("1")});
  b.pipeline->heartbeat(wall_time{});
  const auto open = b.pipeline->take_slice();
  REQUIRE(open);
  CHECK(open->records.size() == 2);
  CHECK_FALSE(open->facts.last_boundary);
  CHECK(open->facts.progress);
}

}  // namespace
