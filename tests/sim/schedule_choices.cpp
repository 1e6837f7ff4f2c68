// What may happen at a step, and how likely it is.
#include "sim/schedule.hpp"

namespace walrelay::sim {

void schedule::offer(std::uint64_t weight, action does, std::size_t which) {
  if (weight > 0) choices_.push_back({weight, does, which});
}

void schedule::offer_source() {
  offer(calm_ ? 60 : 30, &schedule::pass_time);
  if (server_.is_down()) return offer(20, &schedule::start_server);
  // What is committed before the slot exists is not relayed: seldom.
  const std::uint64_t commits = server_.confirmed().valid() ? rates_.source_commits : 1;
  if (server_.is_up()) {
    if (commits_left_ > 0) offer(commits, &schedule::commit_source);
    offer(calm_ ? 0 : 4, &schedule::add_noise);
  }
  offer(calm_ ? 1 : 5, &schedule::persist_slot);
  if (server_.may_complete_shutdown()) offer(20, &schedule::complete_shutdown);
  if (!server_.active()) return;
  if (server_.may_send()) offer(120, &schedule::send_frames);
  if (server_.may_receive()) offer(80, &schedule::receive_status);
  // A server that shuts down asks again and again until everything is confirmed.
  offer(server_.is_up() ? 8 : 60, &schedule::send_keepalive);
  if (!server_.active()->client_side || holder_is_silent()) offer(15, &schedule::end_session);
}

void schedule::offer_broker() {
  if (!broker_.up()) return;
  if (broker_.on_the_way() > 0) offer(rates_.deliveries, &schedule::deliver_request);
  if (broker_.may_write_marker()) offer(rates_.markers, &schedule::write_marker);
  if (broker_.open_too_long()) offer(20, &schedule::time_out_transaction);
}

void schedule::offer_instance(std::size_t which) {
  const instance& each = instances_[which];
  if (!each.running && stopping_) return;
  if (!each.running) return offer(calm_ ? 50 : 6, &schedule::start_instance, which);
  if (each.suspended) return;
  process& daemon = *each.running;
  if (daemon.loop_ready()) offer(rates_.loop, &schedule::run_loop, which);
  if (daemon.sink().ready()) offer(rates_.sink, &schedule::run_sink, which);
  if (daemon.sink().background_ready()) offer(120, &schedule::run_client, which);
  if (daemon.has_jobs()) offer(rates_.helper, &schedule::run_job, which);
  if (daemon.has_answers()) offer(rates_.answers, &schedule::hear_answer, which);
}

void schedule::offer_disturbances() {
  for (std::size_t i = 0; i < instance_count_; ++i) offer_disturbances_of(i);
  if (!server_.is_down()) {
    offer(rates_.server_crash, &schedule::crash_server);
    offer(rates_.backup, &schedule::back_server_up);
    offer(rates_.promotion, &schedule::promote_server);
    if (server_.is_up()) offer(rates_.fast_shutdown, &schedule::shut_server_down);
    if (server_.active()) {
      offer(rates_.session_drop, &schedule::end_session);
      offer(rates_.session_cut, &schedule::cut_session);
    }
  }
  if (broker_.up()) {
    offer(rates_.broker_stall, &schedule::stop_broker);
    if (broker_.on_the_way() > 0) offer(rates_.request_loss, &schedule::lose_request);
    if (broker_.has_open_transaction()) {
      offer(rates_.transaction_timeout, &schedule::time_out_transaction);
    }
  } else {
    offer(15, &schedule::start_broker);
  }
  offer(rates_.time_jump, &schedule::jump_time);
}

void schedule::offer_disturbances_of(std::size_t which) {
  const instance& each = instances_[which];
  if (!each.running) return;
  offer(rates_.kill, &schedule::kill, which);
  if (each.suspended) return offer(8, &schedule::resume, which);
  offer(rates_.suspend, &schedule::suspend, which);
  offer(rates_.terminate, &schedule::terminate, which);
}

/// wal_sender_timeout: whoever holds the slot is suspended, or no longer reached, and says nothing.
bool schedule::holder_is_silent() const {
  const session& held = *server_.active();
  return held.cut || instances_[static_cast<std::size_t>(held.owner)].suspended;
}

}  // namespace walrelay::sim
