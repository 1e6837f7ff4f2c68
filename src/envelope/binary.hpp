// bytea: the server's `\x` text (bytea_output=hex, which our connections set) in the representation
// of binary.handling.mode.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "envelope/value_encoder.hpp"

namespace walrelay::envelope {

[[nodiscard]] std::unique_ptr<value_encoder> make_bytea(const column_type& type);
/// The bytes of the server's text, for include.unknown.datatypes.
[[nodiscard]] std::unique_ptr<value_encoder> make_text_bytes(const column_type& type);

/// Pairs of hexadecimal digits. False when the text is something else.
[[nodiscard]] bool decode_hex(std::string_view text, std::string& bytes);

}  // namespace walrelay::envelope
