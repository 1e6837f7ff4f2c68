// stream_pipeline: frames in, slices out. Decodes, checks transactions, selects tables, encodes;
// the one place where pgoutput, change and envelope meet. Knows no socket, thread or clock; lives
// for one generation on the loop thread.
//
// The first row of a table that is not bound yet stops it: consume() keeps a copy of that frame and
// says table_wanted; after bind_table() it goes on with the kept frame by itself. So does a row
// with an enum's label that the table's schemas do not list yet, and the first record of an
// auxiliary topic, with topic_wanted and bind_topic().
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include <walrelay/base/byte_reader.hpp>
#include <walrelay/base/checkpoint.hpp>
#include <walrelay/base/clock.hpp>
#include <walrelay/base/result.hpp>
#include <walrelay/change/selection.hpp>
#include <walrelay/change/table_facts.hpp>
#include <walrelay/change/transaction_assembler.hpp>
#include <walrelay/config/options.hpp>
#include <walrelay/envelope/table_encoder.hpp>
#include <walrelay/pgoutput/decoder.hpp>
#include <walrelay/pgoutput/frame.hpp>
#include <walrelay/pgoutput/relation_cache.hpp>

#include "app/auxiliary_records.hpp"
#include "app/bound_table.hpp"
#include "app/emission_observer.hpp"
#include "app/slice.hpp"

namespace walrelay::app {

/// Told about what is neither relayed nor an error (INV-8); once per table and kind, then counted.
class pipeline_observer {
 public:
  virtual ~pipeline_observer() = default;
  virtual void table_not_captured(const change::relation& table) = 0;
  /// The table has changed since these rows, so which of their columns were the key cannot be said.
  virtual void key_unknown(const change::relation& table) = 0;
  virtual void truncate_skipped(const change::relation& table, lsn position) = 0;
  virtual void value_became_null(const change::relation& table, std::string_view column,
                                 std::string_view reason, lsn position) = 0;
};

struct pipeline_counters {
  std::uint64_t transactions = 0;
  std::uint64_t rows = 0;
  std::uint64_t rows_not_captured = 0;
  std::uint64_t rows_of_skipped_operations = 0;
  std::uint64_t rows_without_record = 0;  // updates without change, deletes of nobody knows what
  std::uint64_t messages = 0;
  std::uint64_t messages_left_out = 0;  // message.prefix.*
  std::uint64_t values_became_null = 0;
  std::uint64_t values_as_text = 0;  // of types without an encoder of their own
};

class stream_pipeline {
 public:
  enum class verdict { go_on, table_wanted, topic_wanted };

  stream_pipeline(const config::connector_options& options, change::selection selection,
                  std::string version, const change::resume_point& from,
                  pipeline_observer& observer);
  ~stream_pipeline();

  [[nodiscard]] result<verdict> consume(byte_view frame, wall_time now);
  /// What is wanted before the first frame.
  [[nodiscard]] verdict first_want();
  /// Valid while consume(), bind_table() or bind_topic() last said table_wanted.
  [[nodiscard]] const change::relation_ptr& wanted_table() const { return wanted_; }
  [[nodiscard]] result<verdict> bind_table(const table_binding& binding, wall_time now);
  /// Valid while they or first_want() last said topic_wanted.
  [[nodiscard]] envelope::auxiliary_topic wanted_topic() const { return *wanted_topic_; }
  [[nodiscard]] result<verdict> bind_topic(const topic_binding& binding, wall_time now);

  /// Who is told of what is emitted from now on; outlives the pipeline.
  void observe_emission(emission_observer* who) { emission_ = who; }
  /// The observer may have records to add where the stream stands.
  [[nodiscard]] result<void> emission_ready(wall_time now);

  /// Adds a heartbeat, unless it would have to wait for the end of a transaction that was relayed
  /// in part.
  void heartbeat(wall_time now);

  /// Bytes waiting in the slice being built.
  [[nodiscard]] std::size_t pending_bytes() const { return current_.records.byte_count(); }
  /// The slice built so far, if it holds anything.
  [[nodiscard]] std::optional<slice> take_slice();

  [[nodiscard]] lsn received() const { return received_; }
  /// End of the newest boundary (relay::cursors).
  [[nodiscard]] lsn assembled() const { return assembler_.assembled(); }
  /// The slot may move to the checkpoint (change::transaction_assembler).
  [[nodiscard]] bool history_proved() const { return assembler_.history_proved(); }
  /// A keepalive has asked for an answer since the last call.
  [[nodiscard]] bool take_reply_request() { return std::exchange(reply_requested_, false); }
  /// Since the generation began.
  [[nodiscard]] pipeline_counters counters() const;

 private:
  [[nodiscard]] result<verdict> on(const pgoutput::xlog_data& frame, byte_view whole);
  [[nodiscard]] result<verdict> on(const pgoutput::keepalive& frame);

  [[nodiscard]] result<verdict> on_message(const pgoutput::begin& message);
  [[nodiscard]] result<verdict> on_message(const pgoutput::commit& message);
  [[nodiscard]] result<verdict> on_message(const pgoutput::origin& message);
  [[nodiscard]] result<verdict> on_message(pgoutput::relation& message);
  [[nodiscard]] result<verdict> on_message(const pgoutput::type& message);
  [[nodiscard]] result<verdict> on_message(const pgoutput::row& message);
  [[nodiscard]] result<verdict> on_message(const pgoutput::truncate& message);
  [[nodiscard]] result<verdict> on_message(const pgoutput::logical_message& message);

  /// Tells the open transaction's beginning, once. Not before there is a change to go with it:
  /// until then the record could be committed nowhere, and an old server may take long over changes
  /// that nobody publishes.
  void announce_transaction();
  /// True once the topic is bound; until then it is wanted.
  [[nodiscard]] bool has_topic(envelope::auxiliary_topic what);
  [[nodiscard]] envelope::transaction_context open_transaction();
  [[nodiscard]] result<verdict> resume_kept_frame(wall_time now);
  /// The change at hand was relayed already, but transaction metadata counts its events once more:
  /// it is encoded and its records are dropped.
  [[nodiscard]] bool counts_again() const;
  [[nodiscard]] result<verdict> relay_message(const pgoutput::logical_message& message,
                                              const envelope::transaction_context& context);
  /// The bound table, or null when it has yet to be bound (wanted_ is set then).
  [[nodiscard]] bound_table* find_table(const change::relation_ptr& relation);
  [[nodiscard]] bool skips(change::row_operation operation) const;
  [[nodiscard]] result<void> encode(bound_table& target, const change::row_change& row);
  [[nodiscard]] error located(error failure, lsn position) const;
  /// Everything before `reached` was emitted.
  [[nodiscard]] result<void> reach(const change::boundary& reached);
  void mark_boundary(const change::boundary& reached);

  const config::connector_options& options_;
  change::selection selection_;
  envelope::envelope_settings envelope_;
  pipeline_observer& observer_;
  emission_observer* emission_ = nullptr;

  pgoutput::decoder decoder_;
  pgoutput::relation_cache relations_;
  change::transaction_assembler assembler_;
  auxiliary_records auxiliary_;
  std::unordered_map<oid, std::unique_ptr<bound_table>> tables_;

  slice current_;
  change::relation_ptr wanted_;
  std::optional<envelope::auxiliary_topic> wanted_topic_;
  std::optional<envelope::transaction_place> unannounced_;  // begun, and its record is not written
  std::string kept_frame_;
  lsn frame_start_;     // of the frame being consumed
  std::string origin_;  // of the open transaction; empty: written here
  lsn origin_lsn_;
  wall_time now_{};
  lsn received_;
  bool reply_requested_ = false;
  pipeline_counters counters_;
};

}  // namespace walrelay::app
