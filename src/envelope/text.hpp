// Types whose JSON form is the server's text as a string: text, varchar, char, name, citext, enum
// labels, json, jsonb, uuid, xml, network addresses, tsvector, ranges; and the fallback for every
// type that no family covers yet.
#pragma once

#include <cstdint>
#include <memory>

#include "envelope/value_encoder.hpp"

namespace walrelay::envelope {

[[nodiscard]] std::unique_ptr<value_encoder> make_text(std::int32_t type_modifier);
/// The one-byte type "char".
[[nodiscard]] std::unique_ptr<value_encoder> make_char(std::int32_t type_modifier);
[[nodiscard]] std::unique_ptr<value_encoder> make_uuid(std::int32_t type_modifier);

}  // namespace walrelay::envelope
