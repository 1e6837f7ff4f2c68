// date, time, timestamp, timestamptz and timetz. time.precision.mode and interval get their
// representations here; this is `adaptive`.
#pragma once

#include <cstdint>
#include <memory>

#include "envelope/value_encoder.hpp"

namespace walrelay::envelope {

[[nodiscard]] std::unique_ptr<value_encoder> make_date(const column_type& type);
[[nodiscard]] std::unique_ptr<value_encoder> make_time(const column_type& type);
[[nodiscard]] std::unique_ptr<value_encoder> make_timestamp(const column_type& type);
[[nodiscard]] std::unique_ptr<value_encoder> make_timestamptz(const column_type& type);
[[nodiscard]] std::unique_ptr<value_encoder> make_timetz(const column_type& type);

}  // namespace walrelay::envelope
