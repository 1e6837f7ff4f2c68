#include "app/auxiliary_records.hpp"

#include <walrelay/base/ensure.hpp>

namespace walrelay::app {

auxiliary_records::auxiliary_records(const config::auxiliary_options& options)
    : options_(options) {}

void auxiliary_records::bind(envelope::auxiliary_topic what, const topic_binding& topic,
                             const envelope::envelope_settings& settings) {
  switch (what) {
    case envelope::auxiliary_topic::messages:
      messages_ = envelope::message_encoder::bind(settings, topic.topic, topic.topic_name);
      message_topic_ = topic;
      return;
    case envelope::auxiliary_topic::transactions:
      transactions_.emplace(settings, topic.topic);
      return;
    case envelope::auxiliary_topic::heartbeats:
      heartbeats_.emplace(settings, topic.topic);
      return;
  }
}

bool auxiliary_records::bound(envelope::auxiliary_topic what) const {
  switch (what) {
    case envelope::auxiliary_topic::messages:
      return messages_ != nullptr;
    case envelope::auxiliary_topic::transactions:
      return transactions_.has_value();
    case envelope::auxiliary_topic::heartbeats:
      return heartbeats_.has_value();
  }
  WALRELAY_ENSURE(false, "auxiliary topic {}", static_cast<int>(what));
}

envelope::event_counter* auxiliary_records::events() {
  return wants_transactions() ? &events_ : nullptr;
}

void auxiliary_records::heartbeat(wall_time now, record_batch& out) const {
  heartbeats_->append(now, out);
}

void auxiliary_records::transaction_begins(const envelope::transaction_place& where,
                                           record_batch& out) const {
  transactions_->append_begin(where, out);
}

void auxiliary_records::transaction_ends(const envelope::transaction_place& where,
                                         record_batch& out) const {
  transactions_->append_end(where, events_, out);
}

result<void> auxiliary_records::message(const envelope::message_event& what,
                                        const envelope::transaction_context& transaction,
                                        wall_time now, record_batch& out) {
  const std::size_t index = out.size();
  if (auto encoded = messages_->encode(what, transaction, now, out); !encoded) return encoded;
  if (fits(message_topic_, out, index)) return {};
  return too_large(message_topic_, "a logical message", out, index);
}

}  // namespace walrelay::app
