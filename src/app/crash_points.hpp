// Named points at which a test may end the process as a power failure would. Compiled in only with
// WALRELAY_CRASH_POINTS; in a release build the call is nothing.
//
// WALRELAY_CRASH_AT=after_commit:3 ends the process the third time it passes after_commit.
#pragma once

#include <string_view>

namespace walrelay::app {

#ifdef WALRELAY_CRASH_POINTS
/// Any thread.
void crash_point(std::string_view name);
#else
inline void crash_point(std::string_view) {}
#endif

}  // namespace walrelay::app
