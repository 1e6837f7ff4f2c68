// sink: the connector's sink thread and its mailbox. What happens on the thread is sink_worker's.
//
// Threads: the public functions are called on the loop thread and never block (the destructor
// joins). Reports are made on the sink thread; the receiver posts them to the loop. Every command
// and report carries its generation, and commands of a generation that failed or was reset are
// dropped.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "app/byte_budget.hpp"
#include "app/sink_messages.hpp"
#include "app/sink_worker.hpp"

namespace walrelay::app {

class sink {
 public:
  sink(sink_settings settings, report_function report);
  ~sink();
  sink(const sink&) = delete;
  sink& operator=(const sink&) = delete;

  void open(generation pass);                           // -> step_done
  void read(generation pass);                           // -> checkpoint_found
  void commit_alone(generation pass, checkpoint what);  // -> step_done
  void start_relay(generation pass, checkpoint from);
  /// Batches are made no larger than the topic accepts; if the producer's are, this fails (rewind)
  /// and the next generation's are smaller.
  void declare(generation pass, topic_id id, std::string topic, std::size_t record_bytes_max);
  void push(generation pass, slice what);
  void finish(generation pass);  // commit what is whole, abort the rest -> idle
  void reset(generation pass);   // abort at once -> idle

  /// Whether the loop must stop reading. One slice is always admitted.
  [[nodiscard]] bool full() const { return waiting_.exhausted(); }

 private:
  void post(generation pass, sink_command what);
  void run();
  [[nodiscard]] std::deque<sink_letter> take(std::optional<mono_time> until);

  // Shared with the sink thread.
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<sink_letter> mailbox_;
  std::atomic<bool> give_up_{false};  // ends what the worker waits for
  std::atomic<bool> closing_{false};
  byte_budget waiting_;

  sink_worker worker_;  // sink thread only
  std::thread thread_;  // last: starts when everything above is there
};

}  // namespace walrelay::app
