// interval in the representation of interval.handling.mode: microseconds, a month being a twelfth
// of 365.25 days, or Debezium's ISO 8601 pattern with every part written.
#pragma once

#include <memory>

#include "envelope/value_encoder.hpp"

namespace walrelay::envelope {

/// Reads the server's text under IntervalStyle postgres, which our connections set.
[[nodiscard]] std::unique_ptr<value_encoder> make_interval(const column_type& type);

}  // namespace walrelay::envelope
