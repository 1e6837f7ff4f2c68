// The whole program behind main(): command line to exit code.
#pragma once

#include <walrelay/base/result.hpp>

namespace walrelay::app {

/// Documented in docs/OPERATING.md, "Exit codes".
enum class exit_code : int {
  ok = 0,
  failed = 1,         // something unexpected; the message says what
  configuration = 2,  // command line or configuration is wrong: no server was touched
  refused = 3,        // the position cannot be trusted; nothing was changed
  unreachable = 4,    // a server did not answer (one-shot verbs only; `run` keeps trying)
};

[[nodiscard]] exit_code code_of(error_class kind);

[[nodiscard]] int run(int argc, char** argv);

}  // namespace walrelay::app
