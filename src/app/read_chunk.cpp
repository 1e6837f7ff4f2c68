#include "app/read_chunk.hpp"

namespace walrelay::app {

void row_block::append(std::span<const change::value> row) {
  columns_ = row.size();
  for (const change::value& each : row) {
    cells_.push_back({static_cast<std::uint32_t>(each.text.size()), each.kind, text_.size()});
    text_ += each.text;
  }
}

void row_block::get(std::size_t row, std::vector<change::value>& out) const {
  out.clear();
  for (std::size_t column = 0; column < columns_; ++column) {
    const cell& each = cells_[row * columns_ + column];
    out.push_back({each.kind, std::string_view(text_).substr(each.offset, each.length)});
  }
}

}  // namespace walrelay::app
