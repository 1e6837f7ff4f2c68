#include <walrelay/relay/offsets_check.hpp>

#include <string>
#include <utility>

#include <fmt/format.h>

namespace walrelay::relay {

namespace {

error refusal(std::string found, std::string why, std::string remedy) {
  return {error_class::refuse, std::move(found), std::move(why), std::move(remedy), {}};
}

}  // namespace

result<void> check_adopt(const offsets_situation& now, gap tolerance) {
  if (!now.slot) {
    return refusal("the slot of slot.name does not exist", "there is no position to adopt",
                   "correct slot.name if it is another; to start with a new slot, run: walrelay "
                   "offsets reset --accept-gap");
  }
  if (now.slot->active_pid) {
    return refusal(fmt::format("the slot is in use by server process {}", *now.slot->active_pid),
                   "another instance relays from it now", "stop that instance first");
  }
  if (!now.slot->confirmed_flush) {
    return refusal("the slot has no confirmed position", "there is no position to adopt",
                   "see that slot.name names a logical slot");
  }
  if (tolerance == gap::accepted) return {};
  if (now.unreadable) {
    return refusal(now.unreadable->found, "what lies between it and the slot is not known",
                   "to accept that, add --accept-gap");
  }
  if (now.found && now.found->partial) {
    return refusal(fmt::format("transaction {} was relayed up to its change {}",
                               now.found->partial->id, now.found->partial->changes),
                   "that part would be relayed again", "to accept that, add --accept-gap");
  }
  const bool skips = now.found && now.found->state == checkpoint_state::streaming &&
                     now.found->position != *now.slot->confirmed_flush;
  if (skips) {
    return refusal(fmt::format("the checkpoint is at {}, the slot at {}", now.found->position,
                               *now.slot->confirmed_flush),
                   "changes in between would be lost, or relayed again",
                   "to accept that, add --accept-gap");
  }
  return {};
}

result<void> check_reset(const offsets_situation& now, gap tolerance) {
  if (now.slot) {
    return refusal(
        fmt::format("slot '{}' still exists", now.slot->name), "its position is better than none",
        fmt::format("to go on from the slot's position, run: walrelay offsets adopt; to give it "
                    "up, run in PostgreSQL: SELECT pg_drop_replication_slot('{}');  and then this "
                    "again",
                    now.slot->name));
  }
  if (tolerance == gap::refused) {
    return refusal("a reset gives up every change since the checkpoint",
                   "they are not relayed by a new slot", "to accept that, add --accept-gap");
  }
  return {};
}

}  // namespace walrelay::relay
