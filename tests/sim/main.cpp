// The simulation's command line.
//
//   sim_relay [--seed S] [--trace]      one schedule, or many from a seed drawn by the clock
//             [--seconds N]             for how long (WALRELAY_TEST_LONG=1: ten minutes)
//             [--break RULE]            with a rule of the daemon broken: a fault is expected
//   sim_relay --finds-faults            each rule broken in turn: each must be found
//
// A fault prints the seed and what came before; `sim_relay --seed S --trace` shows all of it.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <random>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "sim/schedule.hpp"

namespace walrelay::sim {

namespace {

constexpr std::size_t lines_before_fault = 70;

struct request {
  std::optional<std::uint64_t> seed;
  bool show = false;
  bool finds_faults = false;
  std::chrono::milliseconds time{10'000};
  mutation broken = mutation::none;
};

struct finding {
  std::uint64_t seed = 0;
  std::string what;
  std::string before;
};

std::optional<finding> run_one(std::uint64_t seed, mutation broken, const request& how,
                               tally& count) {
  schedule one(seed, broken);
  if (how.show) one.shared().log.show();
  std::optional<finding> result;
  try {
    one.run();
  } catch (const fault_found& found) {
    result = finding{seed, found.what, one.shared().log.last(lines_before_fault)};
  }
  count.add(one.shared().counted);
  return result;
}

/// The first fault among the schedules that fit into the time.
std::optional<finding> run_many(std::uint64_t first, mutation broken, const request& how,
                                tally& count) {
  const mono_time end = mono_now() + how.time;
  for (std::uint64_t seed = first; mono_now() < end; ++seed) {
    if (auto found = run_one(seed, broken, how, count)) return found;
  }
  return std::nullopt;
}

int search(const request& what) {
  const bool one = what.seed && what.time.count() == 0;
  const std::uint64_t first = what.seed.value_or(std::uint64_t{std::random_device{}()} << 24U);
  fmt::print("first seed {}\n", first);
  tally count;
  const mono_time started = mono_now();
  const auto found =
      one ? run_one(first, what.broken, what, count) : run_many(first, what.broken, what, count);
  const std::chrono::duration<double> took = mono_now() - started;
  fmt::print("{}{:>12.1f}  seconds\n", count.to_string(), took.count());
  if (!found) return EXIT_SUCCESS;
  fmt::print("{}\nFAULT with seed {}: {}\nto see all of it: sim_relay --seed {} --trace{}{}\n",
             found->before, found->seed, found->what, found->seed,
             what.broken == mutation::none ? "" : " --break ",
             what.broken == mutation::none ? "" : to_string(what.broken));
  return EXIT_FAILURE;
}

/// A search that cannot fail proves nothing.
int find_faults(const request& what) {
  int status = EXIT_SUCCESS;
  for (const mutation broken : mutations) {
    tally count;
    const mono_time started = mono_now();
    const auto found = run_many(what.seed.value_or(1), broken, what, count);
    const std::chrono::duration<double> took = mono_now() - started;
    if (!found) status = EXIT_FAILURE;
    fmt::print("{:28} {} after {} schedules, {:.2f} s{}{}\n", to_string(broken),
               found ? "found" : "NOT FOUND", count.schedules, took.count(), found ? ": " : "",
               found ? found->what : "");
  }
  return status;
}

int usage() {
  fmt::print(stderr,
             "sim_relay [--seed S [--trace]] [--seconds N] [--break RULE] | --finds-faults\n");
  for (const mutation each : mutations) fmt::print(stderr, "  RULE: {}\n", to_string(each));
  return 2;
}

bool set_rule(request& out, std::string_view name) {
  for (const mutation each : mutations) {
    if (to_string(each) != name) continue;
    out.broken = each;
    return true;
  }
  return false;
}

std::optional<request> parse(int count, char** words) {
  request out;
  bool timed = false;
  for (int i = 1; i < count; ++i) {
    const std::string_view word = words[i];
    const char* value = i + 1 < count ? words[i + 1] : nullptr;
    if (word == "--trace") {
      out.show = true;
    } else if (word == "--finds-faults") {
      out.finds_faults = true;
    } else if (word == "--seed" && value != nullptr) {
      out.seed = std::strtoull(words[++i], nullptr, 10);
    } else if (word == "--seconds" && value != nullptr) {
      out.time = std::chrono::seconds(std::strtoull(words[++i], nullptr, 10));
      timed = true;
    } else if (word == "--break" && value != nullptr) {
      if (!set_rule(out, words[++i])) return std::nullopt;
    } else {
      return std::nullopt;
    }
  }
  // A rule is found within a thousand schedules; a sanitizer on a busy machine takes its time.
  if (out.finds_faults && !timed) out.time = std::chrono::seconds(60);
  if (out.seed && !timed && !out.finds_faults) out.time = std::chrono::milliseconds{0};
  if (!out.seed && !timed && !out.finds_faults && std::getenv("WALRELAY_TEST_LONG") != nullptr) {
    out.time = std::chrono::minutes(10);
  }
  return out;
}

}  // namespace

}  // namespace walrelay::sim

int main(int count, char** words) {
  const auto what = walrelay::sim::parse(count, words);
  if (!what) return walrelay::sim::usage();
  return what->finds_faults ? walrelay::sim::find_faults(*what) : walrelay::sim::search(*what);
}
