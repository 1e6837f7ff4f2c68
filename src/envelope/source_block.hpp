// source_block: `source` and `transaction` of an event, which stand side by side (DEBEZIUM.md
// section 1.3). What does not change from event to event is text from the start.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <walrelay/base/clock.hpp>
#include <walrelay/base/lsn.hpp>
#include <walrelay/envelope/table_encoder.hpp>

namespace walrelay::envelope {

/// What stands in one event's source block and clocks beside the constants.
struct row_stamp {
  const transaction_context& transaction;
  lsn position;
  wall_time now;
  /// `source.snapshot` tells; absent: the event was streamed.
  std::optional<change::snapshot_place> read_at{};
};

class source_block {
 public:
  /// `collection` is what transaction metadata counts the events under.
  source_block(const envelope_settings& settings, std::string_view schema, std::string_view table,
               std::string collection);

  /// `,"source":{...},"transaction":...`
  void append(const row_stamp& stamp, std::string& out) const;
  /// The event was written; without transaction metadata nothing is counted.
  void count(const transaction_context& transaction) const;

 private:
  void append_transaction(const row_stamp& stamp, std::string& out) const;

  std::string names_;          // from `,"source":` to the first clock
  std::string_view streamed_;  // `,"snapshot":...` of the stream
  std::string database_;       // from `,"db":` to the sequence
  std::string table_;          // from `,"schema":` to the transaction id
  std::string collection_;
};

}  // namespace walrelay::envelope
