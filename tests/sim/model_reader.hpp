// model_reader: an attached stream of one simulated daemon, in the place of app::stream_reader:
// frames go through the daemon's own app::stream_pipeline, statuses back under its feedback policy.
#pragma once

#include <memory>
#include <optional>

#include <walrelay/relay/cursors.hpp>
#include <walrelay/relay/feedback_policy.hpp>

#include "app/stream_pipeline.hpp"
#include "sim/model_server.hpp"
#include "sim/world.hpp"

namespace walrelay::sim {

/// The client's end of a session; closed with its last owner.
class client_end {
 public:
  explicit client_end(std::shared_ptr<session> of) : session_(std::move(of)) {}
  ~client_end() { session_->client_side = false; }
  client_end(const client_end&) = delete;
  client_end& operator=(const client_end&) = delete;

  [[nodiscard]] session& end() const { return *session_; }
  /// Nothing more will come.
  [[nodiscard]] bool lost() const {
    return session_->cut || (!session_->server_side && session_->to_client.empty());
  }

 private:
  std::shared_ptr<session> session_;
};

class model_reader : private app::pipeline_observer {
 public:
  class owner {
   public:
    virtual ~owner() = default;
    virtual void stream_failed(error reason) = 0;
    virtual void push(app::slice what) = 0;
    [[nodiscard]] virtual bool sink_is_full() const = 0;
    /// Or message_table: the topic of messages.
    virtual void table_wanted(std::size_t table) = 0;
  };

  model_reader(world& shared, int number, std::shared_ptr<client_end> stream,
               relay::cursors& cursors, owner& whose);

  void start(const change::resume_point& from);
  void table_bound(std::size_t table);
  void checkpoint_committed(const checkpoint& newest);
  void stop_reading() { state_ = state::stopped; }
  void close();

  // The scheduler's.
  [[nodiscard]] bool may_read() const;
  void read();
  [[nodiscard]] bool status_due() const;
  void tick();

 private:
  enum class state { attached, reading, waiting_table, stopped, failed };

  [[nodiscard]] bool left_out(const std::string& frame);
  void break_boundary(std::string& frame) const;
  void want_table(app::stream_pipeline::verdict what);
  void push_slice();
  void send_status();
  void fail(error reason);
  [[nodiscard]] lsn flush_position() const;

  void table_not_captured(const change::relation&) override { fault("a table is not captured"); }
  void key_unknown(const change::relation&) override { fault("a key is not known"); }
  void truncate_skipped(const change::relation&, lsn) override { fault("a TRUNCATE"); }
  void value_became_null(const change::relation&, std::string_view, std::string_view,
                         lsn) override {
    fault("a value became null");
  }

  world& shared_;
  const int number_;
  std::shared_ptr<client_end> stream_;
  relay::cursors& cursors_;
  owner& owner_;
  state state_ = state::attached;
  std::optional<app::stream_pipeline> pipeline_;
  relay::feedback_policy feedback_;
  std::size_t wanted_ = 0;  // while waiting_table
  lsn resumed_at_;
  bool skipping_ = false;  // no_relations_while_skipping: inside a transaction that is skipped
};

}  // namespace walrelay::sim
