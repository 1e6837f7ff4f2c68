// silence_watch: says when PostgreSQL no longer answers while its machine still does, as a stopped
// process. An idle server says nothing of its own accord, so a status asks it for an answer. A
// server may also be busy for that long, before some minor releases with a large transaction that
// is not published, so silence is said and the session goes on. Pure; loop thread.
#pragma once

#include <chrono>

#include <walrelay/base/clock.hpp>
#include <walrelay/relay/stall_watch.hpp>

namespace walrelay::relay {

class silence_watch {
 public:
  enum class change { none, silent, heard_again };
  using reading = stall_watch::reading;

  silence_watch(std::chrono::milliseconds limit, mono_time now) : limit_(limit), since_(now) {}

  void heard(mono_time now);
  /// The status that is about to go out asks for an answer: nothing was heard since the last one.
  [[nodiscard]] bool asks();
  /// Call it now and then; each change is said once.
  [[nodiscard]] change look(reading state, mono_time now);

 private:
  std::chrono::milliseconds limit_;
  mono_time since_;
  bool heard_since_status_ = false;
  bool silent_ = false;
};

}  // namespace walrelay::relay
