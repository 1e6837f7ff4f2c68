// numeric, with and without a declared scale. decimal.handling.mode gets its other representations
// here; this is `precise`.
#pragma once

#include <cstdint>
#include <memory>

#include "envelope/value_encoder.hpp"

namespace walrelay::envelope {

[[nodiscard]] std::unique_ptr<value_encoder> make_numeric(const column_type& type);

}  // namespace walrelay::envelope
