// Dates and times as ISO text in UTC: timestamptz and timetz in every time.precision.mode, date,
// time and timestamp in the mode isostring.
#pragma once

#include <memory>

#include "envelope/value_encoder.hpp"

namespace walrelay::envelope {

[[nodiscard]] std::unique_ptr<value_encoder> make_timestamptz(const column_type& type);
[[nodiscard]] std::unique_ptr<value_encoder> make_timetz(const column_type& type);

[[nodiscard]] std::unique_ptr<value_encoder> make_iso_date();
[[nodiscard]] std::unique_ptr<value_encoder> make_iso_time();
[[nodiscard]] std::unique_ptr<value_encoder> make_iso_timestamp();

}  // namespace walrelay::envelope
