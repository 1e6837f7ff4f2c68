#include "app/sink.hpp"

#include <utility>

#include <pthread.h>
#include <signal.h>

#include <fmt/format.h>

#include <walrelay/base/ensure.hpp>
#include <walrelay/kafka/record_limit.hpp>

#include "app/crash_points.hpp"

namespace walrelay::app {

namespace {

constexpr topic_id offsets_topic{0};
constexpr std::chrono::milliseconds idle_poll{100};
constexpr std::chrono::seconds abort_patience{3};
/// Short, because looking a topic up cannot be told to give up, and a stop waits for it.
constexpr std::chrono::seconds topic_patience{10};

/// Signals belong to the loop thread.
void block_signals() {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, nullptr);
}

error smaller_batches_needed(const std::string& topic, std::size_t limit, std::size_t batch) {
  return {
      error_class::rewind,
      fmt::format("topic '{}' takes at most {} bytes at once (max.message.bytes), and batches "
                  "have up to {}",
                  topic, limit, batch),
      "the broker would refuse a whole batch although each of its records fits; the daemon goes "
      "on with smaller batches for all topics",
      "nothing is needed; raise the topic's max.message.bytes for higher throughput",
      "batch_limit"};
}

}  // namespace

sink::sink(sink_settings settings, report_function report)
    : settings_(std::move(settings)),
      report_(std::move(report)),
      waiting_(settings_.mailbox_bytes),
      producer_settings_(settings_.producer),
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
void sink::commit_alone(generation pass, walrelay::checkpoint what) {
  post(pass, commit_command{std::move(what)});
}
void sink::start_relay(generation pass, walrelay::checkpoint from) {
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

void sink::post(generation pass, command what) {
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
    for (envelope& letter : take(look_again)) handle(letter);
    look_again.reset();
    if (mode_ == mode::over || !fsm_) continue;
    auto next = advance();
    if (!next) {
      fail(next.error());
    } else {
      look_again = *next;
    }
  }
  close_producer();
}

/// Waits for commands, or until `until`; with nothing to wait for returns at once what is there.
std::deque<sink::envelope> sink::take(std::optional<mono_time> until) {
  std::unique_lock lock(mutex_);
  const auto something = [this] { return !mailbox_.empty() || closing_; };
  if (mode_ == mode::over || !fsm_) {
    arrived_.wait_for(lock, idle_poll, something);
  } else if (until) {
    arrived_.wait_until(lock, std::min(*until, mono_now() + idle_poll), something);
  }
  auto taken = std::exchange(mailbox_, {});
  lock.unlock();
  if (taken.empty() && producer_) producer_->poll();
  return taken;
}

void sink::handle(envelope& letter) {
  const bool opens = std::holds_alternative<open_command>(letter.what);
  const bool resets = std::holds_alternative<reset_command>(letter.what);
  if (opens) {
    pass_ = letter.pass;
    mode_ = mode::serving;
  } else if (!resets && (letter.pass != pass_ || mode_ == mode::over)) {
    if (const auto* stale = std::get_if<slice>(&letter.what))
      waiting_.give_back(stale->facts.bytes);
    if (std::holds_alternative<finish_command>(letter.what)) report_(letter.pass, idle{});
    return;
  }
  if (resets) pass_ = letter.pass;
  const auto handled = std::visit([this](auto& what) { return on(what); }, letter.what);
  if (!handled) fail(handled.error());
}

mono_time sink::step_deadline() const {
  return mono_now() + settings_.producer.transaction_timeout + std::chrono::seconds(10);
}

result<void> sink::on(open_command&) {
  close_producer();
  topics_.clear();
  if (auto opened = new_producer(); !opened) return opened;
  report_(pass_, step_done{});
  return {};
}

result<void> sink::new_producer() {
  auto created = kafka::transactional_producer::create(producer_settings_);
  if (!created) return created.error();
  producer_ = std::move(*created);
  return producer_->init(step_deadline(), [this] { return giving_up(); });
}

result<void> sink::on(read_command&) {
  auto found = kafka::read_checkpoint(settings_.producer.client, settings_.checkpoint,
                                      step_deadline(), [this] { return giving_up(); });
  if (!found) return found.error();
  if (*found) newest_ = **found;
  report_(pass_, checkpoint_found{std::move(*found)});
  return {};
}

result<void> sink::on(commit_command& alone) {
  walrelay::checkpoint next = std::move(alone.what);
  next.number = checkpoint_number{next.number.value() + 1};
  next.instance_id = settings_.instance_id;
  next.daemon_version = settings_.daemon_version;
  declare_command offsets{offsets_topic, settings_.checkpoint.topic};
  if (auto declared = on(offsets); !declared) return declared;
  if (auto begun = producer_->begin(); !begun) return begun;
  if (auto written = write_checkpoint(next); !written) return written;
  auto committed_alone = commit_producer();
  if (!committed_alone) return committed_alone.error();
  newest_ = std::move(next);
  report_(pass_, committed{newest_});
  if (committed_alone->disturbed) {
    if (auto renewed = recreate(); !renewed) return renewed;
  }
  report_(pass_, step_done{});
  return {};
}

result<void> sink::on(relay_command& start) {
  // Everything but what only the sink knows comes from the loop's verdict.
  start.from.number = newest_.number;
  start.from.instance_id = newest_.instance_id;
  start.from.daemon_version = newest_.daemon_version;
  newest_ = std::move(start.from);
  fsm_.emplace(settings_.limits, mono_now());
  declare_command offsets{offsets_topic, settings_.checkpoint.topic};
  return on(offsets);
}

result<void> sink::on(declare_command& named) {
  if (const std::size_t batch = kafka::batch_bytes_max(producer_settings_);
      named.record_bytes_max < batch) {
    producer_settings_.batch_bytes_max = named.record_bytes_max;
    return smaller_batches_needed(named.topic, named.record_bytes_max, batch);
  }
  if (auto declared = producer_->declare_topic(named.id, named.topic, mono_now() + topic_patience);
      !declared) {
    return declared;
  }
  topics_[named.id] = std::move(named.topic);
  return {};
}

result<void> sink::on(slice& arrived) {
  WALRELAY_ENSURE(fsm_.has_value(), "a slice before the relay started");
  fsm_->offer(arrived.facts);
  slices_.push_back(std::move(arrived));
  return {};
}

result<void> sink::on(finish_command&) {
  mode_ = mode::finishing;
  if (fsm_) {
    fsm_->finish();
  } else {
    close_producer();
    mode_ = mode::over;
    report_(pass_, idle{});
  }
  return {};
}

result<void> sink::on(reset_command&) {
  close_producer();
  mode_ = mode::over;
  give_up_ = false;
  report_(pass_, idle{});
  return {};
}

result<std::optional<mono_time>> sink::advance() {
  if (auto healthy = producer_->health(); !healthy) return healthy.error();
  const relay::sink_action next = fsm_->next(mono_now());
  using kind = relay::sink_action::kind;
  result<void> acted;
  switch (next.what) {
    case kind::wait: {
      const bool nothing_left = fsm_->inside_transaction() || fsm_->drained();
      if (mode_ == mode::finishing && nothing_left) {
        close_producer();
        mode_ = mode::over;
        report_(pass_, idle{});
        return std::optional<mono_time>{};
      }
      return std::optional<mono_time>{next.until.value_or(mono_now() + idle_poll)};
    }
    case kind::begin:
      acted = begin();
      break;
    case kind::produce:
      acted = produce(next);
      break;
    case kind::release:
      release_front();
      break;
    case kind::commit:
      acted = commit(next.boundary);
      break;
    case kind::recreate:
      acted = recreate();
      break;
    case kind::too_long:
      return error{error_class::rewind,
                   "a PostgreSQL transaction could not be relayed within transaction.timeout.ms",
                   "Kafka aborts a transaction that stays open longer",
                   "raise transaction.timeout.ms (and transaction.max.timeout.ms on the brokers)",
                   "too_long"};
  }
  if (!acted) return acted.error();
  return std::optional<mono_time>{};
}

result<void> sink::begin() {
  if (auto begun = producer_->begin(); !begun) return begun;
  fsm_->began(mono_now());
  transaction_records_ = 0;
  crash_point("after_begin");
  // The checkpoint partition joins the transaction first: a late EndTxn of the transaction before
  // then becomes an error instead of a loss (KAFKA.md section 10).
  return write_checkpoint(newest_);
}

result<void> sink::produce(const relay::sink_action& what) {
  const slice& front = slices_.front();
  if (auto produced =
          producer_->produce(front.records, what.first, what.last, [this] { return giving_up(); });
      !produced) {
    return produced;
  }
  fsm_->produced(what.last);
  transaction_records_ += what.last - what.first;
  crash_point("after_produce");
  return {};
}

void sink::release_front() {
  const auto& last = slices_.front().facts.last_boundary;
  if (last) report_(pass_, produced_up_to{last->boundary.position});
  const bool made_room = waiting_.give_back(slices_.front().facts.bytes);
  slices_.pop_front();
  fsm_->released();
  if (made_room) report_(pass_, room{});
}

result<void> sink::commit(const relay::commit_boundary& boundary) {
  walrelay::checkpoint next = newest_;
  next.state = checkpoint_state::streaming;
  next.position = boundary.position;
  next.last_transaction = boundary.transaction;
  next.number = checkpoint_number{newest_.number.value() + 1};
  next.instance_id = settings_.instance_id;
  next.daemon_version = settings_.daemon_version;
  WALRELAY_ENSURE(next.position >= newest_.position,
                  "INV-1: checkpoint would move back from {} to {}", newest_.position,
                  next.position);
  if (auto written = write_checkpoint(next); !written) return written;
  crash_point("after_checkpoint_record");
  crash_point("before_commit");
  const auto ended = commit_producer();
  if (!ended) return ended.error();
  crash_point("after_commit");
  newest_ = std::move(next);
  fsm_->committed(mono_now(), ended->disturbed ? relay::sink_fsm::commit_quality::disturbed
                                               : relay::sink_fsm::commit_quality::clean);
  report_(pass_, committed{newest_, transaction_records_});
  return {};
}

result<kafka::commit_report> sink::commit_producer() {
  return producer_->commit(step_deadline(), [this] { return giving_up(); });
}

result<void> sink::write_checkpoint(const walrelay::checkpoint& what) {
  return producer_->produce_to(offsets_topic, settings_.checkpoint.partition,
                               settings_.checkpoint.key, kafka::encode_checkpoint(what),
                               [this] { return giving_up(); });
}

/// K1: steps 4 and 5 of the one way in alone; the stream goes on.
result<void> sink::recreate() {
  producer_.reset();
  if (auto opened = new_producer(); !opened) return opened;
  auto found = kafka::read_checkpoint(settings_.producer.client, settings_.checkpoint,
                                      step_deadline(), [this] { return giving_up(); });
  if (!found) return found.error();
  if (!*found || (*found)->number != newest_.number ||
      (*found)->instance_id != newest_.instance_id) {
    return error{error_class::rewind,
                 "another instance has committed a checkpoint meanwhile",
                 "what this one has in hand may already be relayed",
                 {},
                 "foreign_checkpoint"};
  }
  for (const auto& [id, topic] : topics_) {
    if (auto declared = producer_->declare_topic(id, topic, mono_now() + topic_patience); !declared)
      return declared;
  }
  if (fsm_) fsm_->recreated();
  report_(pass_, recreated{});
  return {};
}

void sink::close_producer() {
  if (producer_ && fsm_ && fsm_->current() == relay::sink_fsm::state::open) {
    producer_->abort(mono_now() + abort_patience);
  }
  producer_.reset();
  fsm_.reset();
  for (const slice& dropped : slices_) waiting_.give_back(dropped.facts.bytes);
  slices_.clear();
}

void sink::fail(error reason) {
  close_producer();
  mode_ = mode::over;
  report_(pass_, sink_failed{std::move(reason)});
}

}  // namespace walrelay::app
