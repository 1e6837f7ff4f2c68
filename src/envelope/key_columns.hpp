// Which columns form the record key.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <walrelay/change/relation.hpp>
#include <walrelay/change/table_facts.hpp>

namespace walrelay::envelope {

/// Indices into relation.columns in key order; empty for a table without a key.
///
/// Under REPLICA IDENTITY DEFAULT and USING INDEX the key is exactly what the Relation message
/// flags: only those columns come with a DELETE, and the row's own Relation wins over a catalog
/// that has moved on. The catalog gives their order. Where nothing is flagged, or everything is
/// (FULL), the key is the catalog's: the primary key, else the first unique index. `wanted`
/// (message.key.columns) goes before all that.
[[nodiscard]] std::vector<std::size_t> key_columns_of(const change::relation& relation,
                                                      const change::table_facts* facts,
                                                      const std::vector<std::string>& wanted);

}  // namespace walrelay::envelope
