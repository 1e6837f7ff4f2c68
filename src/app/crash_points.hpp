// Named points at which a test may end the process as a power failure would, or pause it, and rules
// that a test may leave out to see what they are for. Compiled in only with WALRELAY_CRASH_POINTS;
// in a release build the calls are nothing.
//
// WALRELAY_CRASH_AT=after_commit:3 ends the process the third time it passes after_commit,
// WALRELAY_STOP_AT=after_commit:3 stops it there until it gets SIGCONT.
// WALRELAY_LEAVE_OUT=K1 leaves that rule out.
#pragma once

#include <string_view>

namespace walrelay::app {

#ifdef WALRELAY_CRASH_POINTS
/// Any thread.
void crash_point(std::string_view name);
[[nodiscard]] bool left_out(std::string_view rule);
#else
inline void crash_point(std::string_view) {}
[[nodiscard]] constexpr bool left_out(std::string_view) {
  return false;
}
#endif

}  // namespace walrelay::app
