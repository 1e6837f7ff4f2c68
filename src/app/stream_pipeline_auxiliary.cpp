// The part of stream_pipeline that makes records which are not of a table.
#include <utility>

#include <walrelay/base/ensure.hpp>

#include "app/stream_pipeline.hpp"

namespace walrelay::app {

using envelope::auxiliary_topic;

bool stream_pipeline::has_topic(auxiliary_topic what) {
  if (auxiliary_.bound(what)) return true;
  wanted_topic_ = what;
  return false;
}

stream_pipeline::verdict stream_pipeline::first_want() {
  const bool wants = auxiliary_.wants_heartbeats() && !has_topic(auxiliary_topic::heartbeats);
  return wants ? verdict::topic_wanted : verdict::go_on;
}

result<stream_pipeline::verdict> stream_pipeline::bind_topic(const topic_binding& binding,
                                                             wall_time now) {
  WALRELAY_ENSURE(wanted_topic_.has_value(), "a topic bound that nobody waits for");
  auxiliary_.bind(*std::exchange(wanted_topic_, std::nullopt), binding, envelope_);
  return kept_frame_.empty() ? result<verdict>(verdict::go_on) : resume_kept_frame(now);
}

void stream_pipeline::heartbeat(wall_time now) {
  if (!auxiliary_.bound(auxiliary_topic::heartbeats)) return;
  const auto here = assembler_.here();
  if (!here && !assembler_.progress()) return;
  auxiliary_.heartbeat(now, current_.records);
  if (here) mark_boundary(*here);
}

bool stream_pipeline::counts_again() const {
  return auxiliary_.wants_transactions() && assembler_.resuming();
}

envelope::transaction_context stream_pipeline::open_transaction() {
  const auto& begun = assembler_.current();
  return {begun.commit_time, begun.id,    assembler_.last_commit_end(),
          origin_,           origin_lsn_, auxiliary_.events()};
}

result<stream_pipeline::verdict> stream_pipeline::on_message(const pgoutput::begin& message) {
  const bool counts = auxiliary_.wants_transactions();
  if (counts && !has_topic(auxiliary_topic::transactions)) return verdict::topic_wanted;
  const auto begun = assembler_.begin(message);
  if (!begun) return begun.error();
  const bool is_whole = *begun == change::disposition::relay && !assembler_.resuming();
  if (is_whole && emission_ != nullptr) emission_->transaction_begun(message.id);
  origin_.clear();
  if (!counts) return verdict::go_on;
  auxiliary_.events()->clear();
  unannounced_.reset();
  if (is_whole) {
    unannounced_ = {message.id, frame_start_, message.commit_time};
  }
  return verdict::go_on;
}

void stream_pipeline::announce_transaction() {
  if (const auto begun = std::exchange(unannounced_, std::nullopt)) {
    auxiliary_.transaction_begins(*begun, current_.records);
  }
}

result<stream_pipeline::verdict> stream_pipeline::on_message(
    const pgoutput::logical_message& message) {
  const bool wanted = selection_.includes_message(message.prefix);
  if (message.transactional) {
    const auto disposition = assembler_.change();
    if (!disposition) return disposition.error();
    if (*disposition == change::disposition::skip && !counts_again()) return verdict::go_on;
    if (wanted) return relay_message(message, open_transaction());
    ++counters_.messages_left_out;
    return verdict::go_on;
  }
  // Its topic first: the assembler is told of a message once.
  if (wanted && !has_topic(auxiliary_topic::messages)) return verdict::topic_wanted;
  const auto passed = assembler_.message(message.position);
  if (!passed) return passed.error();
  if (!*passed) return verdict::go_on;
  received_ = std::max(received_, (*passed)->position);
  if (wanted) {
    const envelope::transaction_context none{now_, std::nullopt, assembler_.last_commit_end()};
    if (auto relayed = relay_message(message, none); !relayed) return relayed;
  } else {
    ++counters_.messages_left_out;
  }
  if (auto reached = reach(**passed); !reached) return reached.error();
  return verdict::go_on;
}

result<stream_pipeline::verdict> stream_pipeline::relay_message(
    const pgoutput::logical_message& message, const envelope::transaction_context& context) {
  if (!has_topic(auxiliary_topic::messages)) return verdict::topic_wanted;
  const std::size_t first = current_.records.size();
  const envelope::message_event event{message.prefix, message.content, frame_start_};
  if (auto written = auxiliary_.message(event, context, now_, current_.records); !written) {
    return located(written.error(), frame_start_);
  }
  if (counts_again()) {
    current_.records.drop_from(first);
  } else {
    ++counters_.messages;
  }
  return verdict::go_on;
}

}  // namespace walrelay::app
