// schedule: one run of the whole model from one seed. At each step one of the actions that are
// possible now is chosen by chance: an instance's loop, helper, sink or client thread, the server,
// the network, the broker, or, while disturbances last, one of these. When the source has committed
// everything they stop, and all must be relayed within a bounded number of steps; then all
// instances are told to stop, and must.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "sim/model_broker.hpp"
#include "sim/model_server.hpp"
#include "sim/oracle.hpp"
#include "sim/process.hpp"
#include "sim/world.hpp"

namespace walrelay::sim {

class schedule {
 public:
  schedule(std::uint64_t seed, mutation broken);

  /// Throws fault_found.
  void run();
  [[nodiscard]] world& shared() { return shared_; }

 private:
  static constexpr std::size_t instances_most = 3;
  struct instance {
    std::unique_ptr<process> running;
    bool suspended = false;
    unsigned lives = 0;
  };
  /// How likely each is at a step; 0 is never.
  struct profile {
    std::uint64_t source_commits = 0;
    std::uint64_t deliveries = 0;
    std::uint64_t markers = 0;
    std::uint64_t sink = 0;
    std::uint64_t loop = 0;
    std::uint64_t helper = 0;
    std::uint64_t answers = 0;
    std::uint64_t kill = 0;
    std::uint64_t terminate = 0;
    std::uint64_t suspend = 0;
    std::uint64_t server_crash = 0;
    std::uint64_t fast_shutdown = 0;
    std::uint64_t backup = 0;
    std::uint64_t promotion = 0;
    std::uint64_t session_drop = 0;
    std::uint64_t session_cut = 0;
    std::uint64_t broker_stall = 0;
    std::uint64_t request_loss = 0;
    std::uint64_t transaction_timeout = 0;
    std::uint64_t time_jump = 0;
    std::uint64_t answers_lost_percent = 0;
  };
  using action = void (schedule::*)(std::size_t which);
  struct choice {
    std::uint64_t weight;
    action does;
    std::size_t which;
  };

  void draw_profile();
  void disturbed_part();
  void restore_part();
  void calm_part();
  void stop_part();
  void calm_down();
  [[nodiscard]] bool done();
  void step();

  // schedule_choices.cpp: what is possible now.
  void offer(std::uint64_t weight, action does, std::size_t which = 0);
  void offer_source();
  void offer_broker();
  void offer_instance(std::size_t which);
  void offer_disturbances();
  void offer_disturbances_of(std::size_t which);
  [[nodiscard]] bool holder_is_silent() const;

  // schedule_actions.cpp. Those that concern no instance do not look at the number.
  void pass_time(std::size_t);
  void jump_time(std::size_t);
  void commit_source(std::size_t);
  void emit_message();
  void add_noise(std::size_t);
  void send_frames(std::size_t);
  void receive_status(std::size_t);
  void send_keepalive(std::size_t);
  void persist_slot(std::size_t);
  void end_session(std::size_t);
  void cut_session(std::size_t);
  void crash_server(std::size_t);
  void shut_server_down(std::size_t);
  void complete_shutdown(std::size_t);
  void start_server(std::size_t);
  void back_server_up(std::size_t);
  void promote_server(std::size_t);
  void deliver_request(std::size_t);
  void lose_request(std::size_t);
  void write_marker(std::size_t);
  void time_out_transaction(std::size_t);
  void stop_broker(std::size_t);
  void start_broker(std::size_t);
  void start_instance(std::size_t which);
  void run_loop(std::size_t which);
  void run_sink(std::size_t which);
  void run_client(std::size_t which);
  void run_job(std::size_t which);
  void hear_answer(std::size_t which);
  void kill(std::size_t which);
  void terminate(std::size_t which);
  void suspend(std::size_t which);
  void resume(std::size_t which);
  void bury_if_ended(std::size_t which);

  world shared_;
  oracle oracle_;
  model_server server_;
  model_broker broker_;
  std::array<instance, instances_most> instances_;
  std::size_t instance_count_ = 1;
  profile rates_;
  std::size_t commits_left_ = 0;
  bool calm_ = false;
  bool stopping_ = false;
  bool refused_ = false;
  std::vector<choice> choices_;
};

}  // namespace walrelay::sim
