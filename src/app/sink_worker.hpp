// sink_worker: everything that happens on a connector's sink thread. Every call on the
// transactional producer and all its callbacks are made here; what to do next is decided by
// relay::sink_fsm.
//
// Thread: the sink thread, for every function.
#pragma once

#include <atomic>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

#include <walrelay/base/checkpoint.hpp>
#include <walrelay/base/ids.hpp>
#include <walrelay/base/result.hpp>
#include <walrelay/kafka/checkpoint_store.hpp>
#include <walrelay/kafka/transactional_producer.hpp>
#include <walrelay/relay/sink_fsm.hpp>

#include "app/byte_budget.hpp"
#include "app/sink_messages.hpp"

namespace walrelay::app {

struct sink_settings {
  kafka::producer_settings producer;
  kafka::checkpoint_location checkpoint;
  relay::sink_limits limits;
  std::size_t mailbox_bytes = 0;
  std::string instance_id;
  std::string daemon_version;
};

using report_function = std::function<void(generation, sink_report)>;

class sink_worker {
 public:
  /// `waiting` and `give_up` are shared with the loop thread and outlive the worker; `give_up` ends
  /// whatever is waited for and is taken back by a reset.
  sink_worker(sink_settings settings, report_function report, byte_budget& waiting,
              std::atomic<bool>& give_up);

  /// Carries out one command, or drops it when its generation is over.
  void handle(sink_letter& letter);
  /// One action of the state machine. Returns when to look again if there was nothing to do.
  [[nodiscard]] std::optional<mono_time> advance();
  /// Serves delivery reports and timers.
  void poll();
  /// Aborts what is open.
  void close();

  [[nodiscard]] bool relaying() const { return mode_ != mode::over && fsm_.has_value(); }

 private:
  // One per command; an error ends the generation.
  [[nodiscard]] result<void> on(open_command&);
  [[nodiscard]] result<void> on(read_command&);
  [[nodiscard]] result<void> on(commit_command&);
  [[nodiscard]] result<void> on(relay_command&);
  [[nodiscard]] result<void> on(declare_command&);
  [[nodiscard]] result<void> on(slice&);
  [[nodiscard]] result<void> on(finish_command&);
  [[nodiscard]] result<void> on(reset_command&);
  void end_generation();
  void fail(error reason);

  // The actions of the state machine (sink_transactions.cpp).
  [[nodiscard]] result<std::optional<mono_time>> act();
  [[nodiscard]] result<void> carry_out(const relay::sink_action& what);
  [[nodiscard]] result<void> begin();
  [[nodiscard]] result<void> produce(const relay::sink_action& what);
  [[nodiscard]] result<void> commit(const relay::sink_action& what);
  [[nodiscard]] result<void> recreate();
  void release_front();

  [[nodiscard]] result<void> new_producer();
  [[nodiscard]] result<std::optional<checkpoint>> read_checkpoint() const;
  [[nodiscard]] result<void> declare(topic_id id, const std::string& topic);
  [[nodiscard]] result<void> write_checkpoint(const checkpoint& what);
  [[nodiscard]] result<kafka::commit_report> commit_producer();
  /// `what` as this instance's next checkpoint after `number`.
  [[nodiscard]] checkpoint signed_after(checkpoint_number number, checkpoint what) const;
  [[nodiscard]] std::function<bool()> giving_up() const;
  [[nodiscard]] mono_time step_deadline() const;

  const sink_settings settings_;
  const report_function report_;
  byte_budget& waiting_;
  std::atomic<bool>& give_up_;

  kafka::producer_settings producer_settings_;  // settings_'s; batches as small as topics ask for
  std::unique_ptr<kafka::transactional_producer> producer_;
  std::optional<relay::sink_fsm> fsm_;  // while relaying
  std::deque<slice> slices_;
  std::unordered_map<topic_id, std::string> topics_;
  checkpoint newest_;  // the last one committed
  std::uint64_t transaction_records_ = 0;
  generation pass_;
  enum class mode {
    serving,
    finishing,  // commit what is whole, then report idle
    over,       // this generation has failed or ended; its commands are dropped
  };
  mode mode_ = mode::over;
};

}  // namespace walrelay::app
