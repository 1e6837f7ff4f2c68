// column_default: a column's DEFAULT as JSON, which schemas carry and which may stand for NULL
// (DEBEZIUM.md section 1.9). A literal stands for itself, what only the server can compute for the
// type's zero.
#pragma once

#include <string>
#include <string_view>

#include "envelope/encoder_for.hpp"

namespace walrelay::envelope {

/// `expression` as pg_get_expr prints it. Empty: no default, as for the types that have none in
/// Debezium (bytea, money, arrays, structs).
[[nodiscard]] std::string default_json(std::string_view expression, const chosen_encoder& column);

}  // namespace walrelay::envelope
