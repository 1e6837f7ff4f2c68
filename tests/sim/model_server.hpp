// model_server: PostgreSQL as a connector meets it: one slot, walsender sessions, SQL answers.
//
// The slot's confirmed position is persisted now and then and falls back to that in a crash. One
// session holds the slot; it may linger after its client is gone, and may still take in what the
// client had sent. A session starts at the confirmed position and sends whole transactions whose
// commit record begins there or later, each Relation before its first use in the session; so it
// does with logical messages of no transaction, by their own record.
#pragma once

#include <array>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <walrelay/base/result.hpp>
#include <walrelay/base/source_state.hpp>
#include <walrelay/relay/connector_fsm.hpp>

#include "sim/oracle.hpp"
#include "sim/source_log.hpp"
#include "sim/world.hpp"

namespace walrelay::sim {

/// A replication connection: two queues and whether each end still lives.
struct session {
  int owner = 0;
  std::int32_t walsender = 0;
  bool server_side = true;
  bool client_side = true;
  bool cut = false;  // half open: nothing passes any more, and neither end has noticed
  std::deque<std::string> to_client;
  std::deque<std::string> to_server;

  // The walsender's own.
  std::size_t next = 0;  // transaction
  bool inside = false;
  std::size_t row = 0;
  lsn sent;
  std::array<std::optional<std::uint32_t>, table_count> announced{};
};

class model_server {
 public:
  model_server(world& shared, oracle& judge);

  [[nodiscard]] source_log& log() { return log_; }

  // What a connector asks for; each is one round trip.
  [[nodiscard]] result<relay::source_findings> inspect() const;
  [[nodiscard]] result<publication_state> create_publication();
  [[nodiscard]] result<void> create_slot();
  [[nodiscard]] result<std::shared_ptr<session>> attach(int owner);
  [[nodiscard]] result<relay::slot_read> read_slot() const;
  [[nodiscard]] server_identity identity() const;

  // What the server does by itself; the scheduler chooses when.
  [[nodiscard]] const std::shared_ptr<session>& active() const { return active_; }
  [[nodiscard]] bool may_send() const;
  [[nodiscard]] bool may_receive() const { return active_ && !active_->to_server.empty(); }
  void send();
  void keepalive(reply wanted);
  void receive();
  /// The walsender ends: its client is gone, silent for too long, or an operator terminated it.
  void end_session();
  void persist_slot() { persisted_ = confirmed_; }

  void crash();
  /// Fast: no new sessions; the walsender stays until its client has confirmed everything.
  void shut_down() { now_ = state::stopping; }
  [[nodiscard]] bool may_complete_shutdown() const;
  void complete_shutdown();
  void start() { now_ = state::up; }
  [[nodiscard]] bool is_up() const { return now_ == state::up; }
  [[nodiscard]] bool is_down() const { return now_ == state::down; }
  [[nodiscard]] lsn confirmed() const { return confirmed_.value_or(lsn{}); }

  /// A copy of the data directory, and the server started from the first one made: on its old
  /// timeline, as after a restored file system, or on a new one, as after recovery to a point in
  /// time. A promotion spoils the copy: what lies on another timeline is a matter of its own.
  void back_up();
  [[nodiscard]] bool has_backup() const { return backup_.has_value(); }
  enum class timeline { same, next };
  void restore(timeline which);
  /// A standby in step takes over, with the slot as it was persisted.
  void promote();

  /// Before 17.6, 16.10 and their like a flush position behind the confirmed one took effect.
  void behave_as_old_release() { takes_back_ = true; }

 private:
  [[nodiscard]] slot_state slot() const;
  [[nodiscard]] static error away();
  void send_one(session& to);
  void send_change(session& to, const source_row& what);
  void count_sending(const session& to);

  world& shared_;
  oracle& oracle_;
  source_log log_;
  std::shared_ptr<session> active_;
  std::optional<lsn> confirmed_;  // the slot exists
  std::optional<lsn> persisted_;
  struct copy {
    source_log log;
    std::optional<lsn> confirmed;
  };
  std::optional<copy> backup_;
  std::vector<server_identity::switch_point> history_;
  bool published_ = false;
  enum class state { up, stopping, down };
  state now_ = state::up;
  int last_owner_ = -1;
  std::int32_t newest_walsender_ = 100;
  std::size_t newest_sent_ = 0;  // transactions that some session has sent
  bool takes_back_ = false;
};

}  // namespace walrelay::sim
