// What happens when an action is chosen.
#include "sim/schedule.hpp"

namespace walrelay::sim {

using std::chrono::milliseconds;
using std::chrono::seconds;

void schedule::pass_time(std::size_t) {
  dice& chance = shared_.chance;
  shared_.now +=
      milliseconds(chance.percent(10) ? chance.between(50, 1'500) : chance.between(1, 15));
}

void schedule::jump_time(std::size_t) {
  shared_.now += seconds(shared_.chance.percent(20) ? 75 : shared_.chance.between(1, 12));
  shared_.note(the_scheduler, "time jumps");
}

void schedule::commit_source(std::size_t) {
  --commits_left_;
  ++shared_.counted.source_commits;
  // What passes a message leaves no mark of it in the checkpoint: that one was lost in a restore is
  // not noticed.
  if (!server_.has_backup() && shared_.chance.percent(15)) return emit_message();
  server_.log().commit(shared_.chance, shared_.wall());
  shared_.note(the_server, "a transaction commits (end)", server_.log().end().value());
}

void schedule::emit_message() {
  ++shared_.counted.lone_messages;
  server_.log().emit_message();
  shared_.note(the_server, "a message of no transaction (end)", server_.log().end().value());
}

void schedule::add_noise(std::size_t) {
  server_.log().add_noise(shared_.chance);
}

void schedule::send_frames(std::size_t) {
  server_.send();
}

void schedule::receive_status(std::size_t) {
  server_.receive();
}

void schedule::send_keepalive(std::size_t) {
  const bool asks = !server_.is_up() || shared_.chance.percent(30);
  server_.keepalive(asks ? reply::requested : reply::not_needed);
}

void schedule::persist_slot(std::size_t) {
  server_.persist_slot();
}

void schedule::end_session(std::size_t) {
  shared_.note(the_server, "the session ends");
  server_.end_session();
}

void schedule::cut_session(std::size_t) {
  shared_.note(the_server, "the session is cut: half open");
  server_.active()->cut = true;
}

void schedule::crash_server(std::size_t) {
  ++shared_.counted.server_crashes;
  server_.crash();
  shared_.note(the_server, "crashes (confirmed)", server_.confirmed().value());
}

void schedule::shut_server_down(std::size_t) {
  ++shared_.counted.fast_shutdowns;
  shared_.note(the_server, "fast shutdown begins");
  server_.shut_down();
}

void schedule::complete_shutdown(std::size_t) {
  shared_.note(the_server, "fast shutdown is complete");
  server_.complete_shutdown();
}

void schedule::start_server(std::size_t) {
  shared_.note(the_server, "starts");
  server_.start();
}

void schedule::back_server_up(std::size_t) {
  server_.back_up();
}

void schedule::promote_server(std::size_t) {
  shared_.note(the_server, "a standby in step is promoted");
  server_.promote();
}

void schedule::deliver_request(std::size_t) {
  const bool lost = shared_.chance.percent(rates_.answers_lost_percent);
  broker_.deliver(shared_.chance.below(broker_.on_the_way()),
                  lost ? model_broker::answer_is::lost : model_broker::answer_is::delivered);
}

void schedule::lose_request(std::size_t) {
  broker_.lose(shared_.chance.below(broker_.on_the_way()));
}

void schedule::write_marker(std::size_t) {
  broker_.write_marker();
}

void schedule::time_out_transaction(std::size_t) {
  shared_.note(the_broker, "the transaction times out");
  broker_.time_out();
}

void schedule::stop_broker(std::size_t) {
  shared_.note(the_broker, "stalls");
  broker_.stop();
}

void schedule::start_broker(std::size_t) {
  shared_.note(the_broker, "goes on");
  broker_.go_on();
}

void schedule::start_instance(std::size_t which) {
  instance& each = instances_[which];
  const int number = static_cast<int>(which);
  shared_.note(number, "starts");
  each.running =
      std::make_unique<process>(shared_, server_, broker_, oracle_, number, ++each.lives);
}

void schedule::run_loop(std::size_t which) {
  instances_[which].running->loop();
  bury_if_ended(which);
}

void schedule::run_sink(std::size_t which) {
  instances_[which].running->sink().go_on();
}

void schedule::run_client(std::size_t which) {
  instances_[which].running->sink().background();
}

void schedule::run_job(std::size_t which) {
  instances_[which].running->do_job();
}

void schedule::hear_answer(std::size_t which) {
  const bool lost = shared_.chance.percent(rates_.answers_lost_percent / 4);
  instances_[which].running->hear_answer(lost ? process::answer_is::lost
                                              : process::answer_is::delivered);
}

void schedule::kill(std::size_t which) {
  ++shared_.counted.kills;
  shared_.note(static_cast<int>(which), "killed");
  instances_[which].running.reset();
  instances_[which].suspended = false;
}

void schedule::terminate(std::size_t which) {
  instances_[which].running->terminate();
  bury_if_ended(which);
}

void schedule::suspend(std::size_t which) {
  shared_.note(static_cast<int>(which), "suspended");
  instances_[which].suspended = true;
}

void schedule::resume(std::size_t which) {
  shared_.note(static_cast<int>(which), "resumed");
  instances_[which].suspended = false;
}

void schedule::bury_if_ended(std::size_t which) {
  auto& daemon = instances_[which].running;
  if (!daemon->ended()) return;
  if (daemon->refuses() && !refused_) ++shared_.counted.restores_refused;
  refused_ = refused_ || daemon->refuses();
  daemon.reset();
}

}  // namespace walrelay::sim
