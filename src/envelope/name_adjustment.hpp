// name_adjustment: names that Avro accepts, made as Debezium's SchemaNameAdjuster makes them. It
// counts in Java's UTF-16 units: a character outside the basic plane is two of them.
#pragma once

#include <string>
#include <string_view>

#include <walrelay/envelope/table_encoder.hpp>

namespace walrelay::envelope {

/// Of a schema, whose parts are separated by dots.
[[nodiscard]] std::string adjusted_schema_name(std::string_view name, name_adjustment how);
/// Of a field, which has no parts: dots are replaced too.
[[nodiscard]] std::string adjusted_field_name(std::string_view name, name_adjustment how);

}  // namespace walrelay::envelope
