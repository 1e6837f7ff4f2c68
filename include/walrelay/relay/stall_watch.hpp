// stall_watch: says when rows wait for Kafka for too long, as they do while it is away: the client
// tries for as long as the transaction may stay open, without an error. Pure; loop thread.
#pragma once

#include <chrono>

#include <walrelay/base/clock.hpp>
#include <walrelay/base/lsn.hpp>
#include <walrelay/relay/cursors.hpp>

namespace walrelay::relay {

class stall_watch {
 public:
  enum class change { none, stalled, recovered };
  static constexpr std::chrono::seconds limit{5};

  explicit stall_watch(mono_time now) : since_(now) {}

  /// What keeps the loop from reading on: a topic that is being prepared, a full mailbox.
  enum class reading { free, blocked };

  /// Call it now and then; each change is said once.
  [[nodiscard]] change look(const cursors& positions, reading state, mono_time now);

 private:
  lsn checkpointed_;
  lsn received_;
  mono_time since_;
  bool stalled_ = false;
};

}  // namespace walrelay::relay
