// object_writer: rows and keys of one table as JSON objects (and keys as Connect header text).
// Holds one bound column per column of the relation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <walrelay/change/relation.hpp>
#include <walrelay/change/selection.hpp>
#include <walrelay/change/table_facts.hpp>
#include <walrelay/change/value.hpp>
#include <walrelay/envelope/table_encoder.hpp>

#include "envelope/encoder_for.hpp"

namespace walrelay::envelope {

enum class in_rows : unsigned char { captured, left_out };

struct bound_column {
  std::string name;
  std::string json_member;    // `,"name":`
  std::string header_member;  // the same in a header's spelling
  chosen_encoder chosen;
  std::string placeholder;  // JSON for an unchanged value that was not sent
  outcome placeholder_outcome = outcome::written;
  in_rows capture = in_rows::captured;
};

/// Where an object goes, which decides its spelling and who reports conversion failures: the row
/// does; a key only for the columns that are in no row.
enum class object_role : unsigned char { row, key, key_header };

/// Why an object could not be written. What was appended so far must be dropped.
struct unwritable {
  std::size_t column;
  outcome why;
  object_role role;
};

class object_writer {
 public:
  object_writer(const change::relation& relation, const change::type_catalog& types,
                const change::selection& columns, const envelope_settings& settings,
                conversion_observer observer);

  /// Appends an object of the columns `which` of `values`, which has one value per column.
  [[nodiscard]] std::optional<unwritable> write(std::span<const std::size_t> which,
                                                std::span<const change::value> values,
                                                object_role role, std::string& out);

  [[nodiscard]] const bound_column& column(std::size_t index) const { return columns_[index]; }
  /// The captured columns in relation order.
  [[nodiscard]] std::span<const std::size_t> row_columns() const { return row_columns_; }
  [[nodiscard]] std::uint64_t text_fallbacks() const { return text_fallbacks_; }

 private:
  [[nodiscard]] outcome write_value(bound_column& column, const change::value& value,
                                    object_role role, std::string& out);
  [[nodiscard]] bool stops(const bound_column& column, outcome what, object_role role) const;

  std::vector<bound_column> columns_;
  std::vector<std::size_t> row_columns_;
  on_conversion_failure policy_;
  conversion_observer observer_;
  std::uint64_t text_fallbacks_ = 0;
};

}  // namespace walrelay::envelope
