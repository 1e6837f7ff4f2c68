// stall_watch: says when transactions wait for their commit for too long, as they do while Kafka is
// away: the client tries for as long as the transaction may stay open, without an error. Pure; loop
// thread.
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

  /// Call it now and then; each change is said once.
  [[nodiscard]] change look(const cursors& positions, mono_time now);

 private:
  lsn checkpointed_;
  mono_time since_;
  bool stalled_ = false;
};

}  // namespace walrelay::relay
