// What the catalog knows of a table and its types beyond the Relation message. It may be newer than
// the row at hand: names, types and identity of a row come from its relation; these facts only add
// what the relation lacks (key order, nullability, what a type is).
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <walrelay/base/ids.hpp>

namespace walrelay::change {

/// pg_type.typtype, and arrays told apart (typtype 'b' with typcategory 'A').
enum class type_kind : unsigned char {
  base,
  array,
  enumeration,
  domain,
  composite,
  range,
  multirange,
  pseudo,
};

struct type_facts {
  oid id;
  std::string schema;
  std::string name;
  type_kind kind = type_kind::base;
  oid element;                           // arrays
  char element_delimiter = ',';          // arrays: pg_type.typdelim of the element
  oid base;                              // domains
  std::int32_t base_modifier = -1;       // domains: pg_type.typtypmod
  std::vector<std::string> enum_labels;  // in sort order
};

using type_catalog = std::unordered_map<oid, type_facts>;

struct column_facts {
  enum class null : unsigned char { allowed, refused };
  std::string name;
  null nulls = null::allowed;
  std::string default_expression;  // as pg_get_expr prints it; empty without one
  std::string comment;             // as COMMENT ON COLUMN left it; empty without one
  bool operator==(const column_facts&) const = default;
};

struct table_facts {
  oid id;
  /// Primary key columns in key order, else those of the first unique index by name without
  /// expressions; empty when there is neither.
  std::vector<std::string> key_columns;
  enum class key_kind : unsigned char {
    none,
    primary_key,
    unique_index,  // rows may share a NULL, and be outside of it when it is partial
  };
  /// Columns of the REPLICA IDENTITY USING INDEX index in index order; empty otherwise.
  std::vector<std::string> identity_columns;
  std::vector<column_facts> columns;  // in table order
  key_kind key = key_kind::none;      // what key_columns are

  /// Null for a column that the catalog does not know, or no longer.
  [[nodiscard]] const column_facts* column(std::string_view name) const {
    const auto found = std::ranges::find(columns, name, &column_facts::name);
    return found == columns.end() ? nullptr : &*found;
  }
};

}  // namespace walrelay::change
