#include "app/crash_points.hpp"

#ifdef WALRELAY_CRASH_POINTS

#include <atomic>
#include <charconv>
#include <csignal>
#include <cstdlib>

#include <unistd.h>

namespace walrelay::app {

namespace {

struct armed_point {
  std::string_view name;
  int left = 1;
};

armed_point from_environment() {
  const char* text = std::getenv("WALRELAY_CRASH_AT");
  if (text == nullptr) return {};
  armed_point armed{text};
  if (const auto colon = armed.name.find(':'); colon != std::string_view::npos) {
    const auto count = armed.name.substr(colon + 1);
    std::from_chars(count.data(), count.data() + count.size(), armed.left);
    armed.name = armed.name.substr(0, colon);
  }
  return armed;
}

}  // namespace

void crash_point(std::string_view name) {
  static const armed_point armed = from_environment();
  static std::atomic<int> left{armed.left};
  if (name == armed.name && left.fetch_sub(1) == 1) ::kill(::getpid(), SIGKILL);
}

}  // namespace walrelay::app

#endif
