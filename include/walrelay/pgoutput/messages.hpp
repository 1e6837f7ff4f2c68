// The messages of pgoutput, protocol version 1 (PROTOCOL: "Logical Replication Message Formats").
// Views point into the frame's payload; spans of values into the decoder's scratch. Both are valid
// until the decoder's next call.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include <walrelay/base/byte_reader.hpp>
#include <walrelay/base/ids.hpp>
#include <walrelay/base/lsn.hpp>
#include <walrelay/change/relation.hpp>
#include <walrelay/change/row_change.hpp>
#include <walrelay/change/transaction_assembler.hpp>
#include <walrelay/change/value.hpp>

namespace walrelay::pgoutput {

using begin = change::transaction_begin;    // 'B'
using commit = change::transaction_commit;  // 'C'

/// 'O': the transaction came from another replication origin.
struct origin {
  lsn commit_lsn;
  std::string_view name;
};

/// 'R'. Owned: the relation outlives the frame.
struct relation {
  change::relation shape;
};

/// 'Y': name of a type that is not built in.
struct type {
  oid id;
  std::string_view schema;  // empty for pg_catalog, domains over built-in types included
  std::string_view name;
};

/// 'I', 'U', 'D'.
struct row {
  change::row_operation operation = change::row_operation::insert;
  oid relation;
  change::old_row old_kind = change::old_row::none;
  std::span<const change::value> old_values;
  std::span<const change::value> new_values;
};

/// 'T'.
struct truncate {
  bool cascade = false;
  bool restart_identity = false;
  std::span<const oid> relations;
};

/// 'M': pg_logical_emit_message().
struct logical_message {
  bool transactional = false;
  lsn position;
  std::string_view prefix;
  byte_view content;
};

using message = std::variant<begin, commit, origin, relation, type, row, truncate, logical_message>;

}  // namespace walrelay::pgoutput
