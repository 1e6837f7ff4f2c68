// row_message: Insert, Update and Delete (PROTOCOL: "Insert", "Update", "Delete"). The values are
// views into the message, held by the vectors that the caller keeps from row to row.
#pragma once

#include <vector>

#include <walrelay/pgoutput/messages.hpp>

#include "pgoutput/field_reader.hpp"

namespace walrelay::pgoutput {

using value_scratch = std::vector<change::value>;

[[nodiscard]] row read_insert(field_reader& fields, value_scratch& new_values);
[[nodiscard]] row read_update(field_reader& fields, value_scratch& old_values,
                              value_scratch& new_values);
[[nodiscard]] row read_delete(field_reader& fields, value_scratch& old_values);

}  // namespace walrelay::pgoutput
