#include "app/sink_worker.hpp"

#include <utility>

#include <fmt/format.h>

#include <walrelay/base/ensure.hpp>
#include <walrelay/kafka/record_limit.hpp>
#include <walrelay/kafka/table_progress_store.hpp>

namespace walrelay::app {

namespace {

constexpr topic_id offsets_topic{0};
constexpr std::chrono::seconds abort_patience{3};
/// Short, because looking a topic up cannot be told to give up, and a stop waits for it.
constexpr std::chrono::seconds topic_patience{10};

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

sink_worker::sink_worker(sink_settings settings, report_function report, byte_budget& waiting,
                         std::atomic<bool>& give_up)
    : settings_(std::move(settings)),
      report_(std::move(report)),
      waiting_(waiting),
      give_up_(give_up),
      producer_settings_(settings_.producer) {}

void sink_worker::handle(sink_letter& letter) {
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

void sink_worker::poll() {
  if (producer_) producer_->poll();
}

std::function<bool()> sink_worker::giving_up() const {
  return [this] { return give_up_.load(); };
}

mono_time sink_worker::step_deadline() const {
  return mono_now() + settings_.producer.transaction_timeout + std::chrono::seconds(10);
}

result<void> sink_worker::on(open_command&) {
  close();
  topics_.clear();
  if (auto opened = new_producer(); !opened) return opened;
  report_(pass_, step_done{});
  return {};
}

result<void> sink_worker::new_producer() {
  auto created = kafka::transactional_producer::create(producer_settings_);
  if (!created) return created.error();
  producer_ = std::move(*created);
  return producer_->init(step_deadline(), giving_up());
}

result<std::optional<checkpoint>> sink_worker::read_checkpoint() const {
  return kafka::read_checkpoint(settings_.producer.client, settings_.checkpoint, step_deadline(),
                                giving_up());
}

result<void> sink_worker::on(read_command&) {
  auto found = kafka::read_offsets(settings_.producer.client, settings_.checkpoint, step_deadline(),
                                   giving_up());
  if (!found) return found.error();
  if (found->position) newest_ = *found->position;
  report_(pass_, checkpoint_found{std::move(found->position), std::move(found->tables)});
  return {};
}

checkpoint sink_worker::signed_after(checkpoint_number number, checkpoint what) const {
  what.number = checkpoint_number{number.value() + 1};
  what.instance_id = settings_.instance_id;
  what.daemon_version = settings_.daemon_version;
  return what;
}

result<void> sink_worker::on(commit_command& alone) {
  const checkpoint_number before = alone.what.number;
  checkpoint next = signed_after(before, std::move(alone.what));
  if (auto declared = declare(offsets_topic, settings_.checkpoint.topic); !declared) {
    return declared;
  }
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

result<void> sink_worker::on(relay_command& start) {
  // Everything but what only the sink knows comes from the loop's verdict.
  start.from.number = newest_.number;
  start.from.instance_id = newest_.instance_id;
  start.from.daemon_version = newest_.daemon_version;
  newest_ = std::move(start.from);
  fsm_.emplace(settings_.limits, mono_now());
  return declare(offsets_topic, settings_.checkpoint.topic);
}

result<void> sink_worker::on(declare_command& named) {
  if (const std::size_t batch = kafka::batch_bytes_max(producer_settings_);
      named.record_bytes_max < batch) {
    producer_settings_.batch_bytes_max = named.record_bytes_max;
    return smaller_batches_needed(named.topic, named.record_bytes_max, batch);
  }
  return declare(named.id, named.topic);
}

result<void> sink_worker::declare(topic_id id, const std::string& topic) {
  if (auto declared = producer_->declare_topic(id, topic, mono_now() + topic_patience); !declared) {
    return declared;
  }
  topics_[id] = topic;
  return {};
}

result<void> sink_worker::on(slice& arrived) {
  WALRELAY_ENSURE(fsm_.has_value(), "a slice before the relay started");
  fsm_->offer(arrived.facts);
  slices_.push_back(std::move(arrived));
  return {};
}

result<void> sink_worker::on(finish_command&) {
  mode_ = mode::finishing;
  if (fsm_) {
    fsm_->finish();
  } else {
    end_generation();
  }
  return {};
}

result<void> sink_worker::on(reset_command&) {
  give_up_ = false;
  end_generation();
  return {};
}

void sink_worker::end_generation() {
  close();
  mode_ = mode::over;
  report_(pass_, idle{});
}

void sink_worker::fail(error reason) {
  close();
  mode_ = mode::over;
  report_(pass_, sink_failed{std::move(reason)});
}

result<void> sink_worker::write_checkpoint(const checkpoint& what) {
  return producer_->produce_to(offsets_topic, settings_.checkpoint.partition,
                               settings_.checkpoint.key, kafka::encode_checkpoint(what),
                               giving_up());
}

result<kafka::commit_report> sink_worker::commit_producer() {
  return producer_->commit(step_deadline(), giving_up());
}

void sink_worker::close() {
  if (producer_ && fsm_ && fsm_->current() == relay::sink_fsm::state::open) {
    producer_->abort(mono_now() + abort_patience);
  }
  producer_.reset();
  fsm_.reset();
  for (const slice& dropped : slices_) waiting_.give_back(dropped.facts.bytes);
  slices_.clear();
}

}  // namespace walrelay::app
