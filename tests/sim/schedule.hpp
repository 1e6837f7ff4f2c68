// schedule: one run of the whole model from one seed. At each step one of the actions that are
// possible now is chosen by chance: an instance's loop, helper, sink or client thread, the server,
// the network, the broker, or, while faults last, a disturbance of any of them. When the source has
// committed everything the disturbances stop, and all must be relayed within a bounded number of
// steps.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
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
  [[nodiscard]] std::uint64_t steps() const { return steps_; }

 private:
  enum class act : unsigned char {
    time_passes,
    source_commits,
    source_noise,
    server_sends,
    server_receives,
    server_keepalive,
    server_persists,
    session_ends,
    network_delivers,
    broker_marker,
    transaction_times_out,
    loop,
    job,
    sink,
    client,
    start_instance,
    // disturbances
    kill,
    terminate,
    suspend,
    resume,
    server_crash,
    server_starts,
    drop_session,
    broker_stops,
    broker_goes_on,
    request_lost,
    time_jumps,
    count_
  };
  static constexpr std::size_t instances_most = 3;
  struct instance {
    std::unique_ptr<process> running;
    bool suspended = false;
    unsigned lives = 0;
  };
  struct choice {
    act what;
    std::size_t which;
    std::uint64_t weight;
  };

  void draw_profile();
  void step();
  void collect();
  void collect_world();
  void collect_instance(std::size_t which);
  void collect_disturbances();
  void offer(act what, std::uint64_t weight, std::size_t which = 0);
  [[nodiscard]] std::uint64_t rate(act what) const {
    return rates_[static_cast<std::size_t>(what)];
  }
  void carry_out(const choice& chosen);
  void carry_out_on_instance(const choice& chosen);
  void disturb(const choice& chosen);
  void pass_time(const choice& chosen);
  [[nodiscard]] bool holder_is_silent() const;
  void calm_down();
  [[nodiscard]] bool done();

  world shared_;
  oracle oracle_;
  model_server server_;
  model_broker broker_;
  std::array<instance, instances_most> instances_;
  std::size_t instance_count_ = 1;

  std::array<std::uint64_t, static_cast<std::size_t>(act::count_)> rates_{};
  std::uint64_t lost_answers_ = 0;  // percent
  std::size_t commits_left_ = 0;
  bool calm_ = false;
  std::uint64_t steps_ = 0;
  std::vector<choice> choices_;
};

}  // namespace walrelay::sim
