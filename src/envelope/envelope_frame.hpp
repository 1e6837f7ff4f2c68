// envelope_frame: the part of a change record that is the same for every table shape: member names,
// source block, operation and clocks (DEBEZIUM.md sections 1.2 and 1.3). With schemas a json_frame
// stands around it.
#pragma once

#include <string>
#include <string_view>

#include <walrelay/change/relation.hpp>

#include "envelope/source_block.hpp"

namespace walrelay::envelope {

enum class operation : char {
  create = 'c',
  update = 'u',
  remove = 'd',
  truncate = 't',
  read = 'r',
};

class envelope_frame {
 public:
  envelope_frame(const envelope_settings& settings, const change::relation& relation);

  /// A record's value is opening(), the old row, between(), the new row, closing.
  [[nodiscard]] static std::string_view opening() { return R"({"before":)"; }
  [[nodiscard]] static std::string_view between() { return R"(,"after":)"; }
  void append_closing(operation what, const row_stamp& stamp, std::string& out) const;
  /// The record is there to stay.
  void count(const row_stamp& stamp) const { source_.count(stamp.transaction); }

 private:
  source_block source_;
};

}  // namespace walrelay::envelope
