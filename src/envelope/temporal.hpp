// date, time, timestamp, timestamptz and timetz. time.precision.mode and interval get their
// representations here; this is `adaptive`.
#pragma once

#include <cstdint>
#include <memory>

#include "envelope/value_encoder.hpp"

namespace walrelay::envelope {

[[nodiscard]] std::unique_ptr<value_encoder> make_date(std::int32_t type_modifier);
[[nodiscard]] std::unique_ptr<value_encoder> make_time(std::int32_t type_modifier);
[[nodiscard]] std::unique_ptr<value_encoder> make_timestamp(std::int32_t type_modifier);
[[nodiscard]] std::unique_ptr<value_encoder> make_timestamptz(std::int32_t type_modifier);
[[nodiscard]] std::unique_ptr<value_encoder> make_timetz(std::int32_t type_modifier);

}  // namespace walrelay::envelope
