#include <walrelay/base/ensure.hpp>

#include <cstdio>
#include <cstdlib>

namespace walrelay {

void ensure_failed(std::string_view condition, std::string_view message, const char* file,
                   int line) {
  // Straight to the descriptor behind stderr: the logger may be what is broken.
  fmt::print(stderr, "walrelay: broken invariant ({}) at {}:{}: {}\n", condition, file, line,
             message);
  std::fflush(stderr);
  std::abort();
}

}  // namespace walrelay
