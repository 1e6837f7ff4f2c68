// The search for interleavings that break the copy of a table.
//
//   sim_snapshot [--seed S] [--trace]     one schedule; without --seed many, from a seed drawn by
//                                         the clock, for ten seconds (WALRELAY_TEST_LONG=1: ten
//                                         minutes)
//                [--without RULE]         with a rule taken out: a fault is expected
//   sim_snapshot --finds-faults           each rule taken out in turn: each must be missed
#include <chrono>
#include <cstdlib>
#include <optional>
#include <random>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <walrelay/base/clock.hpp>

#include "sim_snapshot/schedule.hpp"
#include "sim_snapshot/topic.hpp"

namespace walrelay::sim_snapshot {

namespace {

struct request {
  std::optional<std::uint64_t> seed;
  rule without = rule::none;
  enum class kind { search, one, finds_faults } what = kind::search;
  bool trace = false;
};

std::optional<std::string> fault_of(std::uint64_t seed, rule without,
                                    std::vector<std::string>* trace) {
  try {
    run_schedule(seed, without, trace);
  } catch (const fault_found& found) {
    return found.what();
  }
  return std::nullopt;
}

std::uint64_t first_seed() {
  return std::uint64_t{std::random_device{}()} << 24U;
}

/// The first fault among the schedules that fit into the time.
bool finds_fault(std::uint64_t first, rule without, std::chrono::milliseconds time) {
  const mono_time started = mono_now();
  std::uint64_t seed = first;
  for (; mono_now() - started < time; ++seed) {
    const auto fault = fault_of(seed, without, nullptr);
    if (!fault) continue;
    fmt::print("seed {}: {}\n", seed, *fault);
    if (without == rule::none) fmt::print("all of it: sim_snapshot --seed {} --trace\n", seed);
    return true;
  }
  fmt::print("no fault in {} schedules\n", seed - first);
  return false;
}

int find_faults() {
  int missed = 0;
  for (const rule without : removable) {
    fmt::print("{:<20} ", to_string(without));
    if (!finds_fault(1, without, std::chrono::seconds(30))) ++missed;
  }
  return missed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

int run_one(const request& what) {
  std::vector<std::string> steps;
  const auto fault = fault_of(*what.seed, what.without, what.trace ? &steps : nullptr);
  if (what.trace) fmt::print("{}\n", fmt::join(steps, "\n"));
  fmt::print("seed {}: {}\n", *what.seed, fault.value_or("no fault"));
  return fault ? EXIT_FAILURE : EXIT_SUCCESS;
}

int search(const request& what) {
  const bool is_long = std::getenv("WALRELAY_TEST_LONG") != nullptr;
  const auto time = is_long ? std::chrono::seconds(600) : std::chrono::seconds(10);
  const std::uint64_t first = first_seed();
  fmt::print("first seed {}\n", first);
  return finds_fault(first, what.without, time) ? EXIT_FAILURE : EXIT_SUCCESS;
}

std::optional<request> parse(int count, char** arguments) {
  request what;
  for (int index = 1; index < count; ++index) {
    const std::string_view name = arguments[index];
    if (name == "--trace") {
      what.trace = true;
    } else if (name == "--finds-faults") {
      what.what = request::kind::finds_faults;
    } else if (name == "--seed" && index + 1 < count) {
      what.seed = std::strtoull(arguments[++index], nullptr, 10);
      what.what = request::kind::one;
    } else if (name == "--without" && index + 1 < count) {
      const std::string_view wanted = arguments[++index];
      for (const rule each : removable) {
        if (to_string(each) == wanted) what.without = each;
      }
      if (what.without == rule::none) return std::nullopt;
    } else {
      return std::nullopt;
    }
  }
  return what;
}

int run(int count, char** arguments) {
  const auto what = parse(count, arguments);
  if (!what) {
    fmt::print(stderr,
               "usage: sim_snapshot [--seed S] [--trace] [--without RULE] | --finds-faults\n");
    return 2;
  }
  switch (what->what) {
    case request::kind::one:
      return run_one(*what);
    case request::kind::finds_faults:
      return find_faults();
    case request::kind::search:
      break;
  }
  return search(*what);
}

}  // namespace

}  // namespace walrelay::sim_snapshot

int main(int count, char** arguments) {
  return walrelay::sim_snapshot::run(count, arguments);
}
