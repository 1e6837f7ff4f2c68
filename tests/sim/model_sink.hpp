// model_sink: the sink thread of one simulated daemon. It does what app::sink_worker does, with the
// same letters and reports and under the same relay::sink_fsm, but against the model broker and as
// a coroutine, so that anything may happen between any two of its actions.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include <walrelay/relay/sink_fsm.hpp>

#include "app/byte_budget.hpp"
#include "app/sink_messages.hpp"
#include "sim/model_broker.hpp"
#include "sim/model_producer.hpp"
#include "sim/task.hpp"
#include "sim/world.hpp"

namespace walrelay::sim {

class model_sink {
 public:
  using report_function = std::function<void(generation, app::sink_report)>;

  model_sink(world& shared, model_broker& broker, int owner, std::string instance_id,
             report_function report);

  // The loop's side.
  void post(generation pass, app::sink_command what);
  void push(generation pass, app::slice what);
  void reset(generation pass);
  [[nodiscard]] bool full() const { return waiting_.exhausted(); }

  // The scheduler's.
  [[nodiscard]] bool ready() const { return thread_.ready(); }
  void go_on() { thread_.go_on(); }
  [[nodiscard]] bool background_ready() const { return producer_ && producer_->background_ready(); }
  void background() { producer_->background(); }

 private:
  using status = result<void>;
  [[nodiscard]] task<bool> run();
  [[nodiscard]] task<bool> handle(app::sink_letter letter);
  [[nodiscard]] bool is_stale(const app::sink_letter& letter);
  [[nodiscard]] task<status> carry_out(app::sink_letter& letter);
  [[nodiscard]] task<status> open();
  [[nodiscard]] task<status> read();
  [[nodiscard]] task<status> commit_alone(checkpoint what);
  [[nodiscard]] status start_relay(checkpoint from);
  [[nodiscard]] status take_slice(app::slice arrived);
  [[nodiscard]] task<status> finish();

  // model_sink_transactions.cpp
  [[nodiscard]] task<bool> advance();
  [[nodiscard]] task<status> act(relay::sink_action what);
  [[nodiscard]] status begin();
  [[nodiscard]] status produce(const relay::sink_action& what);
  void release_front();
  [[nodiscard]] task<status> commit(relay::sink_action what);
  [[nodiscard]] task<status> recreate();

  [[nodiscard]] task<status> new_producer();
  [[nodiscard]] task<result<std::optional<checkpoint>>> read_checkpoint();
  void write_checkpoint(const checkpoint& what);
  [[nodiscard]] checkpoint signed_after(checkpoint_number number, checkpoint what) const;
  [[nodiscard]] task<bool> end_generation();
  [[nodiscard]] task<bool> fail(error reason);
  [[nodiscard]] task<bool> close();
  [[nodiscard]] bool relaying() const { return mode_ != mode::over && fsm_.has_value(); }

  world& shared_;
  model_broker& broker_;
  const int owner_;
  const std::string instance_id_;
  const report_function report_;

  std::deque<app::sink_letter> mailbox_;
  bool give_up_ = false;
  app::byte_budget waiting_;

  strand thread_;
  std::unique_ptr<model_producer> producer_;
  std::optional<relay::sink_fsm> fsm_;
  std::deque<app::slice> slices_;
  checkpoint newest_;
  std::optional<checkpoint> read_too_early_;  // no_read_after_fence
  std::uint64_t transaction_records_ = 0;
  generation pass_;
  enum class mode { serving, finishing, over };
  mode mode_ = mode::over;
  mono_time look_again_{};

  task<bool> running_;  // last: stands in the members above
};

}  // namespace walrelay::sim
