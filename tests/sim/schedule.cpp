#include "sim/schedule.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace walrelay::sim {

namespace {

constexpr std::uint64_t steps_disturbed_most = 4'000;
constexpr std::uint64_t steps_calm_most = 60'000;
constexpr std::uint64_t steps_stop_most = 20'000;
constexpr std::uint64_t steps_after_restore = 10'000;

}  // namespace

schedule::schedule(std::uint64_t seed, mutation broken)
    : shared_(seed, broken), server_(shared_, oracle_), broker_(shared_, oracle_) {
  oracle_.watch(server_.log());
  ++shared_.counted.schedules;
  draw_profile();
}

/// Each seed has disturbances of its own: with all of them at once little would ever get far.
void schedule::draw_profile() {
  dice& chance = shared_.chance;
  instance_count_ = chance.between(1, instances_most);
  commits_left_ = chance.percent(20) ? chance.between(10, 40) : chance.between(2, 12);
  // In most seeds nothing takes half a minute.
  if (chance.percent(40)) {
    shared_.limits.split_time = std::chrono::milliseconds(chance.between(1, 400));
  }
  if (chance.percent(30)) server_.behave_as_old_release();
  const auto sometimes = [&](std::uint64_t likely, std::uint64_t most) {
    return chance.percent(likely) ? chance.between(1, most) : 0;
  };
  rates_.source_commits = chance.between(2, 60);
  rates_.deliveries = chance.between(20, 300);
  rates_.markers = chance.between(20, 300);
  rates_.sink = chance.between(60, 300);
  rates_.loop = chance.between(60, 300);
  rates_.helper = chance.percent(30) ? chance.between(1, 4) : chance.between(20, 100);
  rates_.answers = chance.percent(30) ? chance.between(1, 4) : chance.between(20, 100);
  rates_.kill = sometimes(60, 3);
  rates_.terminate = sometimes(20, 2);
  rates_.suspend = sometimes(50, 4);
  rates_.server_crash = sometimes(40, 2);
  rates_.fast_shutdown = sometimes(20, 2);
  rates_.backup = sometimes(15, 6);
  rates_.promotion = sometimes(10, 2);
  rates_.session_drop = sometimes(40, 3);
  rates_.session_cut = sometimes(20, 3);
  rates_.broker_stall = sometimes(30, 3);
  rates_.request_loss = sometimes(40, 60);
  rates_.transaction_timeout = sometimes(20, 4);
  rates_.time_jump = sometimes(50, 20);
  rates_.answers_lost_percent = sometimes(50, 40);
}

void schedule::run() {
  disturbed_part();
  if (server_.has_backup()) return restore_part();
  calm_part();
  stop_part();
  broker_.read_everything();
}

/// The server is restored while no instance runs and nothing is under way. Whoever starts must
/// refuse, however far the new history has come, unless nothing that matters was lost.
void schedule::restore_part() {
  calm_down();
  for (instance& each : instances_) each.running.reset();
  while (broker_.on_the_way() > 0) broker_.lose(0);
  if (broker_.has_open_transaction()) broker_.time_out();
  while (broker_.may_write_marker()) broker_.write_marker();
  ++shared_.counted.restores;
  server_.restore(shared_.chance.percent(70) ? model_server::timeline::same
                                             : model_server::timeline::next);
  shared_.note(the_server, "is restored (end)", server_.log().end().value());
  commits_left_ = shared_.chance.below(8);
  while (commits_left_ > 0 && shared_.chance.percent(70)) commit_source(0);
  for (const bool one_more : {false, true}) {
    if (one_more) commit_source(0);  // with nothing new, nothing is there to be noticed
    const std::uint64_t since = shared_.counted.steps;
    while (oracle_.may_refuse() && shared_.counted.steps - since <= steps_after_restore) {
      step();
      if (refused_) return;
    }
    if (!oracle_.may_refuse()) return calm_part();
  }
  fault("a restored server is neither refused nor relayed");
}

void schedule::disturbed_part() {
  while (commits_left_ > 0 || !shared_.chance.percent(2)) {
    step();
    if (shared_.counted.steps >= steps_disturbed_most) return;
  }
}

void schedule::calm_part() {
  calm_down();
  const std::uint64_t since = shared_.counted.steps;
  while (!done()) {
    step();
    if (shared_.counted.steps - since > steps_calm_most) {
      fault(fmt::format("no progress: {} of {} source commits are relayed, the slot is at {}",
                        oracle_.relayed(), server_.log().transactions().size(),
                        server_.confirmed()));
    }
  }
}

void schedule::stop_part() {
  stopping_ = true;
  const auto running = [this] {
    return std::any_of(instances_.begin(), instances_.end(),
                       [](const instance& each) { return each.running != nullptr; });
  };
  for (std::size_t i = 0; i < instance_count_; ++i) {
    if (instances_[i].running) terminate(i);
  }
  const std::uint64_t since = shared_.counted.steps;
  while (running() || broker_.may_write_marker()) {
    step();
    if (shared_.counted.steps - since > steps_stop_most) fault("an instance does not stop");
  }
}

/// What is broken is mended and what is suspended goes on; nothing new goes wrong.
void schedule::calm_down() {
  shared_.note(the_scheduler, "no more disturbances");
  calm_ = true;
  broker_.go_on();
  rates_.answers_lost_percent = 0;
  for (instance& each : instances_) each.suspended = false;
}

bool schedule::done() {
  if (commits_left_ > 0) return false;
  const auto& all = server_.log().transactions();
  return oracle_.complete() && (all.empty() || server_.confirmed() >= all.back().end) &&
         !broker_.may_write_marker() && broker_.on_the_way() == 0;
}

void schedule::step() {
  ++shared_.counted.steps;
  shared_.now += std::chrono::microseconds(shared_.chance.below(800));
  choices_.clear();
  offer_source();
  offer_broker();
  for (std::size_t i = 0; i < instance_count_; ++i) offer_instance(i);
  if (!calm_) offer_disturbances();
  std::uint64_t total = 0;
  for (const choice& each : choices_) total += each.weight;
  std::uint64_t thrown = shared_.chance.below(total);
  for (const choice& each : choices_) {
    if (thrown < each.weight) return (this->*each.does)(each.which);
    thrown -= each.weight;
  }
}

}  // namespace walrelay::sim
