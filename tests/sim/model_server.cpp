#include "sim/model_server.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "sim/names.hpp"

namespace walrelay::sim {

namespace {

constexpr std::size_t socket_frames = 24;

/// The flush position of a standby status, the second of its three.
lsn flush_of(const std::string& status) {
  std::uint64_t value = 0;
  for (std::size_t i = 9; i < 17; ++i) {
    value = value << 8U | static_cast<unsigned char>(status[i]);
  }
  return lsn{value};
}

publication_state publication() {
  return {names::publication, oid{77}, "cudt", "fingerprint", {}};
}

}  // namespace

model_server::model_server(world& shared, oracle& judge) : shared_(shared), oracle_(judge) {}

error model_server::away() {
  return {error_class::retry, "the server is down", {}, {}, "57P03"};
}

server_identity model_server::identity() const {
  server_identity is;
  is.system_identifier = 11;
  is.timeline = timeline_id{static_cast<std::uint32_t>(1 + history_.size())};
  is.history = history_;
  is.wal_end = log_.end();
  is.database = names::database;
  is.database_oid = oid{5};
  return is;
}

slot_state model_server::slot() const {
  slot_state is;
  is.name = names::slot;
  is.plugin = "pgoutput";
  is.database = names::database;
  is.logical = true;
  is.wal_status = "reserved";
  is.confirmed_flush = confirmed_;
  if (active_) is.active_pid = active_->walsender;
  return is;
}

result<relay::source_findings> model_server::inspect() const {
  if (!is_up()) return away();
  relay::source_findings found;
  found.server_version = 150'020;
  found.wal_level = "logical";
  found.database_encoding = "UTF8";
  found.may_replicate = true;
  found.upkeep = relay::source_findings::publication_upkeep::keep_complete;
  found.server = identity();
  if (confirmed_) found.slot = slot();
  if (published_) found.publication = publication();
  for (std::size_t i = 0; i < table_count; ++i)
    found.captured.push_back(fmt::format("public.t{}", i));
  return found;
}

result<publication_state> model_server::create_publication() {
  if (!is_up()) return away();
  published_ = true;
  return publication();
}

result<void> model_server::create_slot() {
  if (!is_up()) return away();
  if (confirmed_) return {};  // 42710 counts as done
  confirmed_ = persisted_ = log_.end();
  oracle_.slot_created(*confirmed_);
  return {};
}

result<std::shared_ptr<session>> model_server::attach(int owner) {
  if (!is_up()) return away();
  if (!confirmed_) return error{error_class::refuse, "the slot does not exist", {}, {}, "42704"};
  if (active_) {
    return error{error_class::retry, "the slot is active", {}, {}, "55006"};
  }
  active_ = std::make_shared<session>();
  active_->owner = owner;
  active_->walsender = ++newest_walsender_;
  active_->sent = *confirmed_;
  if (last_owner_ != owner) ++shared_.counted.takeovers;
  last_owner_ = owner;
  const auto& all = log_.transactions();
  while (active_->next < all.size() && all[active_->next].commit < *confirmed_) ++active_->next;
  return active_;
}

result<relay::slot_read> model_server::read_slot() const {
  if (!is_up()) return away();
  return relay::slot_read{slot(), log_.end()};
}

bool model_server::may_send() const {
  return active_ && active_->client_side && !active_->cut &&
         active_->to_client.size() < socket_frames &&
         (active_->next < log_.transactions().size() || active_->sent < log_.end());
}

void model_server::send() {
  const std::uint64_t most = shared_.chance.between(1, 6);
  for (std::uint64_t i = 0; i < most && may_send(); ++i) send_one(*active_);
}

void model_server::send_one(session& to) {
  if (to.next == log_.transactions().size()) {
    to.sent = log_.end();
    return;
  }
  const source_transaction& of = log_.transactions()[to.next];
  if (of.lone_message) {
    count_sending(to);
    to.to_client.push_back(message_frame(of.rows.front(), message_kind::lone));
    to.sent = of.end;
    ++to.next;
    return;
  }
  if (!to.inside) {
    to.inside = true;
    to.row = 0;
    count_sending(to);
    to.sent = std::max(to.sent, of.commit);
    to.to_client.push_back(begin_frame(of));
    return;
  }
  if (to.row < of.rows.size()) return send_change(to, of.rows[to.row]);
  to.to_client.push_back(commit_frame(of));
  to.sent = of.end;
  to.inside = false;
  ++to.next;
}

void model_server::count_sending(const session& to) {
  if (to.next < newest_sent_) ++shared_.counted.sent_again;
  newest_sent_ = std::max(newest_sent_, to.next + 1);
}

void model_server::send_change(session& to, const source_row& what) {
  if (what.is_message()) {
    to.to_client.push_back(message_frame(what, message_kind::of_transaction));
  } else if (to.announced[what.table] != what.shape) {
    to.announced[what.table] = what.shape;
    to.to_client.push_back(relation_frame(what));
    return;
  } else {
    to.to_client.push_back(row_frame(what));
  }
  ++to.row;
}

void model_server::keepalive(reply wanted) {
  if (active_->cut || active_->to_client.size() >= 2 * socket_frames) return;
  active_->to_client.push_back(keepalive_frame(active_->sent, wanted));
}

void model_server::receive() {
  const lsn flush = flush_of(active_->to_server.front());
  active_->to_server.pop_front();
  if (!flush.valid()) return;
  const bool moves = flush > *confirmed_ || (takes_back_ && flush < *confirmed_);
  if (!moves) return;
  confirmed_ = flush;
  shared_.note(the_server, "slot confirmed", flush.value());
  oracle_.confirmed(flush);
}

void model_server::end_session() {
  active_->server_side = false;
  active_.reset();
}

bool model_server::may_complete_shutdown() const {
  if (now_ != state::stopping) return false;
  return !active_ || (!may_send() && confirmed_ >= active_->sent);
}

void model_server::complete_shutdown() {
  if (active_) end_session();
  persist_slot();
  now_ = state::down;
}

void model_server::crash() {
  now_ = state::down;
  if (active_) {
    // What the client had not read yet may be lost with the connection.
    auto& unread = active_->to_client;
    while (!unread.empty() && shared_.chance.percent(70)) unread.pop_back();
    end_session();
  }
  confirmed_ = persisted_;
}

void model_server::back_up() {
  if (confirmed_ && !backup_) backup_ = copy{log_, persisted_};
}

void model_server::restore(timeline which) {
  crash();
  log_.restore(backup_->log);
  confirmed_ = persisted_ = backup_->confirmed;
  newest_sent_ = log_.transactions().size();
  oracle_.restored();
  if (which == timeline::next) promote();
  start();
}

void model_server::promote() {
  crash();
  backup_.reset();
  history_.push_back({identity().timeline, log_.end()});
  start();
}

}  // namespace walrelay::sim
