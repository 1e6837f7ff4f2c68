// bit and varbit. One bit is a boolean, as Debezium has it; more are bytes, the last bit of the
// text being the lowest bit of the first byte, without the zero bytes at the end (Java's BitSet).
#pragma once

#include <memory>

#include "envelope/value_encoder.hpp"

namespace walrelay::envelope {

[[nodiscard]] std::unique_ptr<value_encoder> make_bit(const column_type& type);
[[nodiscard]] std::unique_ptr<value_encoder> make_varbit(const column_type& type);

/// The column of arrays of bits as Debezium has it: described as bits, always null.
[[nodiscard]] std::unique_ptr<value_encoder> make_null_bits(const column_type& type);

}  // namespace walrelay::envelope
