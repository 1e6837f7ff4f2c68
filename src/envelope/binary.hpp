// bytea: the server's `\x` text (bytea_output=hex, which our connections set) as base64.
// binary.handling.mode gets its other representations here.
#pragma once

#include <cstdint>
#include <memory>

#include "envelope/value_encoder.hpp"

namespace walrelay::envelope {

[[nodiscard]] std::unique_ptr<value_encoder> make_bytea(const column_type& type);

}  // namespace walrelay::envelope
