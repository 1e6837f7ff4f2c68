// envelope_frame: the part of a change record that is the same for every table shape: member names,
// source block, operation and clocks (DEBEZIUM.md sections 1.2 and 1.3). What does not change from
// row to row is text from the start. With schemas a json_frame stands around it.
#pragma once

#include <string>
#include <string_view>

#include <walrelay/base/clock.hpp>
#include <walrelay/base/lsn.hpp>
#include <walrelay/change/relation.hpp>
#include <walrelay/envelope/table_encoder.hpp>

namespace walrelay::envelope {

enum class operation : char {
  create = 'c',
  update = 'u',
  remove = 'd',
  truncate = 't',
  read = 'r',
};

/// What stands in one row's source block and clocks beside the table's own constants.
struct row_stamp {
  const transaction_context& transaction;
  lsn position;
  wall_time now;
};

class envelope_frame {
 public:
  envelope_frame(const envelope_settings& settings, const change::relation& relation);

  /// A record's value is opening(), the old row, between(), the new row, closing.
  [[nodiscard]] static std::string_view opening() { return R"({"before":)"; }
  [[nodiscard]] static std::string_view between() { return R"(,"after":)"; }
  void append_closing(operation what, const row_stamp& stamp, std::string& out) const;

 private:
  std::string source_names_;   // from `,"source":` to the first clock
  std::string_view streamed_;  // `,"snapshot":` of a streamed row
  std::string database_;       // from `,"db":` to the sequence
  std::string table_;          // from `,"schema":` to the transaction id
};

}  // namespace walrelay::envelope
