// Types whose JSON form is the server's text as a string: text, varchar, char, name, citext, enum
// labels, json, jsonb, uuid, xml, network addresses, tsvector, ranges; and the fallback for every
// type that no family covers yet.
#pragma once

#include <cstdint>
#include <memory>

#include "envelope/value_encoder.hpp"

namespace walrelay::envelope {

[[nodiscard]] std::unique_ptr<value_encoder> make_text(const column_type& type);
/// The one-byte type "char".
[[nodiscard]] std::unique_ptr<value_encoder> make_char(const column_type& type);
[[nodiscard]] std::unique_ptr<value_encoder> make_uuid(const column_type& type);

}  // namespace walrelay::envelope
