// Types whose JSON form is the server's text as a string: text, varchar, char, name, citext, json,
// jsonb, uuid, xml, network addresses, tsvector, ranges; and the fallback for every
// type that no family covers yet.
#pragma once

#include <cstdint>
#include <memory>

#include "envelope/value_encoder.hpp"

namespace walrelay::envelope {

/// text, varchar, char(n).
[[nodiscard]] std::unique_ptr<value_encoder> make_text(const column_type& type);
/// name, network addresses, ranges, citext and every type that is only known by its text.
[[nodiscard]] std::unique_ptr<value_encoder> make_other_text(const column_type& type);
[[nodiscard]] std::unique_ptr<value_encoder> make_isbn(const column_type& type);
/// The one-byte type "char".
[[nodiscard]] std::unique_ptr<value_encoder> make_char(const column_type& type);
[[nodiscard]] std::unique_ptr<value_encoder> make_uuid(const column_type& type);
/// json and jsonb.
[[nodiscard]] std::unique_ptr<value_encoder> make_json(const column_type& type);
[[nodiscard]] std::unique_ptr<value_encoder> make_xml(const column_type& type);
[[nodiscard]] std::unique_ptr<value_encoder> make_tsvector(const column_type& type);
[[nodiscard]] std::unique_ptr<value_encoder> make_ltree(const column_type& type);

}  // namespace walrelay::envelope
