// bound_column: what is decided once for a column of a table: its names in records, its encoder,
// its schema and what stands for a value that is NULL or was not sent.
#pragma once

#include <optional>
#include <string>

#include <walrelay/change/relation.hpp>
#include <walrelay/envelope/table_encoder.hpp>

#include "envelope/encoder_for.hpp"
#include "envelope/schema_node.hpp"

namespace walrelay::envelope {

struct bound_column {
  std::string name;
  std::string field;          // its name in records
  std::string json_member;    // `,"field":`
  std::string header_member;  // the same in a header's spelling
  chosen_encoder chosen;
  schema_node schema;
  /// Where keys spell decimals in another way than rows, and this is one.
  std::optional<chosen_encoder> chosen_in_keys{};
  std::string key_default;  // of its schema, as JSON; `schema` has that of rows
  // In the schemas of rows only. A key's bytes choose its partition and what compaction keeps: they
  // must not change with a comment.
  schema_parameters source_type{};
  std::string comment;
  std::string mask;         // JSON that stands for every value; empty: values are shown
  std::string row_null;     // JSON that stands for NULL in rows
  std::string key_null;     // and in keys
  std::string unsent;       // for a column of an old row of which only the identity was sent
  std::string placeholder;  // for an unchanged value that was not sent
  outcome placeholder_outcome = outcome::written;
  bool in_identity = false;

  [[nodiscard]] value_encoder& key_encoder() const {
    return chosen_in_keys ? *chosen_in_keys->encoder : *chosen.encoder;
  }
};

[[nodiscard]] bound_column bind_column(const change::relation& relation,
                                       const change::column& column, const table_context& context);

/// What the catalog says now of an enum and of the column's default, a label of it. Whether it may
/// be NULL stays as records have shown it.
void learn_labels(bound_column& bound, const table_context& context);

[[nodiscard]] bool embeds_schemas(const envelope_settings& settings);

}  // namespace walrelay::envelope
