#include "app/table_key.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace walrelay::app {

std::vector<std::string> key_columns_of(const change::relation& shape,
                                        const change::table_facts& facts) {
  switch (shape.identity) {
    case change::replica_identity::nothing:
      return {};
    case change::replica_identity::full:
      if (facts.key != change::table_facts::key_kind::primary_key) return {};
      return facts.key_columns;
    case change::replica_identity::index:
      return facts.identity_columns;
    case change::replica_identity::primary_key:
      break;
  }
  std::vector<std::string> columns = facts.key_columns;
  std::erase_if(columns, [&](const std::string& name) {
    const auto column = std::ranges::find(shape.columns, name, &change::column::name);
    return column == shape.columns.end() || !column->in_identity;
  });
  return columns;
}

std::string described(const std::vector<std::string>& key_columns, const change::relation& shape) {
  std::string text;
  for (const std::string& name : key_columns) {
    const auto column = std::ranges::find(shape.columns, name, &change::column::name);
    snapshot::append_column(text, name);
    snapshot::append_column(
        text, column == shape.columns.end() ? std::string() : fmt::to_string(column->type.value()));
  }
  return text;
}

std::vector<std::string> column_names_in(const std::string& description) {
  std::vector<std::string> names;
  const auto parts = snapshot::columns_of(description);
  for (std::size_t index = 0; parts && index < parts->size(); index += 2) {
    names.emplace_back((*parts)[index]);
  }
  return names;
}

void table_key::find_columns(const change::relation_ptr& shape) {
  found_in_ = shape;
  places_.clear();
  for (const std::string& name : columns_) {
    const auto column = std::ranges::find(shape->columns, name, &change::column::name);
    if (column == shape->columns.end()) return places_.clear();
    places_.push_back(static_cast<std::size_t>(column - shape->columns.begin()));
  }
}

std::optional<snapshot::row_key> table_key::of(const change::relation_ptr& shape,
                                               std::span<const change::value> row) {
  if (shape != found_in_) find_columns(shape);
  if (places_.empty() || row.empty()) return std::nullopt;
  snapshot::row_key key;
  for (const std::size_t place : places_) {
    if (row[place].kind != change::value_kind::text) return std::nullopt;
    snapshot::append_column(key, row[place].text);
  }
  return key;
}

}  // namespace walrelay::app
