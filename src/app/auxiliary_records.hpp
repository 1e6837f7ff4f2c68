// auxiliary_records: what a stream becomes beside the rows: logical messages, a transaction's begin
// and end, heartbeats. Each kind has a topic, which is bound before its first record. Lives for one
// generation on the loop thread.
#pragma once

#include <memory>
#include <optional>

#include <walrelay/base/clock.hpp>
#include <walrelay/base/records.hpp>
#include <walrelay/base/result.hpp>
#include <walrelay/config/options.hpp>
#include <walrelay/envelope/heartbeat_encoder.hpp>
#include <walrelay/envelope/message_encoder.hpp>
#include <walrelay/envelope/topic_naming.hpp>
#include <walrelay/envelope/transaction_metadata.hpp>

#include "app/bound_table.hpp"

namespace walrelay::app {

class auxiliary_records {
 public:
  explicit auxiliary_records(const config::auxiliary_options& options);

  void bind(envelope::auxiliary_topic what, const topic_binding& topic,
            const envelope::envelope_settings& settings);
  [[nodiscard]] bool bound(envelope::auxiliary_topic what) const;

  [[nodiscard]] bool wants_heartbeats() const { return options_.heartbeat_interval.count() > 0; }
  [[nodiscard]] bool wants_transactions() const { return options_.transaction_metadata; }

  /// For envelope::transaction_context: null without transaction metadata.
  [[nodiscard]] envelope::event_counter* events();

  // Each appends to a topic that is bound.
  void heartbeat(wall_time now, record_batch& out) const;
  void transaction_begins(const envelope::transaction_place& where, record_batch& out) const;
  void transaction_ends(const envelope::transaction_place& where, record_batch& out) const;
  /// Refuses a message that its topic would not take.
  [[nodiscard]] result<void> message(const envelope::message_event& what,
                                     const envelope::transaction_context& transaction,
                                     wall_time now, record_batch& out);

 private:
  const config::auxiliary_options& options_;
  envelope::event_counter events_;
  std::optional<envelope::heartbeat_encoder> heartbeats_;
  std::optional<envelope::transaction_encoder> transactions_;
  std::unique_ptr<envelope::message_encoder> messages_;
  topic_binding message_topic_;
};

}  // namespace walrelay::app
