#include <walrelay/relay/stall_watch.hpp>

#include <utility>

namespace walrelay::relay {

stall_watch::change stall_watch::look(const cursors& positions, reading state, mono_time now) {
  const bool commits = positions.checkpointed() != checkpointed_ ||
                       positions.assembled() == positions.checkpointed();
  const bool reads = positions.received() != received_ || state == reading::free;
  received_ = positions.received();
  if (commits && reads) {
    checkpointed_ = positions.checkpointed();
    since_ = now;
    return std::exchange(stalled_, false) ? change::recovered : change::none;
  }
  if (now - since_ < limit || std::exchange(stalled_, true)) return change::none;
  return change::stalled;
}

}  // namespace walrelay::relay
