#include <walrelay/relay/offsets_check.hpp>

#include <functional>
#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace {

using namespace walrelay;
using namespace walrelay::relay;

/// A slot that nobody uses, exactly at the checkpoint.
offsets_situation agreeing() {
  offsets_situation now;
  now.found.emplace();
  now.found->state = checkpoint_state::streaming;
  now.found->position = lsn{0x2000};
  now.slot.emplace();
  now.slot->confirmed_flush = lsn{0x2000};
  return now;
}

const auto malformed = [](offsets_situation& now) {
  now.found.reset();
  now.unreadable.emplace();
};

struct row {
  const char* name;
  std::function<void(offsets_situation&)> change;
  bool without_gap;
  bool with_gap;
};

TEST_CASE("adopt takes the position of a free slot; a gap only when it is accepted") {
  const std::vector<row> table{
      {"at the checkpoint", [](auto&) {}, true, true},
      {"slot ahead", [](auto& now) { now.slot->confirmed_flush = lsn{0x3000}; }, false, true},
      {"slot behind", [](auto& now) { now.slot->confirmed_flush = lsn{0x1000}; }, false, true},
      {"a transaction relayed in part",
       [](auto& now) {
         now.found->partial = partial_mark{xid{8}, lsn{0x3000}, 5, lsn{0x2f00}, 1};
       },
       false, true},
      {"no checkpoint", [](auto& now) { now.found.reset(); }, true, true},
      {"first start not completed",
       [](auto& now) { now.found->state = checkpoint_state::creating; }, true, true},
      {"unreadable checkpoint", malformed, false, true},
      {"no slot", [](auto& now) { now.slot.reset(); }, false, false},
      {"slot in use", [](auto& now) { now.slot->active_pid = 7; }, false, false},
      {"slot without a position", [](auto& now) { now.slot->confirmed_flush.reset(); }, false,
       false},
  };
  for (const row& each : table) {
    CAPTURE(each.name);
    offsets_situation now = agreeing();
    each.change(now);
    CHECK(check_adopt(now, gap::refused).has_value() == each.without_gap);
    CHECK(check_adopt(now, gap::accepted).has_value() == each.with_gap);
  }
}

TEST_CASE("reset needs the slot to be gone and the gap to be accepted") {
  const std::vector<row> table{
      {"slot there", [](auto&) {}, false, false},
      {"slot gone", [](auto& now) { now.slot.reset(); }, false, true},
      {"unreadable checkpoint, slot gone",
       [](auto& now) {
         malformed(now);
         now.slot.reset();
       },
       false, true},
  };
  for (const row& each : table) {
    CAPTURE(each.name);
    offsets_situation now = agreeing();
    each.change(now);
    CHECK(check_reset(now, gap::refused).has_value() == each.without_gap);
    CHECK(check_reset(now, gap::accepted).has_value() == each.with_gap);
  }
}

}  // namespace
