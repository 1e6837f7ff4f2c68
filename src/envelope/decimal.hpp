// numeric, with and without a declared scale, in every decimal.handling.mode. No arithmetic type
// stands between the server's digits and ours; only the mode `double` rounds, once, correctly.
#pragma once

#include <cstdint>
#include <memory>

#include "envelope/value_encoder.hpp"

namespace walrelay::envelope {

[[nodiscard]] std::unique_ptr<value_encoder> make_numeric(const column_type& type);

}  // namespace walrelay::envelope
