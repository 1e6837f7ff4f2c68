#include "sim/schedule.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace walrelay::sim {

namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr std::uint64_t steps_disturbed_most = 4'000;
constexpr std::uint64_t steps_calm_most = 60'000;

}  // namespace

schedule::schedule(std::uint64_t seed, mutation broken)
    : shared_(seed, broken), server_(shared_, oracle_), broker_(shared_, oracle_) {
  oracle_.watch(server_.log());
  draw_profile();
}

/// Each seed has faults of its own: with all of them at once none would find what it needs.
void schedule::draw_profile() {
  dice& chance = shared_.chance;
  instance_count_ = chance.between(1, instances_most);
  commits_left_ = chance.percent(20) ? chance.between(10, 40) : chance.between(2, 12);
  if (chance.percent(30)) server_.behave_as_old_release();
  const auto sometimes = [&](act what, std::uint64_t likely, std::uint64_t most) {
    rates_[static_cast<std::size_t>(what)] = chance.percent(likely) ? chance.between(1, most) : 0;
  };
  sometimes(act::kill, 60, 12);
  sometimes(act::terminate, 20, 4);
  sometimes(act::suspend, 50, 12);
  sometimes(act::server_crash, 40, 6);
  sometimes(act::drop_session, 40, 8);
  sometimes(act::broker_stops, 30, 6);
  sometimes(act::request_lost, 40, 60);
  sometimes(act::transaction_times_out, 20, 4);
  sometimes(act::time_jumps, 50, 20);
  lost_answers_ = chance.percent(50) ? chance.between(1, 40) : 0;
  rates_[static_cast<std::size_t>(act::source_commits)] = chance.between(2, 60);
  rates_[static_cast<std::size_t>(act::network_delivers)] = chance.between(20, 300);
  rates_[static_cast<std::size_t>(act::broker_marker)] = chance.between(20, 300);
  rates_[static_cast<std::size_t>(act::sink)] = chance.between(60, 300);
  rates_[static_cast<std::size_t>(act::loop)] = chance.between(60, 300);
}

void schedule::run() {
  while (!calm_) {
    step();
    if (commits_left_ == 0 && shared_.chance.percent(2)) calm_down();
    if (steps_ >= steps_disturbed_most) calm_down();
  }
  const std::uint64_t calm_since = steps_;
  while (!done()) {
    step();
    if (steps_ - calm_since > steps_calm_most) {
      fault(fmt::format("no progress: {} of {} source commits are relayed, the slot is at {}",
                        oracle_.relayed(), server_.log().transactions().size(),
                        server_.confirmed()));
    }
  }
  broker_.read_everything();
}

void schedule::calm_down() {
  shared_.note(the_scheduler, "no more disturbances");
  calm_ = true;
  commits_left_ = 0;
  server_.start();
  broker_.go_on();
  lost_answers_ = 0;
  for (instance& each : instances_) each.suspended = false;
}

bool schedule::done() {
  const auto& all = server_.log().transactions();
  return oracle_.complete() && (all.empty() || server_.confirmed() >= all.back().end) &&
         !broker_.may_write_marker() && broker_.on_the_way() == 0;
}

void schedule::step() {
  ++steps_;
  shared_.now += microseconds(shared_.chance.below(800));
  choices_.clear();
  collect();
  std::uint64_t total = 0;
  for (const choice& each : choices_) total += each.weight;
  std::uint64_t thrown = shared_.chance.below(total);
  for (const choice& each : choices_) {
    if (thrown < each.weight) return carry_out(each);
    thrown -= each.weight;
  }
}

void schedule::offer(act what, std::uint64_t weight, std::size_t which) {
  if (weight > 0) choices_.push_back({what, which, weight});
}

void schedule::collect() {
  collect_world();
  for (std::size_t i = 0; i < instance_count_; ++i) collect_instance(i);
  if (!calm_) collect_disturbances();
}

void schedule::collect_world() {
  offer(act::time_passes, calm_ ? 60 : 30);
  // What is committed before the slot exists is not relayed: seldom.
  const std::uint64_t commits = server_.confirmed().valid() ? rate(act::source_commits) : 1;
  if (commits_left_ > 0 && server_.up()) offer(act::source_commits, commits);
  if (server_.up()) {
    offer(act::server_persists, calm_ ? 1 : 5);
    if (!calm_) offer(act::source_noise, 4);
    if (server_.may_send()) offer(act::server_sends, 120);
    if (server_.may_receive()) offer(act::server_receives, 80);
    if (server_.active()) {
      offer(act::server_keepalive, 8);
      if (!server_.active()->client_side || holder_is_silent()) offer(act::session_ends, 15);
    }
  }
  if (broker_.up()) {
    if (broker_.on_the_way() > 0) offer(act::network_delivers, rate(act::network_delivers));
    if (broker_.may_write_marker()) offer(act::broker_marker, rate(act::broker_marker));
    if (broker_.has_open_transaction()) {
      offer(act::transaction_times_out, broker_.open_too_long() ? 20
                                        : calm_                 ? 0
                                                                : rate(act::transaction_times_out));
    }
  }
}

void schedule::collect_instance(std::size_t which) {
  instance& each = instances_[which];
  if (!each.running) return offer(act::start_instance, calm_ ? 50 : 6, which);
  if (each.suspended) return;
  process& daemon = *each.running;
  if (daemon.loop_ready()) offer(act::loop, rate(act::loop), which);
  if (daemon.sink().ready()) offer(act::sink, rate(act::sink), which);
  if (daemon.sink().background_ready()) offer(act::client, 120, which);
  offer(act::job, daemon.has_jobs() ? 60 : 0, which);
}

void schedule::collect_disturbances() {
  for (std::size_t i = 0; i < instance_count_; ++i) {
    const instance& each = instances_[i];
    if (!each.running) continue;
    offer(act::kill, rate(act::kill), i);
    if (each.suspended) {
      offer(act::resume, 8, i);
    } else {
      offer(act::suspend, rate(act::suspend), i);
      offer(act::terminate, rate(act::terminate), i);
    }
  }
  if (!server_.up()) {
    offer(act::server_starts, 20);
  } else {
    offer(act::server_crash, rate(act::server_crash));
    if (server_.active()) offer(act::drop_session, rate(act::drop_session));
  }
  if (!broker_.up()) {
    offer(act::broker_goes_on, 15);
  } else {
    offer(act::broker_stops, rate(act::broker_stops));
    if (broker_.on_the_way() > 0) offer(act::request_lost, rate(act::request_lost));
  }
  offer(act::time_jumps, rate(act::time_jumps));
}

/// wal_sender_timeout: whoever holds the slot is suspended and says nothing.
bool schedule::holder_is_silent() const {
  const auto owner = static_cast<std::size_t>(server_.active()->owner);
  return instances_[owner].suspended;
}

void schedule::carry_out(const choice& chosen) {
  switch (chosen.what) {
    case act::time_passes:
    case act::time_jumps:
      return pass_time(chosen);
    case act::source_commits:
      --commits_left_;
      server_.log().commit(shared_.chance, shared_.wall());
      return shared_.note(the_server, "a transaction commits (end)", server_.log().end().value());
    case act::source_noise:
      return server_.log().add_noise(shared_.chance);
    case act::server_sends:
      return server_.send();
    case act::server_receives:
      return server_.receive();
    case act::server_keepalive:
      return server_.keepalive(shared_.chance.percent(30) ? reply::requested : reply::not_needed);
    case act::server_persists:
      return server_.persist_slot();
    case act::network_delivers:
      return broker_.deliver(shared_.chance.below(broker_.on_the_way()),
                             shared_.chance.percent(lost_answers_)
                                 ? model_broker::answer_is::lost
                                 : model_broker::answer_is::delivered);
    case act::broker_marker:
      return broker_.write_marker();
    case act::loop:
    case act::job:
    case act::sink:
    case act::client:
    case act::start_instance:
      return carry_out_on_instance(chosen);
    default:
      return disturb(chosen);
  }
}

void schedule::pass_time(const choice& chosen) {
  if (chosen.what == act::time_jumps) {
    shared_.now += seconds(shared_.chance.percent(20) ? 75 : shared_.chance.between(1, 12));
    return shared_.note(the_scheduler, "time jumps");
  }
  shared_.now += milliseconds(shared_.chance.percent(10) ? shared_.chance.between(50, 1'500)
                                                         : shared_.chance.between(1, 15));
}

void schedule::carry_out_on_instance(const choice& chosen) {
  instance& each = instances_[chosen.which];
  if (chosen.what == act::start_instance) {
    shared_.note(static_cast<int>(chosen.which), "starts");
    each.running = std::make_unique<process>(shared_, server_, broker_,
                                             static_cast<int>(chosen.which), ++each.lives);
    return;
  }
  process& daemon = *each.running;
  if (chosen.what == act::loop) daemon.loop();
  if (chosen.what == act::sink) daemon.sink().go_on();
  if (chosen.what == act::client) daemon.sink().background();
  if (chosen.what == act::job) {
    const bool lost = shared_.chance.percent(lost_answers_ / 4);
    if (const auto which = daemon.ready_job()) {
      daemon.do_job(*which, lost ? process::answer_is::lost : process::answer_is::delivered);
    }
  }
  if (daemon.ended()) each.running.reset();
}

void schedule::disturb(const choice& chosen) {
  instance& each = instances_[chosen.which];
  const int number = static_cast<int>(chosen.which);
  switch (chosen.what) {
    case act::kill:
      shared_.note(number, "killed");
      each = {nullptr, false, each.lives};
      return;
    case act::terminate:
      each.running->terminate();
      if (each.running->ended()) each.running.reset();
      return;
    case act::suspend:
    case act::resume:
      each.suspended = chosen.what == act::suspend;
      return shared_.note(number, each.suspended ? "suspended" : "resumed");
    case act::server_crash:
      shared_.note(the_server, "crashes");
      return server_.crash();
    case act::server_starts:
      shared_.note(the_server, "starts (confirmed)", server_.confirmed().value());
      return server_.start();
    case act::session_ends:
    case act::drop_session:
      shared_.note(the_server, "the session ends");
      return server_.end_session();
    case act::broker_stops:
      shared_.note(the_broker, "stalls");
      return broker_.stop();
    case act::broker_goes_on:
      shared_.note(the_broker, "goes on");
      return broker_.go_on();
    case act::request_lost:
      return broker_.lose(shared_.chance.below(broker_.on_the_way()));
    case act::transaction_times_out:
      shared_.note(the_broker, "transaction times out");
      return broker_.time_out();
    default:
      fault("an action of no kind");
  }
}

}  // namespace walrelay::sim
