// relation: the shape of a table as the Relation message before a row describes it. Immutable and
// shared: rows keep the shape that was in force when they were written, whatever comes later.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <walrelay/base/ids.hpp>

namespace walrelay::change {

/// PROTOCOL: "Relation", pg_class.relreplident.
enum class replica_identity : char {
  primary_key = 'd',
  nothing = 'n',
  full = 'f',
  index = 'i',
};

struct column {
  std::string name;
  oid type;
  std::int32_t type_modifier = -1;
  bool in_identity = false;  // flag 1 of the Relation message; set on every column under FULL

  bool operator==(const column&) const = default;
};

struct relation {
  oid id;
  std::string schema;
  std::string table;
  replica_identity identity = replica_identity::primary_key;
  std::vector<column> columns;

  [[nodiscard]] std::string qualified_name() const { return schema + "." + table; }
  bool operator==(const relation&) const = default;
};

using relation_ptr = std::shared_ptr<const relation>;

}  // namespace walrelay::change
