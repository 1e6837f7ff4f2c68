// preview_output: records as lines, one JSON object each, up to a number of records:
//   {"topic":"…","key":…,"value":…,"headers":{"name":"text"}}
// key and value are the record's own bytes, embedded as they are; null is an absent one (no key, a
// tombstone). A header's value is a string of its bytes, because not all of them are JSON.
//
// One thread at a time.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <walrelay/base/records.hpp>

#include "app/line_printer.hpp"

namespace walrelay::app {

void append_line(const record_batch& records, std::size_t index, std::string_view topic,
                 std::string& out);

class preview_output {
 public:
  static constexpr std::uint64_t without_limit = std::numeric_limits<std::uint64_t>::max();

  preview_output(line_printer& printer, std::uint64_t records_most)
      : printer_(printer), most_(records_most) {}

  [[nodiscard]] topic_id topic_number(const std::string& topic);
  /// What comes after the last record that was asked for is left out.
  void print(const record_batch& records);
  [[nodiscard]] bool complete() const { return printed_ >= most_; }
  [[nodiscard]] std::uint64_t printed() const { return printed_; }

 private:
  line_printer& printer_;
  const std::uint64_t most_;
  std::uint64_t printed_ = 0;
  std::vector<std::string> topics_;  // by topic_id
};

}  // namespace walrelay::app
