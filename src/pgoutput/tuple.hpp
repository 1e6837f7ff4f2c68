// tuple: TupleData (PROTOCOL: "TupleData"), the columns of one row.
#pragma once

#include <vector>

#include <walrelay/change/value.hpp>

#include "pgoutput/field_reader.hpp"

namespace walrelay::pgoutput {

/// Replaces what `values` holds. Its memory is kept from row to row.
void read_tuple(field_reader& fields, std::vector<change::value>& values);

/// A column count of a tuple or a Relation, or 0 when it is refused.
[[nodiscard]] std::size_t read_column_count(field_reader& fields);

}  // namespace walrelay::pgoutput
