// table_progress: how far the copy of one captured table has come, as committed in the offsets
// topic in the same Kafka transaction as the rows it covers. A noun shared by rooms that may not
// see each other: snapshot decides on it, kafka stores it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <walrelay/base/ids.hpp>

namespace walrelay {

enum class table_copy_state {
  pending,    // to be copied, and not a row was
  reading,    // up to `last_key`
  rereading,  // all was read; the listed keys are read again
  done,
  skipped,  // captured from when it was first seen on, without the rows it had
};

struct table_progress {
  std::string table;  // schema.table, which is in the record's key
  table_copy_state state = table_copy_state::pending;
  oid table_id;
  /// Names and types of the key's columns, in its order (snapshot/row_key.hpp's text). The table
  /// starts over when they are others.
  std::string key_columns;
  std::optional<std::string> last_key;  // of the last row read (row_key)
  std::string listed_keys;              // to be read again (row_keys, as the columns of a row_key)
  std::uint64_t rows = 0;               // emitted
  bool operator==(const table_progress&) const = default;
};

}  // namespace walrelay
