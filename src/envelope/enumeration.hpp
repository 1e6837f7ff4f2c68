// Enums: a label is a string, and the schema lists the labels that there are.
#pragma once

#include <memory>

#include <walrelay/change/table_facts.hpp>

#include "envelope/schema_node.hpp"
#include "envelope/value_encoder.hpp"

namespace walrelay::envelope {

/// A comma within a label cannot be told from one between labels in the schema: Debezium's format
/// has no escape for it.
[[nodiscard]] std::unique_ptr<value_encoder> make_enum(const change::type_facts& type);

/// Whether it is, or has within it, the schema of an enum.
[[nodiscard]] bool lists_labels(const schema_node& schema);

}  // namespace walrelay::envelope
