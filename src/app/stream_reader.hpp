// stream_reader: one attached replication stream: reads frames into the pipeline while there is
// room, and keeps standby status flowing whatever else happens. Lives from attach to wind-down, on
// the loop thread.
#pragma once

#include <functional>
#include <memory>
#include <string_view>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include <walrelay/base/lsn.hpp>
#include <walrelay/base/result.hpp>
#include <walrelay/postgres/replication_stream.hpp>
#include <walrelay/relay/cursors.hpp>
#include <walrelay/relay/feedback_policy.hpp>
#include <walrelay/relay/silence_watch.hpp>

#include "app/log.hpp"
#include "app/progress_log.hpp"
#include "app/stream_pipeline.hpp"

namespace walrelay::app {

class stream_reader : private pipeline_observer {
 public:
  /// Who feeds on the stream. Called on the loop; must not destroy the reader within a call.
  class owner {
   public:
    virtual ~owner() = default;
    virtual void stream_failed(error reason) = 0;
    virtual void push(slice what) = 0;
    [[nodiscard]] virtual bool sink_is_full() const = 0;
    /// Where slices go, for the log. Literal.
    [[nodiscard]] virtual std::string_view sink_name() const = 0;
    virtual void table_wanted(const change::relation_ptr& relation) = 0;
    virtual void topic_wanted(envelope::auxiliary_topic topic) = 0;
  };

  struct limits {
    std::chrono::milliseconds status_interval;
    std::chrono::milliseconds shutdown_grace;
    std::chrono::milliseconds silence;  // after which the server is said not to answer
  };

  stream_reader(boost::asio::io_context& loop, std::unique_ptr<postgres::replication_stream> stream,
                relay::cursors& cursors, limits bounds, log out, owner& whose);
  ~stream_reader() override;

  /// From here on frames are read.
  void start(const config::connector_options& options, change::selection selection,
             const change::resume_point& from);
  void table_bound(const table_binding& binding);
  void topic_bound(const topic_binding& binding);
  /// As stream_pipeline's; only after start().
  void observe_emission(emission_observer* who) { pipeline_->observe_emission(who); }
  /// Nothing happens while nothing can be handed on: it is asked for again then.
  void emission_ready();
  /// The server is to say where it stands.
  void ask_for_position();
  /// A beat that comes while nothing can be handed on is left out.
  void heartbeat();
  void sink_has_room() { schedule_read(); }
  void checkpoint_committed(const checkpoint& newest, std::uint64_t records);
  /// No frame is read any more; status goes on.
  void stop_reading() { state_ = state::stopped; }
  /// Last status; then the stream is closed.
  void close();
  /// What ended a stream that the server has ended before it was started here. Frames are lost.
  [[nodiscard]] std::optional<error> why_ended();
  /// Reading waits for the sink or for a table; what the server asks is not seen meanwhile.
  [[nodiscard]] bool held_up() const;

 private:
  enum class state {
    attached,  // status flows, nothing is read yet
    reading,
    waiting,  // a helper prepares a table or topic
    stopped,  // status flows, nothing is read any more
    failed,   // said so to the owner, who will destroy us
  };

  /// What the pipeline said after it was bound or began.
  void go_on_after(const result<stream_pipeline::verdict>& said);
  void want(stream_pipeline::verdict what);
  void schedule_read();
  void read();
  void after_frames(postgres::replication_stream::read_state found);
  void push_slice();
  enum class reply { as_due, wanted };
  void send_status(reply answer = reply::as_due);
  void arm_status_timer();
  void check_server_shutdown();
  void fail(error reason);
  void log_counters(const pipeline_counters& counted) const;

  // pipeline_observer
  void table_not_captured(const change::relation& table) override;
  void key_unknown(const change::relation& table) override;
  void truncate_skipped(const change::relation& table, lsn position) override;
  void value_became_null(const change::relation& table, std::string_view column,
                         std::string_view reason, lsn position) override;

  boost::asio::io_context& loop_;
  std::unique_ptr<postgres::replication_stream> stream_;
  relay::cursors& cursors_;
  const limits limits_;
  const log out_;
  owner& owner_;

  state state_ = state::attached;
  bool read_scheduled_ = false;
  std::optional<stream_pipeline> pipeline_;
  relay::feedback_policy feedback_;
  relay::silence_watch silence_;
  boost::asio::steady_timer status_timer_;
  progress_log progress_;
  std::uint64_t nulls_reported_ = 0;
  std::shared_ptr<stream_reader*> alive_;
};

}  // namespace walrelay::app
