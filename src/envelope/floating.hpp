// real and double precision, spelled as Java spells them (Float.toString and Double.toString of
// JDK 19 and later), because that is what Debezium's consumers see.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "envelope/value_encoder.hpp"

namespace walrelay::envelope {

[[nodiscard]] std::unique_ptr<value_encoder> make_float4(const column_type& type);
[[nodiscard]] std::unique_ptr<value_encoder> make_float8(const column_type& type);

void append_java_number(std::string& out, double finite);
/// `NaN`, `Infinity`, `-Infinity`.
void append_not_finite(std::string& out, std::string_view word, spelling how);

}  // namespace walrelay::envelope
