// snapshot_rows: rows of published tables as they were when a slot was created, as the text that
// the stream would carry. One session in the slot's exported snapshot. Blocking: runs on a helper
// thread.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include <walrelay/base/result.hpp>
#include <walrelay/change/relation.hpp>
#include <walrelay/change/value.hpp>
#include <walrelay/postgres/connection.hpp>

namespace walrelay::postgres {

class snapshot_rows {
 public:
  /// The slot's session must not have run another command since it exported `snapshot`.
  [[nodiscard]] static result<std::unique_ptr<snapshot_rows>> open(
      const connection_settings& settings, const std::string& snapshot);
  ~snapshot_rows();
  snapshot_rows(const snapshot_rows&) = delete;
  snapshot_rows& operator=(const snapshot_rows&) = delete;

  /// What `publication` shows of a table: its published columns, and which of its rows.
  struct published {
    change::relation shape;    // as the Relation message would announce it
    std::string row_filter;    // SQL; empty: all rows
    bool descendants = false;  // a partitioned table: its rows are its partitions'
  };
  /// Absent when the table is not in the publication.
  [[nodiscard]] result<std::optional<published>> shape(oid table, const std::string& publication);

  /// Hands at most `most` rows to `on_row` until it returns false. The views die when it returns.
  using row_function = std::function<bool(std::span<const change::value>)>;
  [[nodiscard]] result<void> read(const published& table, std::size_t most,
                                  const row_function& on_row);

 private:
  struct impl;
  explicit snapshot_rows(std::unique_ptr<impl> self);
  std::unique_ptr<impl> self_;
};

}  // namespace walrelay::postgres
