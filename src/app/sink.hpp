// sink: the connector's sink thread. Every call on the transactional producer and all its callbacks
// happen here; what to do next is decided by relay::sink_fsm.
//
// Threads: the public functions are called on the loop thread and never block (the destructor
// joins). Reports are made on the sink thread; the receiver posts them to the loop. Every command
// and report carries its generation, and commands of a generation that failed or was reset are
// dropped.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <unordered_map>
#include <variant>

#include <walrelay/base/checkpoint.hpp>
#include <walrelay/base/ids.hpp>
#include <walrelay/base/result.hpp>
#include <walrelay/kafka/checkpoint_store.hpp>
#include <walrelay/kafka/transactional_producer.hpp>
#include <walrelay/relay/sink_fsm.hpp>

#include "app/byte_budget.hpp"
#include "app/slice.hpp"

namespace walrelay::app {

struct sink_settings {
  kafka::producer_settings producer;
  kafka::checkpoint_location checkpoint;
  relay::sink_limits limits;
  std::size_t mailbox_bytes = 8u << 20;
  std::string instance_id;
  std::string daemon_version;
};

// What the sink reports.
struct step_done {};  // open, commit_alone
struct checkpoint_found {
  std::optional<walrelay::checkpoint> found;
};  // read
struct committed {
  walrelay::checkpoint newest;
  std::uint64_t records = 0;
};
struct produced_up_to {
  lsn boundary;
};
struct room {};       // the mailbox has room again
struct recreated {};  // K1: the producer was replaced after a disturbed commit
struct sink_failed {
  error reason;
};
struct idle {};  // reset or finished: nothing is open

using sink_report = std::variant<step_done, checkpoint_found, committed, produced_up_to, room,
                                 recreated, sink_failed, idle>;

class sink {
 public:
  using report_function = std::function<void(generation, sink_report)>;

  sink(sink_settings settings, report_function report);
  ~sink();
  sink(const sink&) = delete;
  sink& operator=(const sink&) = delete;

  void open(generation pass);                                     // -> step_done
  void read(generation pass);                                     // -> checkpoint_found
  void commit_alone(generation pass, walrelay::checkpoint what);  // -> step_done
  void start_relay(generation pass, walrelay::checkpoint from);
  /// A topic that takes less than a batch ends the generation: the next one has a producer with
  /// smaller batches.
  void declare(generation pass, topic_id id, std::string topic, std::size_t record_bytes_max);
  void push(generation pass, slice what);
  void finish(generation pass);  // commit what is whole, abort the rest -> idle
  void reset(generation pass);   // abort at once -> idle

  /// Whether the loop must stop reading. One slice is always admitted.
  [[nodiscard]] bool full() const { return waiting_.exhausted(); }

 private:
  struct open_command {};
  struct read_command {};
  struct commit_command {
    walrelay::checkpoint what;
  };
  struct relay_command {
    walrelay::checkpoint from;
  };
  struct declare_command {
    topic_id id;
    std::string topic;
    std::size_t record_bytes_max = std::numeric_limits<std::size_t>::max();
  };
  struct finish_command {};
  struct reset_command {};
  using command = std::variant<open_command, read_command, commit_command, relay_command,
                               declare_command, slice, finish_command, reset_command>;
  struct envelope {
    generation pass;
    command what;
  };

  void post(generation pass, command what);
  void run();
  [[nodiscard]] std::deque<envelope> take(std::optional<mono_time> until);
  void handle(envelope& letter);
  [[nodiscard]] mono_time step_deadline() const;
  [[nodiscard]] bool giving_up() const { return give_up_.load(); }

  // One per command; an error ends the generation.
  [[nodiscard]] result<void> on(open_command&);
  [[nodiscard]] result<void> on(read_command&);
  [[nodiscard]] result<void> on(commit_command&);
  [[nodiscard]] result<void> on(relay_command&);
  [[nodiscard]] result<void> on(declare_command&);
  [[nodiscard]] result<void> on(slice&);
  [[nodiscard]] result<void> on(finish_command&);
  [[nodiscard]] result<void> on(reset_command&);

  /// One action of the state machine; returns when to look again if there is nothing to do.
  [[nodiscard]] result<std::optional<mono_time>> advance();
  [[nodiscard]] result<void> new_producer();
  [[nodiscard]] result<void> begin();
  [[nodiscard]] result<void> produce(const relay::sink_action& what);
  [[nodiscard]] result<void> commit(const relay::commit_boundary& boundary);
  [[nodiscard]] result<void> recreate();
  [[nodiscard]] result<void> write_checkpoint(const walrelay::checkpoint& what);
  [[nodiscard]] result<kafka::commit_report> commit_producer();
  void release_front();
  void close_producer();
  void fail(error reason);

  const sink_settings settings_;
  const report_function report_;

  // Shared with the loop thread.
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<envelope> mailbox_;
  std::atomic<bool> give_up_{false};
  std::atomic<bool> closing_{false};
  byte_budget waiting_;

  // Sink thread only.
  kafka::producer_settings producer_settings_;  // batches fit the topics seen so far
  std::unique_ptr<kafka::transactional_producer> producer_;
  std::optional<relay::sink_fsm> fsm_;  // while relaying
  std::deque<slice> slices_;
  std::unordered_map<topic_id, std::string> topics_;
  walrelay::checkpoint newest_;  // the last one committed
  std::uint64_t transaction_records_ = 0;
  generation pass_;
  enum class mode {
    serving,
    finishing,  // commit what is whole, then report idle
    over,       // this generation has failed or ended; its commands are dropped
  };
  mode mode_ = mode::over;

  std::thread thread_;  // last: starts when everything above is there
};

}  // namespace walrelay::app
