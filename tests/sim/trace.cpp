#include "sim/trace.hpp"

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

namespace walrelay::sim {

namespace {

std::string name_of(int who) {
  if (who == the_server) return "server";
  if (who == the_broker) return "broker";
  if (who == the_scheduler) return "-";
  return fmt::format("instance {}", who);
}

}  // namespace

void trace::add(mono_time when, int who, const char* literal, std::uint64_t a, std::uint64_t b) {
  entry& next = kept_[count_++ % kept_.size()];
  next = {when, literal, a, b, who};
  if (shown_) fmt::print("{}", line(next, count_));
}

std::string trace::line(const entry& what, std::uint64_t number) {
  const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(
                      what.when.time_since_epoch() - std::chrono::hours(1))
                      .count();
  return fmt::format("{:6} {:8} ms  {:<11} {:<34} {:X} {:X}\n", number, ms, name_of(what.who),
                     what.what, what.a, what.b);
}

std::string trace::last(std::size_t most) const {
  const auto kept = std::min(
      {static_cast<std::uint64_t>(most), count_, static_cast<std::uint64_t>(kept_.size())});
  std::string text;
  for (std::uint64_t at = count_ - kept; at < count_; ++at) {
    text += line(kept_[at % kept_.size()], at + 1);
  }
  return text;
}

}  // namespace walrelay::sim
