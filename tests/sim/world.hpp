// world: what all actors of one schedule share: its dice, its clock, its trace, and which rule of
// the daemon is broken on purpose. No real time passes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <walrelay/base/clock.hpp>
#include <walrelay/relay/sink_fsm.hpp>

#include "sim/dice.hpp"
#include "sim/tally.hpp"
#include "sim/trace.hpp"

namespace walrelay::sim {

/// Thrown where a rule is seen broken, also by WALRELAY_ENSURE (ensure_failed.cpp).
struct fault_found {
  std::string what;
};

[[noreturn]] inline void fault(std::string what) {
  throw fault_found{std::move(what)};
}

/// A rule that the simulation's shell breaks, to see that the oracle notices.
enum class mutation {
  none,
  confirm_before_commit,        // INV-3: the slot is told before Kafka has committed
  confirm_keepalive,            // INV-3: a keepalive's position is confirmed without a checkpoint
  no_recreate,                  // K1: the producer goes on after a disturbed commit
  no_read_after_fence,          // INV-7: the checkpoint is read before the fence
  no_generations,               // answers, letters and reports of an older pass are taken for new
  no_rewind,                    // the sink goes on with what comes after an aborted transaction
  no_relations_while_skipping,  // Relation messages of skipped transactions are not looked at
  no_resume_within,        // INV-6: a transaction relayed in part is relayed from its beginning
  no_skipping,             // what the server sends again is relayed again
  guess_unknown_commit,    // INV-9: a commit without an answer counts as done
  no_history_check,        // the checkpoint's last transaction is not looked for in what is sent
  message_behind_its_end,  // a message of no transaction is passed one byte behind its record
};

inline constexpr mutation mutations[] = {
    mutation::confirm_before_commit,
    mutation::confirm_keepalive,
    mutation::no_recreate,
    mutation::no_read_after_fence,
    mutation::no_generations,
    mutation::no_relations_while_skipping,
    mutation::no_rewind,
    mutation::no_resume_within,
    mutation::no_skipping,
    mutation::guess_unknown_commit,
    mutation::no_history_check,
    mutation::message_behind_its_end,
};

[[nodiscard]] std::string_view to_string(mutation what);

struct world {
  explicit world(std::uint64_t seed, mutation broken_rule) : chance(seed), broken(broken_rule) {}

  [[nodiscard]] wall_time wall() const {
    return wall_time{std::chrono::hours(24 * 365 * 55)} +
           std::chrono::duration_cast<std::chrono::microseconds>(now.time_since_epoch());
  }
  void note(int who, const char* what, std::uint64_t a = 0, std::uint64_t b = 0) {
    log.add(now, who, what, a, b);
  }

  dice chance;
  mutation broken;
  mono_time now{std::chrono::hours(1)};
  relay::sink_limits limits;
  trace log;
  tally counted;
};

}  // namespace walrelay::sim
