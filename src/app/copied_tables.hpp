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

#include <walrelay/config/options.hpp>
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
  /// Makes the encoder of rows that have a shape.
  using binder = std::function<result<std::unique_ptr<bound_table>>(const change::relation_ptr&)>;

  copied_table(snapshot::copied_table table, progress_place stored, snapshot::table_copy copy);

  [[nodiscard]] const snapshot::copied_table& table() const { return table_; }
  /// Rows can be read from now on; until then the table is only listened to.
  void reader_comes(binder bind) { bind_ = std::move(bind); }
  void reader_goes();
  [[nodiscard]] snapshot::table_copy& copy() { return copy_; }
  /// Its progress as the offsets topic has it or is about to.
  [[nodiscard]] table_progress record() const {
    return snapshot::record_of(table_, copy_.window().progress());
  }
  [[nodiscard]] table_key& key() { return key_; }
  /// A read is about to begin: shapes announced from now on are newer than what it will see.
  void read_begins();
  void chunk_read(read_chunk chunk);

 private:
  friend class copied_tables;

  void note(const change::row_change& what, snapshot::full_xid by);
  void announced(const change::relation_ptr& shape);
  /// Where the snapshot as a whole stands.
  struct surroundings {
    bool row_before = false;  // of any table
    bool last_table = false;
  };
  [[nodiscard]] result<void> add_rows(const emission_point& point, surroundings& all,
                                      record_batch& out);
  [[nodiscard]] result<void> add(const read_chunk& chunk, const std::vector<std::size_t>& rows,
                                 const emission_point& point, surroundings& all, record_batch& out);
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
  binder bind_;
  std::deque<waiting> chunks_;
  change::relation_ptr announced_since_read_;
  std::unique_ptr<bound_table> target_;
  std::vector<change::value> row_;
};

/// A table to be copied, or the rest of one.
[[nodiscard]] std::unique_ptr<copied_table> listen_to(const snapshot::copied_table& table,
                                                      const std::optional<table_progress>& known,
                                                      const config::connector_options& options);

class copied_tables : public emission_observer {
 public:
  enum class so_far { nothing, some_rows };
  /// `recent`: an id that the server gave out a moment ago.
  copied_tables(snapshot::full_xid recent, so_far copied)
      : recent_(recent), all_{copied == so_far::some_rows, false} {}

  /// In place of one of the same id.
  copied_table& add(std::unique_ptr<copied_table> what);
  void remove(oid table) { tables_.erase(table); }
  void is_last_table(bool last) { all_.last_table = last; }
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
  copied_table::surroundings all_;
  std::unordered_map<oid, std::unique_ptr<copied_table>> tables_;
};

}  // namespace walrelay::app
