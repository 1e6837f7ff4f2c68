// model_producer: the client library in the place of kafka::transactional_producer. Records are
// queued and sent in the background; init, commit and abort wait for answers, send again what was
// not answered in time, and tell a commit that was sent twice as disturbed.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <set>

#include <walrelay/base/result.hpp>

#include "sim/model_broker.hpp"
#include "sim/task.hpp"
#include "sim/world.hpp"

namespace walrelay::sim {

class model_producer {
 public:
  /// `thread` waits; `give_up` ends what is waited for. Both outlive the producer.
  model_producer(world& shared, model_broker& broker, strand& thread, const bool& give_up,
                 int owner);
  ~model_producer();
  model_producer(const model_producer&) = delete;
  model_producer& operator=(const model_producer&) = delete;

  [[nodiscard]] task<result<void>> init();
  void begin();
  void produce(kafka_record what) { queue_.push_back(std::move(what)); }
  enum class quality { clean, disturbed };
  [[nodiscard]] task<result<quality>> commit();
  /// Best effort; true when it was answered.
  [[nodiscard]] task<bool> abort();

  // The client's own thread.
  [[nodiscard]] bool background_ready() const;
  void background();

 private:
  struct call {
    std::optional<kafka_answer> answer;
    unsigned copies = 0;
  };
  enum class patience { as_told, stubborn };
  [[nodiscard]] task<call> ask(kafka_request what, mono_time deadline, patience how);
  [[nodiscard]] error unanswered() const;
  void send_batch();
  void on_produced(kafka_answer::code outcome);

  world& shared_;
  model_broker& broker_;
  strand& thread_;
  const bool& give_up_;
  const int owner_;
  const std::uint64_t handle_;
  std::uint64_t newest_call_ = 0;
  std::uint64_t epoch_ = 0;

  // Records on their way.
  std::deque<kafka_record> queue_;
  std::optional<kafka_request> sent_;
  mono_time send_again_at_{};
  unsigned copies_ = 0;
  std::uint64_t newest_sequence_ = 0;
  std::set<std::size_t> registered_;
  std::optional<error> trouble_;
};

}  // namespace walrelay::sim
