// date, time and timestamp in the representation of time.precision.mode. Infinite dates and
// timestamps are the numbers that Debezium writes; consumers compare with them.
#pragma once

#include <cstdint>
#include <memory>

#include "envelope/value_encoder.hpp"

namespace walrelay::envelope {

[[nodiscard]] std::unique_ptr<value_encoder> make_date(const column_type& type);
[[nodiscard]] std::unique_ptr<value_encoder> make_time(const column_type& type);
[[nodiscard]] std::unique_ptr<value_encoder> make_timestamp(const column_type& type);

/// The type modifier of the time types is the number of fraction digits; 6 when none was declared.
[[nodiscard]] std::size_t fraction_digits(std::int32_t type_modifier);

}  // namespace walrelay::envelope
