// object_writer: rows and keys of one table as JSON objects (and keys as Connect header text).
// Holds one bound column per column of the relation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <walrelay/change/relation.hpp>
#include <walrelay/change/selection.hpp>
#include <walrelay/change/table_facts.hpp>
#include <walrelay/change/value.hpp>
#include <walrelay/envelope/table_encoder.hpp>

#include "envelope/bound_column.hpp"
#include "envelope/schema_node.hpp"

namespace walrelay::envelope {

/// Where an object goes, which decides its spelling and who reports conversion failures: the row
/// does; a key only for the columns that are in no row. Of an identity_row only the columns of the
/// replica identity were sent.
enum class object_role : unsigned char { row, identity_row, key, key_header };

/// Why an object could not be written. What was appended so far must be dropped.
struct unwritable {
  std::size_t column;
  outcome why;
  object_role role;
};

class object_writer {
 public:
  object_writer(const change::relation& relation, const table_context& context);

  /// Appends an object of the columns `which` of `values`, which has one value per column.
  [[nodiscard]] std::optional<unwritable> write(std::span<const std::size_t> which,
                                                std::span<const change::value> values,
                                                object_role role, std::string& out);

  [[nodiscard]] const bound_column& column(std::size_t index) const { return columns_[index]; }
  /// The captured columns in relation order.
  [[nodiscard]] std::span<const std::size_t> row_columns() const { return row_columns_; }
  [[nodiscard]] std::uint64_t text_fallbacks() const { return text_fallbacks_; }
  [[nodiscard]] std::vector<schema_field> row_schema() const;
  [[nodiscard]] std::vector<schema_field> key_schema(std::span<const std::size_t> which) const;
  /// Since the last call a null was written where the schema said that none could be, so the
  /// schemas have become others: a row older than a NOT NULL constraint, or a value without a
  /// place.
  [[nodiscard]] bool take_widened() { return std::exchange(widened_, false); }
  /// As value_encoder: of the columns `which`.
  [[nodiscard]] bool knows_labels(std::span<const std::size_t> which,
                                  std::span<const change::value> values);
  void learn_labels(std::span<const std::size_t> which, const table_context& context);

 private:
  [[nodiscard]] outcome write_value(bound_column& column, const change::value& value,
                                    object_role role, std::string& out);
  void keep_schema_true(bound_column& column, std::string_view written);
  [[nodiscard]] outcome write_null_of(const bound_column& column, object_role role,
                                      std::string& out);
  [[nodiscard]] bool stops(const bound_column& column, outcome what, object_role role) const;

  std::vector<bound_column> columns_;
  std::vector<std::size_t> row_columns_;
  on_conversion_failure policy_;
  conversion_observer observer_;
  std::uint64_t text_fallbacks_ = 0;
  bool has_schemas_;
  bool widened_ = false;
};

}  // namespace walrelay::envelope
