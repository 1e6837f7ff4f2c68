// How the text of a value is read: numbers, truth values, lists.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace walrelay::config {

/// An optional minus and decimal digits, nothing else.
[[nodiscard]] std::optional<std::int64_t> parse_integer(std::string_view text);
/// true or false in any case, as Java reads them.
[[nodiscard]] std::optional<bool> parse_boolean(std::string_view text);

[[nodiscard]] std::string lower(std::string_view text);
[[nodiscard]] std::string_view trimmed(std::string_view text);

/// The elements between commas, trimmed. Empty for an empty text.
[[nodiscard]] std::vector<std::string> split_commas(std::string_view text);
/// As split_commas, but a comma after a backslash belongs to the expression, as in Debezium.
[[nodiscard]] std::vector<std::string> split_regexes(std::string_view text);
/// TABLE:COLUMN,COLUMN;TABLE:COLUMN. A part without a colon has no columns.
[[nodiscard]] std::vector<std::pair<std::string, std::vector<std::string>>> split_key_columns(
    std::string_view text);
/// The statements between semicolons; two semicolons stand for one that is meant.
[[nodiscard]] std::vector<std::string> split_statements(std::string_view text);

[[nodiscard]] std::string join_commas(const std::vector<std::string>& items);

/// A connector's name as PostgreSQL's slot names allow it: lower case, '-' and '.' become '_'.
[[nodiscard]] std::string as_identifier(std::string_view connector);

}  // namespace walrelay::config
