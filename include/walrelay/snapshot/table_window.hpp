// table_window: which rows of a chunk may be emitted, and when. Chunks are read beside the stream,
// each in a snapshot of its own; a chunk waits until the stream has come as far as the WAL had when
// it was read, and of its rows those are left out which an emitted transaction has touched that the
// chunk has not seen (SNAPSHOT.md section 2). Pure; one per table that is not done, for one
// generation. Keys are those that the stream's old rows carry.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include <walrelay/base/lsn.hpp>
#include <walrelay/snapshot/copy_progress.hpp>
#include <walrelay/snapshot/touch_notes.hpp>
#include <walrelay/snapshot/visibility.hpp>
#include <walrelay/snapshot/wal_layout.hpp>

namespace walrelay::snapshot {

/// What to read next. Its number tells an answer that comes too late.
struct read_order {
  std::uint64_t number = 0;
  std::optional<row_key> after;  // rows behind it in the server's order; absent: from the first
  std::vector<row_key> keys;     // not empty: these rows instead
  [[nodiscard]] bool of_listed_keys() const { return !keys.empty(); }
};

/// What was read.
struct chunk {
  read_order order;
  server_snapshot seen;
  lsn wal_end;                // pg_current_wal_insert_lsn() within `seen`'s statement
  std::vector<row_key> keys;  // of the rows, as they came
  enum class end { more, of_table } reached = end::more;
};

struct window_limits {
  std::size_t chunks_in_flight = 3;  // read, and waiting for the stream
  std::size_t listed_keys_a_read = 1000;
  /// The list is part of a record, which Kafka bounds: beyond this the table is copied from its
  /// first row again.
  std::size_t listed_bytes_most = 256u << 10;
  wal_layout wal{};
};

class table_window {
 public:
  table_window(copy_progress committed, window_limits limits);

  // What the stream emits, from before settling until done and without a break.
  void emitted(full_xid by, row_key key, touch what);
  void emitted_truncate(full_xid by);

  /// At most one read is under way at a time.
  [[nodiscard]] std::optional<read_order> next_read();
  /// Dropped when its order is no longer wanted.
  void offer(chunk what);
  /// The order under way cannot be answered; it is given again.
  void read_failed();

  /// The rows of the oldest chunk that may be emitted at a boundary of the stream: indexes into its
  /// keys. Nothing while the stream has not come far enough. progress() then covers the chunk, and
  /// belongs into the same Kafka transaction.
  struct emission {
    std::uint64_t order = 0;
    std::vector<std::size_t> rows;
  };
  [[nodiscard]] std::optional<emission> take(lsn boundary);

  /// All that were read and the one under way: what was read can no longer be trusted.
  void discard_chunks();
  /// Likewise, and the notes: settling has to begin anew.
  void forget();

  [[nodiscard]] const copy_progress& progress() const { return progress_; }
  /// progress() has changed since the last call: it belongs into the same Kafka transaction as what
  /// was emitted last.
  [[nodiscard]] bool take_change();
  /// The copy has begun anew and forgotten its notes since the last call: settling too.
  [[nodiscard]] bool take_start_over();
  [[nodiscard]] bool done() const { return progress_.at == copy_progress::phase::done; }
  [[nodiscard]] std::size_t note_bytes() const { return notes_.bytes(); }
  /// The stream has to come here for the next chunk; absent when none waits.
  [[nodiscard]] std::optional<lsn> waits_for() const;

 private:
  void list(row_key key);
  void unlist(const row_key& key);
  void start_over_if_list_is_full();
  void end_if_nothing_is_left();
  [[nodiscard]] std::vector<std::size_t> rows_of_range(const chunk& what);
  [[nodiscard]] std::vector<std::size_t> rows_of_listed(const chunk& what);
  void forget_what_all_have_seen(const chunk& taken);

  copy_progress progress_;
  window_limits limits_;
  touch_notes notes_;
  std::deque<chunk> chunks_;
  std::optional<std::uint64_t> under_way_;
  std::uint64_t orders_ = 0;
  std::size_t listed_bytes_ = 0;
  bool changed_ = false;
  bool has_started_over_ = false;
};

}  // namespace walrelay::snapshot
