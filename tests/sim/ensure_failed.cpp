// A broken invariant of the daemon ends a schedule, not the process: linked instead of
// src/base/ensure.cpp.
#include <walrelay/base/ensure.hpp>

#include "sim/world.hpp"

namespace walrelay {

void ensure_failed(std::string_view condition, std::string_view message, const char* file,
                   int line) {
  sim::fault(fmt::format("broken invariant ({}) at {}:{}: {}", condition, file, line, message));
}

}  // namespace walrelay
