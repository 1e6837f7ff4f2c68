// copy_text: one row of COPY ... TO STDOUT in text format, taken apart. Pure.
// Source: PostgreSQL's COPY reference, "Text Format".
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <walrelay/change/value.hpp>

namespace walrelay::postgres {

class copy_row {
 public:
  /// False when `line`, with or without its newline, has a backslash that COPY does not write.
  [[nodiscard]] bool parse(std::string_view line);
  /// Valid until the next call.
  [[nodiscard]] std::span<const change::value> values() const { return values_; }

 private:
  struct place {
    std::size_t offset;
    std::size_t length;
    bool null;
  };

  std::string text_;  // all values, unescaped
  std::vector<place> places_;
  std::vector<change::value> values_;
};

}  // namespace walrelay::postgres
