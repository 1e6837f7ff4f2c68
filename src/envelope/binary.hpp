// bytea: the server's `\x` text (bytea_output=hex, which our connections set) as base64.
// binary.handling.mode gets its other representations here.
#pragma once

#include <cstdint>
#include <memory>

#include "envelope/value_encoder.hpp"

namespace walrelay::envelope {

[[nodiscard]] std::unique_ptr<value_encoder> make_bytea(std::int32_t type_modifier);

}  // namespace walrelay::envelope
