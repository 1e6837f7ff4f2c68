#include <walrelay/relay/stall_watch.hpp>

#include <utility>

namespace walrelay::relay {

stall_watch::change stall_watch::look(const cursors& positions, mono_time now) {
  const bool moving = positions.checkpointed() != checkpointed_ ||
                      positions.assembled() == positions.checkpointed();
  if (moving) {
    checkpointed_ = positions.checkpointed();
    since_ = now;
    return std::exchange(stalled_, false) ? change::recovered : change::none;
  }
  if (now - since_ < limit || std::exchange(stalled_, true)) return change::none;
  return change::stalled;
}

}  // namespace walrelay::relay
