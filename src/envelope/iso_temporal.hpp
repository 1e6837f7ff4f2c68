// Dates and times as ISO text in UTC: timestamptz and timetz in every time.precision.mode, date,
// time and timestamp in the mode isostring.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "envelope/value_encoder.hpp"

namespace walrelay::envelope {

[[nodiscard]] std::unique_ptr<value_encoder> make_timestamptz(const column_type& type);
[[nodiscard]] std::unique_ptr<value_encoder> make_timetz(const column_type& type);

/// A java.util.Date of so many milliseconds since 1970 as Connect's Values class spells it: before
/// 1970-01-02 only the time of day, at midnight only the date.
void append_java_date(std::string& out, std::int64_t millis);

[[nodiscard]] std::unique_ptr<value_encoder> make_iso_date();
[[nodiscard]] std::unique_ptr<value_encoder> make_iso_time();
[[nodiscard]] std::unique_ptr<value_encoder> make_iso_timestamp();

}  // namespace walrelay::envelope
