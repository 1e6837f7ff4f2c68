// Enum labels that are newer than the binding: the schemas that list them are made again, with the
// defaults of their columns, and nothing else, for the catalog may be ahead of the rows.
#include <algorithm>

#include "envelope/enumeration.hpp"
#include "envelope/relation_encoder.hpp"

namespace walrelay::envelope {

std::vector<std::size_t> relation_encoder::columns_with_labels() const {
  using schema = converter_settings::schema;
  std::vector<std::size_t> all;
  for (std::size_t column = 0; column < relation_->columns.size(); ++column) {
    const auto among = [column](std::span<const std::size_t> columns) {
      return std::ranges::find(columns, column) != columns.end();
    };
    const bool described =
        (key_converter_.schemas == schema::embedded && among(key_columns_)) ||
        (value_converter_.schemas == schema::embedded && among(objects_.row_columns()));
    if (described && lists_labels(objects_.column(column).schema)) all.push_back(column);
  }
  return all;
}

bool relation_encoder::knows_labels(const change::row_change& row) {
  if (labelled_columns_.empty() || unusable_) return true;
  // Both rows to their ends: each label that is not known is then learned in one go.
  const bool knows_old = objects_.knows_labels(labelled_columns_, row.old_values);
  const bool knows_new = objects_.knows_labels(labelled_columns_, row.new_values);
  return knows_old && knows_new;
}

void relation_encoder::learn_labels(const table_context& context) {
  objects_.learn_labels(labelled_columns_, context);
  bind_schemas();
}

bool object_writer::knows_labels(std::span<const std::size_t> which,
                                 std::span<const change::value> values) {
  bool knows = true;
  if (values.empty()) return knows;
  for (const std::size_t column : which) {
    const change::value& value = values[column];
    if (value.kind != change::value_kind::text) continue;
    if (!columns_[column].chosen.encoder->knows_labels(value.text)) knows = false;
  }
  return knows;
}

void object_writer::learn_labels(std::span<const std::size_t> which, const table_context& context) {
  for (const std::size_t column : which) envelope::learn_labels(columns_[column], context);
}

}  // namespace walrelay::envelope
