// read_chunk: rows of a table as a helper has read them, on their way to the stream's side.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <walrelay/change/relation.hpp>
#include <walrelay/change/value.hpp>
#include <walrelay/snapshot/table_window.hpp>

namespace walrelay::app {

/// The text of many rows in one block.
class row_block {
 public:
  void append(std::span<const change::value> row);
  [[nodiscard]] std::size_t size() const { return columns_ == 0 ? 0 : cells_.size() / columns_; }
  [[nodiscard]] std::size_t bytes() const { return text_.size() + cells_.size() * sizeof(cell); }
  /// Appends the row's values to `out`, which it clears; they live as long as the block.
  void get(std::size_t row, std::vector<change::value>& out) const;

 private:
  struct cell {
    std::uint32_t length = 0;
    change::value_kind kind = change::value_kind::null;
    std::size_t offset = 0;
  };

  std::string text_;
  std::vector<cell> cells_;
  std::size_t columns_ = 0;
};

struct read_chunk {
  snapshot::chunk facts;
  change::relation_ptr shape;  // of its rows
  row_block rows;
};

}  // namespace walrelay::app
