#include <walrelay/kafka/transactional_producer.hpp>

#include <array>
#include <utility>

#include <fmt/format.h>

#include "kafka/error_words.hpp"
#include "kafka/topic_lookup.hpp"
#include "kafka/transactional_producer_impl.hpp"

namespace walrelay::kafka {

namespace {

using std::chrono::duration_cast;
using std::chrono::microseconds;

constexpr milliseconds flush_slice{200};
/// Of a transaction that is still open when the handle is destroyed.
constexpr milliseconds last_abort{100};
/// Of a flush that goes on; until then it is only a broker that is slow.
constexpr milliseconds between_metadata{2'000};
/// After an answer that came at once: librdkafka would be asked in a tight loop.
constexpr milliseconds between_attempts{20};

error outcome_unknown(const occasion& when, std::string_view last) {
  return {error_class::restart_producer,
          fmt::format("{}: whether it happened is not known ({})", describe(when), last),
          "the checkpoint must be read again before anything else is sent",
          {},
          "commit_unknown"};
}

}  // namespace

std::optional<error> transactional_producer::impl::fatal_error(const occasion& when) const {
  std::array<char, 512> text{};
  const auto code = rd_kafka_fatal_error(kafka->raw(), text.data(), text.size());
  if (code == RD_KAFKA_RESP_ERR_NO_ERROR) return std::nullopt;
  return classify(code, gravity::fatal, text.data(), when);
}

std::optional<error> transactional_producer::impl::trouble(const occasion& when) const {
  if (auto fatal = fatal_error(when)) return fatal;
  if (const auto& failed = kafka->deliveries.first_failure) {
    return classify(failed->code, gravity::abortable, rd_kafka_err2str(failed->code),
                    {operation::produce, failed->topic});
  }
  return spoiled;
}

transactional_producer::transactional_producer(std::unique_ptr<impl> self)
    : self_(std::move(self)) {}
transactional_producer::~transactional_producer() = default;

result<std::unique_ptr<transactional_producer>> transactional_producer::create(
    const producer_settings& settings) {
  auto kafka = client::producer(producer_properties(settings), settings.client.log);
  if (!kafka) return kafka.error();
  auto self = std::make_unique<impl>(settings.transactional_id, std::move(*kafka));
  return std::unique_ptr<transactional_producer>(new transactional_producer(std::move(self)));
}

result<void> transactional_producer::init(mono_time deadline,
                                          const std::function<bool()>& give_up) {
  const occasion when = self_->doing(operation::initialise);
  const patience wait(deadline, give_up);
  std::string last{no_broker};
  for (;;) {
    switch (wait.ask()) {
      case patience::state::left:
        break;
      case patience::state::out_of_time:
        return out_of_time(when, last, self_->kafka->trouble());
      case patience::state::told_to_stop:
        return told_to_stop(when);
    }
    const error_handle failed(rd_kafka_init_transactions(self_->kafka->raw(), wait.slice_ms()));
    if (!failed) return {};
    if (gravity_of(failed.get()) != gravity::retriable) return classify(failed.get(), when);
    last = rd_kafka_error_string(failed.get());
    self_->kafka->poll(between_attempts);
  }
}

result<void> transactional_producer::declare_topic(topic_id id, const std::string& name,
                                                   mono_time deadline) {
  if (self_->topics.knows(id, name)) return {};
  const occasion when{operation::look_up_topic, name};
  auto handle = open_topic(*self_->kafka, when);
  if (!handle) return handle.error();
  const auto found = await_topic(*self_->kafka, handle->get(), patience(deadline), when);
  if (!found) return found.error();
  self_->topics.add(id, {std::move(*handle), name});
  return {};
}

result<void> transactional_producer::begin() {
  const occasion when = self_->doing(operation::begin);
  // begin_transaction waits for ever after a fatal error (PROTOCOL B5).
  if (auto fatal = self_->fatal_error(when)) return *fatal;
  self_->kafka->deliveries = {};
  self_->spoiled.reset();
  const error_handle failed(rd_kafka_begin_transaction(self_->kafka->raw()));
  if (failed) return classify(failed.get(), when);
  self_->now = impl::transaction::open;
  return {};
}

void transactional_producer::impl::refresh_metadata(const patience& wait) const {
  const rd_kafka_metadata_t* raw = nullptr;
  rd_kafka_metadata(kafka->raw(), 0, nullptr, &raw, wait.slice_ms());
  const metadata_handle unused(raw);
}

result<void> transactional_producer::impl::flush(const patience& wait) const {
  const occasion when = doing(operation::commit);
  mono_time refreshed = mono_now();
  for (;;) {
    const auto flushed = rd_kafka_flush(kafka->raw(), wait.slice_ms(flush_slice));
    if (auto wrong = trouble(when)) return *wrong;
    if (flushed == RD_KAFKA_RESP_ERR_NO_ERROR) return {};
    if (flushed != RD_KAFKA_RESP_ERR__TIMED_OUT) return classify(flushed, when);
    if (mono_now() - refreshed > between_metadata) {
      refresh_metadata(wait);
      refreshed = mono_now();
    }
    error stop = out_of_time(when, "records are not delivered yet", kafka->trouble());
    switch (wait.ask()) {
      case patience::state::left:
        continue;
      case patience::state::out_of_time:
        break;
      case patience::state::told_to_stop:
        stop = told_to_stop(when);
        break;
    }
    stop.kind = error_class::rewind;
    return stop;
  }
}

/// K3.
result<void> transactional_producer::impl::all_delivered() const {
  const delivery_tally& tally = kafka->deliveries;
  if (tally.intended == tally.accepted && tally.accepted == tally.delivered) return {};
  return error{error_class::bug,
               fmt::format("of {} records {} were accepted and {} delivered, without an error",
                           tally.intended, tally.accepted, tally.delivered),
               "a commit would move the checkpoint beyond rows that are not in Kafka (K3)",
               "report this with the log", "K3"};
}

result<commit_report> transactional_producer::impl::end_transaction(const patience& wait) const {
  const occasion when = doing(operation::commit);
  commit_report report;
  const mono_time started = mono_now();
  for (;;) {
    const error_handle failed(rd_kafka_commit_transaction(kafka->raw(), wait.slice_ms()));
    report.commit_time = duration_cast<microseconds>(mono_now() - started);
    if (!failed) {
      report.disturbed = report.disturbed || report.commit_time >= disturbed_commit;
      return report;
    }
    if (gravity_of(failed.get()) != gravity::retriable) {
      if (auto root = trouble(when)) return *root;
      return classify(failed.get(), when);
    }
    report.disturbed = true;
    if (wait.ask() != patience::state::left) {
      return outcome_unknown(when, rd_kafka_error_string(failed.get()));
    }
    kafka->poll(between_attempts);
  }
}

result<commit_report> transactional_producer::commit(mono_time deadline,
                                                     const std::function<bool()>& give_up) {
  const patience wait(deadline, give_up);
  if (auto wrong = self_->trouble(self_->doing(operation::commit))) return *wrong;
  if (auto flushed = self_->flush(wait); !flushed) return flushed.error();
  if (auto counted = self_->all_delivered(); !counted) return counted.error();
  auto report = self_->end_transaction(wait);
  if (!report) return report;
  self_->now = impl::transaction::none;
  return report;
}

void transactional_producer::impl::abort(const patience& wait) {
  now = transaction::none;
  while (wait.ask() == patience::state::left) {
    const error_handle failed(rd_kafka_abort_transaction(kafka->raw(), wait.slice_ms()));
    if (!failed || gravity_of(failed.get()) != gravity::retriable) return;
    kafka->poll(between_attempts);
  }
}

/// librdkafka 2.0.2 dies of an assertion (txn_req_cnt > 0) when a handle is destroyed at the moment
/// it registers a partition with the transaction. An abort, even one that is not answered in time,
/// waits for that moment to pass.
transactional_producer::impl::~impl() {
  if (now == transaction::open) abort(patience(mono_now() + last_abort));
}

void transactional_producer::abort(mono_time deadline) {
  self_->abort(patience(deadline));
}

void transactional_producer::poll() {
  self_->kafka->poll(milliseconds{0});
}

result<void> transactional_producer::health() const {
  if (auto fatal = self_->fatal_error(self_->doing(operation::idle))) return *fatal;
  return {};
}

}  // namespace walrelay::kafka
