// Strings as JSON literals and as Kafka Connect header text.
#pragma once

#include <string>
#include <string_view>

#include "envelope/value_encoder.hpp"

namespace walrelay::envelope {

/// Appends `text` as a quoted string. False, with nothing appended, when it is not UTF-8: a
/// database in encoding SQL_ASCII may hold anything, and JSON may not.
[[nodiscard]] bool append_string(std::string& out, std::string_view text, spelling how);

}  // namespace walrelay::envelope
