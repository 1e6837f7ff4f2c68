// table_key: the key of a row of one table as snapshot/row_key.hpp's text, found by the columns'
// names in whatever shape the row has. Loop thread.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include <walrelay/change/relation.hpp>
#include <walrelay/change/table_facts.hpp>
#include <walrelay/change/value.hpp>
#include <walrelay/snapshot/row_key.hpp>

namespace walrelay::app {

/// The columns that old rows in the stream carry: the replica identity, or the primary key where
/// the identity is the whole row. Empty when there is nothing to tell rows apart by.
[[nodiscard]] std::vector<std::string> key_columns_of(const change::relation& shape,
                                                      const change::table_facts& facts);
/// Names and types, for snapshot::copied_table.
[[nodiscard]] std::string described(const std::vector<std::string>& key_columns,
                                    const change::relation& shape);
/// The names in what described() has made.
[[nodiscard]] std::vector<std::string> column_names_in(const std::string& description);

class table_key {
 public:
  explicit table_key(std::vector<std::string> columns) : columns_(std::move(columns)) {}

  /// Nothing when the shape lacks a column of the key or the row has none of its value.
  [[nodiscard]] std::optional<snapshot::row_key> of(const change::relation_ptr& shape,
                                                    std::span<const change::value> row);
  [[nodiscard]] const std::vector<std::string>& columns() const { return columns_; }

 private:
  void find_columns(const change::relation_ptr& shape);

  std::vector<std::string> columns_;
  change::relation_ptr found_in_;
  std::vector<std::size_t> places_;  // empty when a column is missing
};

}  // namespace walrelay::app
