// decoder: bytes of one pgoutput message to a message value. Pure, no allocation per row in the
// steady state. Unknown input is an error, never skipped (INV-8).
#pragma once

#include <vector>

#include <walrelay/base/result.hpp>
#include <walrelay/pgoutput/messages.hpp>

namespace walrelay::pgoutput {

class decoder {
 public:
  /// Refuses: an empty message, an unknown tag, a truncated field, trailing bytes, commit flags
  /// other than 0, a wrong tuple tag, binary values (never asked for), negative counts or lengths,
  /// more than 1600 columns (before reading values), a TRUNCATE count that does not match the bytes
  /// that remain (before allocating), text that is not UTF-8, a timestamp that overflows. The error
  /// names message type and byte offset, never row values.
  [[nodiscard]] result<message> decode(byte_view payload);

 private:
  std::vector<change::value> old_values_;
  std::vector<change::value> new_values_;
  std::vector<oid> truncated_;
};

/// PostgreSQL's MaxHeapAttributeNumber.
inline constexpr int max_columns = 1600;

}  // namespace walrelay::pgoutput
