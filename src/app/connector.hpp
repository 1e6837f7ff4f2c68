// connector: carries out what relay::connector_fsm says. One connector is one slot, one sink thread
// and one helper job at a time; it shares the loop and the helper pool with the others and nothing
// else.
//
// Thread: the loop, for everything but the bodies of helper jobs.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>

#include <walrelay/change/selection.hpp>
#include <walrelay/config/options.hpp>
#include <walrelay/envelope/topic_naming.hpp>
#include <walrelay/relay/connector_fsm.hpp>

#include "app/heartbeat.hpp"
#include "app/log.hpp"
#include "app/publication_watch.hpp"
#include "app/sink.hpp"
#include "app/snapshot_run.hpp"
#include "app/source_jobs.hpp"
#include "app/stream_reader.hpp"

namespace walrelay::app {

/// How a connector ended: stopped in order, or parked with this error.
using connector_end = std::optional<error>;

class connector : private stream_reader::owner, private snapshot_run::owner {
 public:
  connector(boost::asio::io_context& loop, boost::asio::thread_pool& helpers,
            config::connector_options options, change::selection selection, log out,
            std::string instance_id, std::function<void(connector_end)> ended);
  ~connector();
  connector(const connector&) = delete;
  connector& operator=(const connector&) = delete;

  void start();
  /// Orderly: stop reading, commit what is whole, abort the rest, final status. Idempotent.
  void stop();

  [[nodiscard]] const std::string& name() const { return options_.name; }

 private:
  void perform(relay::action next);
  void feed(const relay::event& what);
  void on_report(generation pass, const sink_report& report);
  void on_committed(const committed& what);
  void enter_relay(const relay::action& what);
  void wind_down();
  void pause(const relay::action& what);
  void park(const error& reason);
  void create_slot();
  void attach_stream();
  void drain();
  void finish();

  void stop_watches();

  /// Runs `job` on a helper and hands its result to `then` on the loop, unless the step is over.
  template <class Job, class Then>
  void help(Job job, Then then);
  // stream_reader::owner
  void stream_failed(error reason) override;
  void push(slice what) override;
  [[nodiscard]] bool sink_is_full() const override { return sink_.full(); }
  [[nodiscard]] std::string_view sink_name() const override { return "Kafka"; }
  void table_wanted(const change::relation_ptr& relation) override;
  void topic_wanted(envelope::auxiliary_topic topic) override;
  // snapshot_run::owner
  void declare(topic_binding& topic) override;
  void snapshot_failed(error reason) override;

  [[nodiscard]] job_context context() const { return {options_, selection_, out_}; }

  boost::asio::io_context& loop_;
  boost::asio::thread_pool& helpers_;
  const config::connector_options options_;
  const change::selection selection_;
  const log out_;
  const std::function<void(connector_end)> ended_;

  relay::connector_fsm fsm_;
  envelope::topic_naming topics_;
  std::unordered_map<std::string, topic_id> topic_numbers_;  // from 1: 0 is the offsets topic
  relay::cursors cursors_;
  std::unique_ptr<stream_reader> reader_;
  std::vector<table_progress> stored_tables_;  // as this pass has read them
  std::unique_ptr<snapshot_run> snapshot_;     // adds to what reader_ hands on
  boost::asio::steady_timer timer_;            // pause, or the limit of a drain
  publication_watch publication_watch_;
  heartbeat heartbeat_;
  bool degraded_ = false;                       // said so in the log, and not yet taken back
  std::shared_ptr<cancellable> slot_creation_;  // may wait for ever; set from its step on

  std::shared_ptr<connector*> alive_;  // answers of helpers and sink find us, or nobody
  sink sink_;                          // last: its thread reports into the members above
};

}  // namespace walrelay::app
