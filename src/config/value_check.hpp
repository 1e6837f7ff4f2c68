// Whether a value may be given to an option.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "config/flat_document.hpp"
#include "config/option_table.hpp"

namespace walrelay::config {

/// The elements of a list option: those of a YAML list, or the parts of one text.
[[nodiscard]] std::vector<std::string> elements_of(value_type type, const given_value& value);

/// The value in quotes, or what to say in its place when it must not be shown.
[[nodiscard]] std::string shown_value(std::string_view name, const given_value& value);

/// What is wrong with giving `value` to the option, as text of a problem; nothing when it is fine.
/// `name` is the full name, which a pattern row does not know.
[[nodiscard]] std::optional<std::string> check_value(const option_row& row, std::string_view name,
                                                     const given_value& value);

}  // namespace walrelay::config
