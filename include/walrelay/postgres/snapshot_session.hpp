// snapshot_session: rows of published tables read by SQL, as the text that the stream would carry
// (INV-11), in snapshots whose place in the WAL is known. Blocking: one helper thread at a time.
//
// A read is: begin, lock, place, shape, read, end. The lock comes before the snapshot, which the
// first statement that needs one takes: a table that is rewritten in between would look empty.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <walrelay/base/ids.hpp>
#include <walrelay/base/lsn.hpp>
#include <walrelay/base/result.hpp>
#include <walrelay/change/relation.hpp>
#include <walrelay/change/value.hpp>
#include <walrelay/postgres/connection.hpp>

namespace walrelay::postgres {

class snapshot_session {
 public:
  /// Without any of the role's or database's time limits, and with row security off: a policy that
  /// hides rows is an error, not a smaller table.
  [[nodiscard]] static result<std::unique_ptr<snapshot_session>> open(
      const connection_settings& settings);
  ~snapshot_session();
  snapshot_session(const snapshot_session&) = delete;
  snapshot_session& operator=(const snapshot_session&) = delete;

  /// Ends what is under way, and whatever follows. Any thread.
  void cancel();

  /// A read-only transaction with a snapshot of its own.
  [[nodiscard]] result<void> begin();
  /// Likewise with one that another session has exported and keeps.
  [[nodiscard]] result<void> begin_in(const std::string& snapshot);
  [[nodiscard]] result<void> end();

  /// ACCESS SHARE, which only DDL waits for. `wait_most` of zero waits for ever.
  [[nodiscard]] result<void> lock(const std::string& schema, const std::string& table,
                                  std::chrono::milliseconds wait_most);

  struct place {
    std::string snapshot;  // pg_current_snapshot()
    lsn wal_end;           // pg_current_wal_insert_lsn() in the same statement
  };
  [[nodiscard]] result<place> where();
  /// What `publication` shows of a table: its published columns, and which of its rows.
  struct published {
    change::relation shape;    // as the Relation message would announce it
    std::string row_filter;    // SQL; empty: all rows
    bool descendants = false;  // a partitioned table: its rows are its partitions'
  };
  /// Absent when the table is not in the publication.
  [[nodiscard]] result<std::optional<published>> shape(oid table, const std::string& publication);

  /// Which rows, beside the publication's filter.
  struct wanted {
    std::vector<std::string> key;                // columns, in order; empty: as they come
    std::vector<std::string> after;              // rows whose key lies behind this one
    std::vector<std::vector<std::string>> keys;  // these rows
    std::string condition;                       // SQL; empty: all rows
    std::optional<std::size_t> most;
  };
  /// In the key's order. The views die when `on_row` returns.
  using row_function = std::function<void(std::span<const change::value>)>;
  [[nodiscard]] result<void> read(const published& table, const wanted& rows,
                                  const row_function& on_row);

 private:
  struct impl;
  explicit snapshot_session(std::unique_ptr<impl> self);
  std::unique_ptr<impl> self_;
};

}  // namespace walrelay::postgres
