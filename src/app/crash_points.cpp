#include "app/crash_points.hpp"

#ifdef WALRELAY_CRASH_POINTS

#include <atomic>
#include <charconv>
#include <csignal>
#include <cstdlib>

#include <unistd.h>

namespace walrelay::app {

namespace {

/// A point and what happens there, from "name" or "name:times".
class armed_point {
 public:
  armed_point(const char* variable, int signal_number) : signal_(signal_number) {
    const char* text = std::getenv(variable);
    if (text == nullptr) return;
    name_ = text;
    if (const auto colon = name_.find(':'); colon != std::string_view::npos) {
      const auto count = name_.substr(colon + 1);
      int times = 1;
      std::from_chars(count.data(), count.data() + count.size(), times);
      left_ = times;
      name_ = name_.substr(0, colon);
    }
  }

  void pass(std::string_view name) {
    if (name == name_ && left_.fetch_sub(1) == 1) ::kill(::getpid(), signal_);
  }

 private:
  const int signal_;
  std::string_view name_;
  std::atomic<int> left_{1};
};

}  // namespace

void crash_point(std::string_view name) {
  static armed_point crash("WALRELAY_CRASH_AT", SIGKILL);
  static armed_point stop("WALRELAY_STOP_AT", SIGSTOP);
  crash.pass(name);
  stop.pass(name);
}

bool left_out(std::string_view rule) {
  const char* named = std::getenv("WALRELAY_LEAVE_OUT");
  return named != nullptr && rule == named;
}

}  // namespace walrelay::app

#endif
