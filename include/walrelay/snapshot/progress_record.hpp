// progress_record: copy_progress as what the offsets topic holds, and back. Pure.
#pragma once

#include <optional>
#include <string>

#include <walrelay/base/table_progress.hpp>
#include <walrelay/snapshot/copy_progress.hpp>

namespace walrelay::snapshot {

/// What the progress of a copy is about.
struct copied_table {
  std::string name;  // schema.table
  oid id;
  std::string key_columns;  // names and types, as columns of a row_key
  bool operator==(const copied_table&) const = default;
};

[[nodiscard]] table_progress record_of(const copied_table& table, const copy_progress& progress);

/// Nothing when the record is of a table that was made anew or has another key since, or of keys
/// that cannot be read: its copy starts over.
[[nodiscard]] std::optional<copy_progress> progress_in(const table_progress& record,
                                                       const copied_table& table);

}  // namespace walrelay::snapshot
