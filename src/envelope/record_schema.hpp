// record_schema: the Connect schemas of a table's records as text, made once per relation: with
// schemas.enable each record begins with a copy of it (DEBEZIUM.md sections 1.1 to 1.3 and 1.8).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "envelope/schema_node.hpp"

namespace walrelay::envelope {

/// What stands around a payload; both empty without schemas.
struct json_frame {
  std::string opening;  // `{"schema":{...},"payload":`
  std::string closing;
};

/// `source` and `transaction` of an event.
[[nodiscard]] schema_node source_schema();
[[nodiscard]] schema_node transaction_schema();

[[nodiscard]] json_frame frame_of(const schema_node& node);
/// Of a key with these columns. `name` is the topic's, as it stands in names of schemas.
[[nodiscard]] json_frame key_frame(std::string_view name, std::vector<schema_field> columns);
/// Of a change envelope of rows with these columns.
[[nodiscard]] json_frame value_frame(std::string_view name, std::vector<schema_field> columns);

}  // namespace walrelay::envelope
