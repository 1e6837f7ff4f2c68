// row_key: the key of a row as text, for equality only: the order of keys is the server's business.
// Columns are netstrings (`3:abc1:7`), so no two keys have one text and columns can be had back.
// Pure.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace walrelay::snapshot {

using row_key = std::string;

/// Appends one column.
void append_column(row_key& key, std::string_view text);
[[nodiscard]] row_key key_of(std::span<const std::string_view> columns);
/// Nothing unless `key` was made by append_column. Views into `key`.
[[nodiscard]] std::optional<std::vector<std::string_view>> columns_of(std::string_view key);

}  // namespace walrelay::snapshot
