#include <walrelay/relay/connector_fsm.hpp>

#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace {

using namespace walrelay;
using namespace walrelay::relay;

const expected_identity expected{"shop", "shopdb", "slot", "pub", "offsets", "id"};

constexpr std::int32_t walsender = 4711;

enum class slot_is { absent, present };

source_inspected source(slot_is slot) {
  source_inspected seen;
  seen.found.server_version = 150020;
  seen.found.wal_level = "logical";
  seen.found.may_replicate = true;
  seen.found.upkeep = source_findings::publication_upkeep::keep_complete;
  seen.found.captured = {"public.t"};
  seen.found.server.system_identifier = 11;
  seen.found.server.timeline = timeline_id{1};
  seen.found.server.database = "shopdb";
  seen.found.server.wal_end = lsn{0x5000};
  if (slot == slot_is::present) {
    slot_state s;
    s.name = "slot";
    s.logical = true;
    s.plugin = "pgoutput";
    s.database = "shopdb";
    s.confirmed_flush = lsn{0x1000};
    s.active_pid = walsender;
    seen.found.slot = s;
    seen.found.publication = publication_state{"pub", oid{1}, "cudt", "f", {}};
  }
  return seen;
}

checkpoint streaming(std::uint64_t position, std::uint64_t number = 5) {
  checkpoint c = identity_of(source(slot_is::absent).found.server, {"pub", oid{1}, "cudt", "f", {}},
                             "cluster", expected);
  c.state = checkpoint_state::streaming;
  c.position = lsn{position};
  c.number = checkpoint_number{number};
  return c;
}

checkpoint creating() {
  checkpoint c = streaming(0);
  c.state = checkpoint_state::creating;
  return c;
}

/// Feeds events and keeps the steps that were asked for.
struct run {
  connector_fsm fsm{expected, {}};
  std::vector<std::string> steps{std::string(to_string(fsm.start().what))};
  action last;

  run& feed(const event& what) {
    auto next = fsm.handle(what);
    steps.emplace_back(next ? to_string(next->what) : "-");
    if (next) last = *next;
    return *this;
  }
  std::string& latest() { return steps.back(); }
};

const sink_inspected cluster{"cluster", {"offsets", true, "compact", 1}};

run streaming_run() {
  run r;
  r.feed(source(slot_is::present))
      .feed(cluster)
      .feed(attached{source(slot_is::present).found.server, walsender});
  r.feed(done{}).feed(checkpoint_read{streaming(0x2000)});
  r.feed(slot_read{*source(slot_is::present).found.slot, lsn{0x5000}});
  return r;
}

TEST_CASE("the one way in, with a slot and its checkpoint") {
  run r = streaming_run();
  CHECK(r.steps == std::vector<std::string>{"inspect_source", "inspect_sink", "attach", "fence",
                                            "read_checkpoint", "reread_slot", "relay"});
  CHECK(r.last.position.position == lsn{0x2000});
}

TEST_CASE("INV-7: a first start makes things in an order that leaves no orphan") {
  run r;
  r.feed(source(slot_is::absent)).feed(cluster).feed(checkpoint_read{});
  r.feed(done{});                                               // topics
  r.feed(publication_ready{{"pub", oid{1}, "cudt", "f", {}}});  // publication
  r.feed(done{}).feed(checkpoint_read{});                       // fence, and what it let stand
  CHECK(r.last.position.state == checkpoint_state::creating);
  r.feed(done{});  // creating committed
  r.feed(done{});  // slot
  r.feed(attached{source(slot_is::present).found.server, walsender}).feed(done{});
  r.feed(checkpoint_read{creating()})
      .feed(slot_read{*source(slot_is::present).found.slot, lsn{0x5000}});
  CHECK(r.last.position.position == lsn{0x1000});
  r.feed(done{});
  CHECK(r.steps == std::vector<std::string>{"inspect_source", "inspect_sink", "peek_checkpoint",
                                            "create_topics", "create_publication", "fence",
                                            "read_checkpoint", "commit_creating", "create_slot",
                                            "attach", "fence", "read_checkpoint", "reread_slot",
                                            "commit_streaming", "relay"});
}

TEST_CASE("a first start never overwrites what another instance committed before the fence") {
  run r;
  r.feed(source(slot_is::absent)).feed(cluster).feed(checkpoint_read{}).feed(done{});
  r.feed(publication_ready{{"pub", oid{1}, "cudt", "f", {}}}).feed(done{});
  SUBCASE("it streams: round again, where its slot is seen") {
    r.feed(checkpoint_read{streaming(0x1000)});
    CHECK(r.latest() == "wind_down");
    r.feed(sink_idle{});
    CHECK(r.latest() == "pause");
  }
  SUBCASE("it has only begun: numbered after it") {
    r.feed(checkpoint_read{creating()});
    CHECK(r.latest() == "commit_creating");
    CHECK(r.last.position.number == creating().number);
  }
}

TEST_CASE("a checkpoint without a slot is refused before anyone is fenced") {
  run r;
  r.feed(source(slot_is::absent)).feed(cluster).feed(checkpoint_read{streaming(0x1000)});
  CHECK(r.latest() == "inspect_source");  // the slot may have been made in between
  r.feed(source(slot_is::absent)).feed(cluster).feed(checkpoint_read{streaming(0x1000)});
  CHECK(r.latest() == "wind_down");
  r.feed(sink_idle{});
  CHECK(r.latest() == "park");
  for (const auto& step : r.steps) CHECK(step != "fence");
}

TEST_CASE("a first start that another instance has won meanwhile goes on as the second one") {
  run r;
  r.feed(source(slot_is::absent)).feed(cluster).feed(checkpoint_read{streaming(0x1000)});
  r.feed(source(slot_is::present)).feed(cluster);
  CHECK(r.latest() == "attach");
}

TEST_CASE("a slot that was lost before the position is judged is no reason to park") {
  for (const std::optional<std::int32_t> holder :
       {std::optional<std::int32_t>(4712), std::optional<std::int32_t>()}) {
    run r;
    r.feed(source(slot_is::present))
        .feed(cluster)
        .feed(attached{source(slot_is::present).found.server, walsender});
    slot_state moved = *source(slot_is::present).found.slot;
    moved.active_pid = holder;
    moved.confirmed_flush = lsn{0x3000};
    r.feed(done{}).feed(checkpoint_read{streaming(0x2000)}).feed(slot_read{moved, lsn{0x5000}});
    CHECK(r.latest() == "wind_down");
    r.feed(sink_idle{});
    CHECK(r.latest() == "pause");
  }
}

TEST_CASE("an interruption goes round through a pause with a new generation") {
  run r = streaming_run();
  const generation before = r.fsm.pass();
  r.feed(failed{{error_class::rewind, "aborted", {}, {}, {}}});
  CHECK(r.latest() == "wind_down");
  r.feed(sink_idle{});
  CHECK(r.latest() == "pause");
  CHECK(r.last.pause.count() == 500);
  r.feed(pause_over{});
  CHECK(r.latest() == "inspect_source");
  CHECK(r.fsm.pass() > before);
}

TEST_CASE("a held slot makes a standby, which does not use up attempts") {
  run r;
  r.feed(source(slot_is::present)).feed(cluster);
  r.feed(failed{{error_class::retry, "active", {}, {}, "55006"}}).feed(sink_idle{});
  CHECK(r.latest() == "pause");
  CHECK(r.last.pause.count() == 1000);
}

TEST_CASE("errors that the operator must mend park the connector") {
  for (const error_class kind :
       {error_class::refuse, error_class::bug, error_class::configuration}) {
    run r = streaming_run();
    r.feed(failed{{kind, "x", {}, {}, {}}}).feed(sink_idle{});
    CHECK(r.latest() == "park");
  }
}

TEST_CASE("a checkpoint older than one that this process committed is refused") {
  for (const auto& found : {std::optional(streaming(0x2000, 5)), std::optional<checkpoint>{}}) {
    run r = streaming_run();
    r.fsm.committed(checkpoint_number{6}, lsn{0x2000});
    r.feed(failed{{error_class::retry, "gone", {}, {}, {}}}).feed(sink_idle{}).feed(pause_over{});
    r.feed(source(slot_is::present))
        .feed(cluster)
        .feed(attached{source(slot_is::present).found.server, walsender});
    r.feed(done{}).feed(checkpoint_read{found});
    CHECK(r.latest() == "wind_down");
    r.feed(sink_idle{});
    CHECK(r.latest() == "park");
    CHECK(r.last.reason->found.find("number 6") != std::string::npos);
  }
}

TEST_CASE("stop from every step leads to stop and never to a new pass") {
  SUBCASE("while relaying: drained first") {
    run r = streaming_run();
    r.feed(stop_requested{});
    CHECK(r.latest() == "drain");
    r.feed(sink_idle{});
    CHECK(r.latest() == "stop");
  }
  SUBCASE("while a step is under way") {
    run r;
    r.feed(source(slot_is::present)).feed(stop_requested{});
    CHECK(r.latest() == "wind_down");
    r.feed(cluster);
    CHECK(r.latest() == "-");
    r.feed(sink_idle{});
    CHECK(r.latest() == "stop");
  }
  SUBCASE("while pausing and while parked") {
    for (const error_class kind : {error_class::retry, error_class::refuse}) {
      run r = streaming_run();
      r.feed(failed{{kind, "x", {}, {}, {}}}).feed(sink_idle{}).feed(stop_requested{});
      CHECK(r.latest() == "stop");
      r.feed(pause_over{});
      CHECK(r.latest() == "-");
    }
  }
  SUBCASE("a failure while draining still ends in stop") {
    run r = streaming_run();
    r.feed(stop_requested{}).feed(failed{{error_class::retry, "x", {}, {}, {}}});
    CHECK(r.latest() == "wind_down");
    r.feed(sink_idle{});
    CHECK(r.latest() == "stop");
  }
  SUBCASE("asked twice") {
    run r = streaming_run();
    r.feed(stop_requested{}).feed(stop_requested{});
    CHECK(r.latest() == "-");
  }
}

TEST_CASE("answers that belong to no step under way change nothing") {
  run r = streaming_run();
  const std::vector<event> late = {source(slot_is::present),
                                   cluster,
                                   attached{},
                                   checkpoint_read{},
                                   done{},
                                   sink_idle{},
                                   pause_over{},
                                   slot_read{},
                                   publication_ready{}};
  for (const auto& each : late) {
    r.feed(each);
    CHECK(r.latest() == "-");
  }
}

TEST_CASE("a position that was moved back while this process ran is refused") {
  run r = streaming_run();
  r.fsm.committed(checkpoint_number{6}, lsn{0x3000});
  r.feed(failed{{error_class::retry, "gone", {}, {}, {}}}).feed(sink_idle{}).feed(pause_over{});
  r.feed(source(slot_is::present))
      .feed(cluster)
      .feed(attached{source(slot_is::present).found.server, walsender});
  r.feed(done{}).feed(checkpoint_read{streaming(0x2000, 7)}).feed(sink_idle{});
  CHECK(r.latest() == "park");
  CHECK(r.last.reason->found.find("0/2000") != std::string::npos);
}

TEST_CASE("the end of the WAL is the one asked for after the fence") {
  for (const auto& [end, expected_step] :
       {std::pair(lsn{0x6000}, "relay"), std::pair(lsn{0x5fff}, "wind_down")}) {
    run r;
    r.feed(source(slot_is::present))
        .feed(cluster)
        .feed(attached{source(slot_is::present).found.server, walsender});
    r.feed(done{}).feed(checkpoint_read{streaming(0x6000)});
    r.feed(slot_read{*source(slot_is::present).found.slot, end});
    CHECK(r.latest() == expected_step);
  }
}

TEST_CASE("a publication is completed after the position is trusted, and not before") {
  source_inspected seen = source(slot_is::present);
  seen.found.missing_from_publication = {"public.t"};
  run r;
  r.feed(seen).feed(cluster).feed(attached{seen.found.server, walsender}).feed(done{});
  SUBCASE("trusted") {
    r.feed(checkpoint_read{streaming(0x2000)}).feed(slot_read{*seen.found.slot, lsn{0x5000}});
    CHECK(r.latest() == "create_publication");
    r.feed(publication_ready{{"pub", oid{1}, "cudt", "g", {}}});
    CHECK(r.latest() == "relay");
    CHECK(r.last.position.publication_fingerprint == "g");
  }
  SUBCASE("with a transaction relayed in part: the addition is ours and no reason to refuse") {
    checkpoint in_part = streaming(0x2000);
    in_part.partial = partial_mark{xid{801}, lsn{0x2800}, 12, lsn{0x2700}, 1};
    r.feed(checkpoint_read{in_part}).feed(slot_read{*seen.found.slot, lsn{0x5000}});
    CHECK(r.latest() == "create_publication");
    r.feed(publication_ready{{"pub", oid{1}, "cudt", "g", {}}});
    CHECK(r.latest() == "commit_streaming");
    CHECK(r.last.position.publication_fingerprint == "g");
    CHECK(r.last.position.partial == in_part.partial);
    r.feed(done{});
    CHECK(r.latest() == "relay");
  }
  SUBCASE("refused: nothing has changed") {
    r.feed(checkpoint_read{}).feed(slot_read{*seen.found.slot, lsn{0x5000}});
    CHECK(r.latest() == "wind_down");
  }
}

}  // namespace
