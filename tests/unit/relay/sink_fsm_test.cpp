#include <walrelay/relay/sink_fsm.hpp>

#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

namespace {

using namespace walrelay;
using namespace walrelay::relay;
using std::chrono::milliseconds;
using kind = sink_action::kind;

/// Drives the machine as the sink thread does, and writes down what it was told to do.
class script {
 public:
  explicit script(sink_limits limits = {}) : limits_(limits), fsm_(limits, now_) {}

  void offer(std::size_t records, std::optional<slice_facts::boundary_at> boundary = {},
             bool reply_requested = false, std::uint64_t changes = 0) {
    slice_facts facts;
    if (changes != 0) facts.progress = partial_mark{xid{1}, lsn{900}, changes, {}, 0};
    facts.records = records;
    facts.bytes = records * 100;
    facts.last_boundary = boundary;
    facts.reply_requested = reply_requested;
    fsm_.offer(facts);
  }

  static slice_facts::boundary_at at(std::size_t records_before, std::uint64_t position) {
    return {records_before, {lsn{position}, {}}};
  }

  /// Acts until the machine waits; returns the trace.
  std::string run(sink_fsm::commit_quality quality = sink_fsm::commit_quality::clean) {
    std::string trace;
    for (int steps = 0; steps < 100; ++steps) {
      const sink_action next = fsm_.next(now_);
      trace += trace.empty() ? "" : " ";
      switch (next.what) {
        case kind::wait:
          until_ = next.until;
          return trace + (next.until
                              ? fmt::format("wait:{}", (*next.until - now_) / milliseconds(1))
                              : "wait");
        case kind::begin:
          trace += "begin";
          fsm_.began(now_);
          break;
        case kind::produce:
          trace += fmt::format("produce[{},{})", next.first, next.last);
          now_ += produce_takes_;
          fsm_.produced(next.last);
          break;
        case kind::release:
          trace += "release";
          fsm_.released();
          break;
        case kind::commit:
          trace += "commit";
          if (next.boundary) trace += fmt::format("@{}", next.boundary->position.value());
          if (next.partial) trace += fmt::format("+{}", next.partial->changes);
          fsm_.committed(now_, quality);
          break;
        case kind::recreate:
          trace += "recreate";
          fsm_.recreated();
          break;
        case kind::too_long:
          return trace + "too_long";
      }
    }
    return trace + " (endless)";
  }

  void pass(milliseconds time) { now_ += time; }
  void produce_takes(milliseconds time) { produce_takes_ = time; }
  sink_fsm& fsm() { return fsm_; }

 private:
  sink_limits limits_;
  mono_time now_{std::chrono::hours(1)};
  milliseconds produce_takes_{0};
  std::optional<mono_time> until_;
  sink_fsm fsm_;
};

TEST_CASE("a lone transaction is committed at once, after the gap of K2") {
  script s;
  s.offer(3, script::at(3, 100));
  CHECK(s.run() == "wait:4");
  s.pass(milliseconds(4));
  CHECK(s.run() == "begin produce[0,3) commit@100 release wait");
}

TEST_CASE("transactions that wait together share a commit") {
  script s;
  s.pass(milliseconds(10));
  s.offer(1, script::at(1, 100));
  s.offer(2, script::at(2, 200));
  CHECK(s.run() == "begin produce[0,1) release produce[0,2) commit@200 release wait");
}

TEST_CASE("a small transaction does not wait behind a huge one that follows") {
  script s;
  s.pass(milliseconds(10));
  s.offer(5, script::at(2, 100));  // records 2..4 belong to a transaction without an end in sight
  CHECK(s.run() == "begin produce[0,2) commit@100 wait:4");
  s.pass(milliseconds(4));
  CHECK(s.run() == "begin produce[2,5) release wait:50000");
  CHECK(s.fsm().inside_transaction());
  s.offer(1, script::at(1, 300));
  CHECK(s.run() == "produce[0,1) commit@300 release wait");
}

TEST_CASE("a boundary followed by another that waits is passed until the byte target") {
  sink_limits limits;
  limits.target_bytes = 150;
  script s(limits);
  s.pass(milliseconds(10));
  s.offer(1, script::at(1, 100));
  s.offer(1, script::at(1, 200));
  s.offer(1, script::at(1, 300));
  CHECK(s.run() == "begin produce[0,1) release produce[0,1) commit@200 release wait:4");
}

TEST_CASE("the time target ends a batch under load") {
  script s;
  s.pass(milliseconds(10));
  s.produce_takes(milliseconds(201));
  s.offer(1, script::at(1, 100));
  s.offer(1, script::at(1, 200));
  CHECK(s.run() == "begin produce[0,1) commit@100 release wait:4");
}

TEST_CASE("a position without records waits for a second, or for the server's request") {
  script s;
  s.pass(milliseconds(100));
  s.offer(0, script::at(0, 100));
  CHECK(s.run() == "release wait:900");
  s.offer(0, script::at(0, 150));
  CHECK(s.run() == "release wait:900");
  s.offer(0, script::at(0, 200), true);
  CHECK(s.run() == "release begin commit@200 wait");
}

TEST_CASE("a position without records is committed after the interval") {
  script s;
  s.offer(0, script::at(0, 100));
  s.run();
  s.pass(milliseconds(1000));
  CHECK(s.run() == "begin commit@100 wait");
}

TEST_CASE("a request for a position that already waits hurries it") {
  script s;
  s.pass(milliseconds(100));
  s.offer(0, script::at(0, 100));
  s.run();
  s.offer(0, {}, true);
  CHECK(s.run() == "release begin commit@100 wait");
}

TEST_CASE("K1: after a disturbed commit the producer is replaced before anything else") {
  script s;
  s.pass(milliseconds(10));
  s.offer(2, script::at(1, 100));
  CHECK(s.run(sink_fsm::commit_quality::disturbed) ==
        "begin produce[0,1) commit@100 recreate wait:4");
}

TEST_CASE(
    "a transaction that would outlive Kafka's timeout is given up, also while nothing arrives") {
  script s;
  s.pass(milliseconds(10));
  s.offer(2);
  CHECK(s.run() == "begin produce[0,2) release wait:50000");
  s.pass(milliseconds(50'000));
  CHECK(s.run() == "too_long");
}

TEST_CASE("a transaction that takes long is committed in parts, where a slice ends (INV-6)") {
  script s;
  s.pass(milliseconds(10));
  s.produce_takes(milliseconds(20'000));
  s.offer(5, script::at(2, 100), false, 3);  // its last three records begin the long one
  s.offer(5, {}, false, 8);
  s.offer(5, {}, false, 13);
  s.offer(2, script::at(2, 300));
  CHECK(s.run() == "begin produce[0,2) commit@100 wait:4");
  s.pass(milliseconds(4));
  CHECK(s.run() == "begin produce[2,5) release produce[0,5) commit+8 release wait:4");
  s.pass(milliseconds(4));
  CHECK(s.run() == "begin produce[0,5) release produce[0,2) commit@300 release wait");
  CHECK(s.fsm().drained());
}

TEST_CASE("a part is committed by the clock when the server stalls in the middle") {
  script s;
  s.pass(milliseconds(10));
  s.offer(2, {}, false, 2);
  CHECK(s.run() == "begin produce[0,2) release wait:30000");
  s.pass(milliseconds(30'000));
  CHECK(s.run() == "commit+2 wait");
  CHECK_FALSE(s.fsm().inside_transaction());
  s.offer(0, script::at(0, 100));
  s.pass(milliseconds(2000));
  CHECK(s.run() == "release begin commit@100 wait");
}

TEST_CASE("finish commits what is whole and leaves the rest inside a transaction") {
  script s;
  s.pass(milliseconds(100));
  s.offer(0, script::at(0, 100));
  s.run();
  s.fsm().finish();
  CHECK(s.run() == "begin commit@100 wait");
  CHECK(s.fsm().drained());
  s.offer(3, script::at(1, 200));
  s.pass(milliseconds(10));
  CHECK(s.run() == "begin produce[0,1) commit@200 wait:4");
  s.pass(milliseconds(10));
  s.run();
  CHECK(s.fsm().inside_transaction());
  CHECK_FALSE(s.fsm().drained());
}

}  // namespace
