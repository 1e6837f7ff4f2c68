#include "app/sink.hpp"

#include <algorithm>
#include <utility>

#include <pthread.h>
#include <signal.h>

namespace walrelay::app {

namespace {

constexpr std::chrono::milliseconds idle_poll{100};

/// Signals belong to the loop thread.
void block_signals() {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, nullptr);
}

}  // namespace

sink::sink(sink_settings settings, report_function report)
    : waiting_(settings.mailbox_bytes),
      worker_(std::move(settings), std::move(report), waiting_, give_up_),
      thread_([this] { run(); }) {}

sink::~sink() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
    give_up_ = true;
  }
  arrived_.notify_one();
  thread_.join();
}

// --- loop thread ---

void sink::open(generation pass) {
  post(pass, open_command{});
}
void sink::read(generation pass) {
  post(pass, read_command{});
}
void sink::commit_alone(generation pass, checkpoint what) {
  post(pass, commit_command{std::move(what)});
}
void sink::start_relay(generation pass, checkpoint from) {
  post(pass, relay_command{std::move(from)});
}
void sink::declare(generation pass, topic_id id, std::string topic, std::size_t record_bytes_max) {
  post(pass, declare_command{id, std::move(topic), record_bytes_max});
}
void sink::push(generation pass, slice what) {
  waiting_.take(what.facts.bytes);
  post(pass, std::move(what));
}
void sink::finish(generation pass) {
  post(pass, finish_command{});
}
void sink::reset(generation pass) {
  give_up_ = true;
  post(pass, reset_command{});
}

void sink::post(generation pass, sink_command what) {
  {
    const std::lock_guard lock(mutex_);
    mailbox_.push_back({pass, std::move(what)});
  }
  arrived_.notify_one();
}

// --- sink thread ---

void sink::run() {
  block_signals();
  pthread_setname_np(pthread_self(), "walrelay-sink");
  std::optional<mono_time> look_again;
  while (!closing_) {
    for (sink_letter& letter : take(look_again)) worker_.handle(letter);
    look_again = worker_.advance();
  }
  worker_.close();
}

/// Waits for commands, or until `until`; with work at hand returns at once what is there.
std::deque<sink_letter> sink::take(std::optional<mono_time> until) {
  std::unique_lock lock(mutex_);
  const auto something = [this] { return !mailbox_.empty() || closing_; };
  if (!worker_.relaying()) {
    arrived_.wait_for(lock, idle_poll, something);
  } else if (until) {
    arrived_.wait_until(lock, std::min(*until, mono_now() + idle_poll), something);
  }
  auto taken = std::exchange(mailbox_, {});
  lock.unlock();
  if (taken.empty()) worker_.poll();
  return taken;
}

}  // namespace walrelay::app
