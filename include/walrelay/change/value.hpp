// One column value of a row as the server sent it: its text, NULL, or "unchanged" (an out-of-line
// value that an UPDATE did not touch and the server therefore did not send).
#pragma once

#include <string_view>

namespace walrelay::change {

enum class value_kind : unsigned char { null, unchanged, text };

/// The view lives as long as the frame (or COPY line) that it was decoded from.
struct value {
  value_kind kind = value_kind::null;
  std::string_view text;

  bool operator==(const value&) const = default;
};

}  // namespace walrelay::change
