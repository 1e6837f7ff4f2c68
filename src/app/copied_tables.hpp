// copied_tables: the tables whose rows are being copied, as the stream meets them: notes what is
// emitted of them, and adds rows that were read, with their progress, at its boundaries.
// What may be emitted is snapshot::table_copy's to say. Loop thread; one generation.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include <walrelay/snapshot/progress_record.hpp>
#include <walrelay/snapshot/table_copy.hpp>

#include "app/bound_table.hpp"
#include "app/emission_observer.hpp"
#include "app/read_chunk.hpp"
#include "app/table_key.hpp"

namespace walrelay::app {

/// Where a table's progress is stored.
struct progress_place {
  std::int32_t partition = 0;
  std::string key;
};

class copied_table {
 public:
  copied_table(snapshot::copied_table table, std::vector<std::string> key_columns,
               progress_place stored, snapshot::table_copy copy);

  /// Makes the encoder of rows that have this shape.
  using binder = std::function<result<std::unique_ptr<bound_table>>(const change::relation_ptr&)>;

  [[nodiscard]] snapshot::table_copy& copy() { return copy_; }
  [[nodiscard]] const snapshot::copied_table& table() const { return table_; }
  [[nodiscard]] table_key& key() { return key_; }
  /// A read is about to begin: shapes announced from now on are newer than what it will see.
  void read_begins();
  void chunk_read(read_chunk chunk);

 private:
  friend class copied_tables;

  void note(const change::row_change& what, snapshot::full_xid by);
  void announced(const change::relation_ptr& shape);
  [[nodiscard]] result<void> add_rows(const emission_point& point, const binder& bind,
                                      record_batch& out);
  [[nodiscard]] result<void> add(const read_chunk& chunk, const std::vector<std::size_t>& rows,
                                 const emission_point& point, record_batch& out);
  void add_progress(record_batch& out);
  void drop_outdated_chunks();

  struct waiting {
    read_chunk chunk;
    change::relation_ptr announced_since;  // the newest shape of the stream since the read began
  };

  snapshot::copied_table table_;
  table_key key_;
  progress_place stored_;
  snapshot::table_copy copy_;
  std::deque<waiting> chunks_;
  change::relation_ptr announced_since_read_;
  std::unique_ptr<bound_table> target_;
  std::vector<change::value> row_;
};

class copied_tables : public emission_observer {
 public:
  /// `recent`: an id that the server gave out a moment ago.
  copied_tables(snapshot::full_xid recent, copied_table::binder bind)
      : recent_(recent), bind_(std::move(bind)) {}

  copied_table& add(oid table, std::unique_ptr<copied_table> what);
  void remove(oid table) { tables_.erase(table); }
  [[nodiscard]] copied_table* find(oid table);
  /// Some chunk waits for the stream to come to a position.
  [[nodiscard]] bool waits_for_stream() const;

  void transaction_begun(xid id) override;
  void emitted(const change::row_change& what, xid by) override;
  void transaction_ended(xid id) override;
  void relation_announced(const change::relation_ptr& shape) override;
  [[nodiscard]] result<void> at_boundary(const emission_point& point, record_batch& out) override;
  void at_split(record_batch& out) override;

 private:
  snapshot::full_xid recent_;
  copied_table::binder bind_;
  std::unordered_map<oid, std::unique_ptr<copied_table>> tables_;
};

}  // namespace walrelay::app
