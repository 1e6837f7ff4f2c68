// source_type: what JDBC says of a column's type, which column.propagate.source.type and
// datatype.propagate.source.type put into the schema.
#pragma once

#include <cstdint>
#include <string>

#include <walrelay/base/ids.hpp>
#include <walrelay/change/table_facts.hpp>

namespace walrelay::envelope {

struct source_type {
  std::string name;  // pg_type.typname
  int length = 0;
  int scale = 0;
};

/// Length and scale of a domain are those of the type that it stands on, of an array those of its
/// elements; types that have no length have the largest there is.
[[nodiscard]] source_type source_type_of(oid type, std::int32_t modifier,
                                         const change::type_catalog& types);

}  // namespace walrelay::envelope
