// table_copy: one table's way through the snapshot as a state machine: note, settle, read chunk by
// chunk, read listed keys again, done. Fed by the stream and by the answers of a reader; says what
// to ask the database next. Pure; the shell asks and reads on helper threads.
//
// One lives for one generation: after a lost replication connection or an abort a new one begins at
// the progress that Kafka has.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <walrelay/snapshot/settling.hpp>
#include <walrelay/snapshot/table_window.hpp>

namespace walrelay::snapshot {

struct copy_limits {
  window_limits window{};
  std::size_t note_bytes =
      16u << 20;  // beyond: what was read is dropped and the table settles anew
};

class table_copy {
 public:
  /// From here on every event of the table has to be told.
  table_copy(copy_progress committed, settled_by rule, copy_limits limits);

  struct action {
    enum class kind {
      wait,              // for the stream, or for an answer
      ask_who_runs,      // locked transaction ids and a snapshot -> who_runs
      ask_for_snapshot,  // a fresh one, after a pause -> snapshot_taken
      read,              // -> chunk_read or read_failed
      end,               // done: nothing more to tell or to ask
    };
    kind what = kind::wait;
    read_order order{};
  };
  /// At most one question is open at a time; asking again before its answer says wait.
  [[nodiscard]] action next();

  // Answers.
  void who_runs(std::span<const full_xid> running);
  void snapshot_taken(const server_snapshot& fresh);
  void chunk_read(chunk what) { window_.offer(std::move(what)); }
  void read_failed() { window_.read_failed(); }
  /// No answer will come any more, nor the rows of chunks that wait; noting goes on.
  void reader_lost();

  // The stream.
  /// Of a transaction that is emitted from its first event on (not the rest of one that was relayed
  /// in part before).
  void transaction_begun(full_xid id);
  void emitted(full_xid by, row_key key, touch what);
  void emitted_truncate(full_xid by);
  void transaction_ended(full_xid id);
  /// What may be emitted at this boundary.
  [[nodiscard]] std::optional<table_window::emission> take(lsn boundary);
  /// The table has another shape than what was read.
  void shape_changed() { window_.discard_chunks(); }

  [[nodiscard]] const table_window& window() const { return window_; }
  [[nodiscard]] bool take_change() { return window_.take_change(); }
  [[nodiscard]] bool settled() const { return state_ == state::settled; }
  /// Transactions that are waited for; empty unless it settles.
  [[nodiscard]] const settling* waiting() const { return settling_ ? &*settling_ : nullptr; }

 private:
  enum class state { unsettled, settling, settled };
  void keep_within_budget();
  void settle_anew();

  table_window window_;
  settled_by rule_;
  copy_limits limits_;
  state state_ = state::unsettled;
  enum class question { none, open, outdated } asked_ = question::none;
  std::optional<settling> settling_;
  std::optional<full_xid> noting_whole_;  // the transaction at hand, if it is noted from its start
  std::vector<full_xid> noted_;  // until it is known who runs: ended, and noted from their start
};

}  // namespace walrelay::snapshot
