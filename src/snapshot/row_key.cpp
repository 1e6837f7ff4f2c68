#include <walrelay/snapshot/row_key.hpp>

#include <charconv>

#include <fmt/format.h>

namespace walrelay::snapshot {

void append_column(row_key& key, std::string_view text) {
  fmt::format_to(std::back_inserter(key), "{}:", text.size());
  key += text;
}

row_key key_of(std::span<const std::string_view> columns) {
  row_key key;
  for (const std::string_view column : columns) append_column(key, column);
  return key;
}

std::optional<std::vector<std::string_view>> columns_of(std::string_view key) {
  std::vector<std::string_view> columns;
  while (!key.empty()) {
    std::size_t length = 0;
    const auto [end, failure] = std::from_chars(key.data(), key.data() + key.size(), length);
    const auto digits = static_cast<std::size_t>(end - key.data());
    if (failure != std::errc() || digits == key.size() || key[digits] != ':') return std::nullopt;
    key.remove_prefix(digits + 1);
    if (length > key.size()) return std::nullopt;
    columns.push_back(key.substr(0, length));
    key.remove_prefix(length);
  }
  return columns;
}

}  // namespace walrelay::snapshot
