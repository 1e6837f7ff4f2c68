// transaction_assembler: watches Begin, rows and Commit go by and decides what a row belongs to,
// whether its transaction was already relayed, and up to where the stream may be checkpointed.
// Pure. One assembler lives for one generation: a new connection makes a new one.
//
// Whole transactions are compared with the checkpoint by commit LSN, never by a row's LSN (INV-4);
// rows pass through at once and are buffered nowhere (protocol 1 sends only committed
// transactions).
#pragma once

#include <cstdint>
#include <optional>

#include <walrelay/base/byte_reader.hpp>
#include <walrelay/base/checkpoint.hpp>
#include <walrelay/base/clock.hpp>
#include <walrelay/base/ids.hpp>
#include <walrelay/base/lsn.hpp>
#include <walrelay/base/result.hpp>

namespace walrelay::change {

struct transaction_begin {
  lsn final_lsn;  // commit LSN of the Commit to come
  wall_time commit_time;
  xid id;
  bool operator==(const transaction_begin&) const = default;
};

struct transaction_commit {
  lsn commit_lsn;
  lsn end_lsn;
  wall_time commit_time;
  bool operator==(const transaction_commit&) const = default;
};

/// What the caller does with the rows of the open transaction.
enum class disposition {
  relay,
  skip,  // committed to Kafka by an earlier generation
};

/// A position up to which everything was seen: the end of a transaction or an idle keepalive.
struct boundary {
  lsn position;
  std::optional<transaction_mark> transaction;  // the newest one up to there
  disposition what = disposition::relay;
};

/// Where a stream goes on, and what tells whether the server still has the history before that.
struct resume_point {
  lsn position;                            // the checkpoint's
  std::optional<transaction_mark> last{};  // its newest transaction
  std::optional<partial_mark> partial{};   // how far the one after it was relayed already
  /// The slot's confirmed position when the stream began. Every transaction whose commit LSN is not
  /// before it is sent, so also `last`, where that ends behind it.
  lsn slot_position{};
  lsn adopted{};  // the checkpoint's
};
[[nodiscard]] resume_point resume_after(const checkpoint& from, lsn slot_position);

class transaction_assembler {
 public:
  explicit transaction_assembler(const resume_point& from);

  /// Refuses: Begin inside a transaction; a commit LSN that does not increase within the
  /// generation; a transaction to relay whose commit LSN lies before assembled(), where no restart
  /// would find it; another transaction than the one that was relayed in part; any to relay when
  /// the checkpoint's last transaction should have come before it and has not.
  [[nodiscard]] result<disposition> begin(const transaction_begin& message);

  /// What becomes of the change that has arrived (a row or a TRUNCATE); asking again changes
  /// nothing. Refuses one outside a transaction.
  [[nodiscard]] result<disposition> change() const;
  /// The change was dealt with: counts it. Refuses when the changes skipped so far are not those
  /// that were relayed.
  [[nodiscard]] result<void> counted(lsn position, byte_view message);
  /// How far the open transaction has come; nothing unless its next change is to be relayed.
  [[nodiscard]] std::optional<partial_mark> progress() const;

  /// Refuses: Commit without Begin; fewer changes than were relayed in part; a commit LSN or time
  /// that is not Begin's; an end not after the commit or before an earlier end; a skipped
  /// transaction that cannot have been relayed (history was replaced without a new timeline): it
  /// ends beyond the checkpoint, or has changes and ends after the checkpoint's last transaction,
  /// or ends where that does with another xid or time.
  [[nodiscard]] result<boundary> commit(const transaction_commit& message);

  /// A keepalive's position: a boundary only with no transaction open and when it is ahead of all
  /// boundaries before (INV-3). Otherwise nothing. Refuses one that passes the checkpoint when the
  /// checkpoint's last transaction should have come before it and has not, and one that passes the
  /// commit of a transaction relayed in part before that has come again.
  [[nodiscard]] result<std::optional<boundary>> keepalive(lsn wal_end);

  /// A logical message that belongs to no transaction. Its LSN is the end of its record in the WAL,
  /// which is a boundary: the server skips a message or commit whose record *begins* before the
  /// slot's position, so this one, and not the one that begins right there. Nothing when it was
  /// relayed before. Refuses one inside a transaction, one at or behind a position that was
  /// declared passed, one before the rest of a transaction that was relayed in part, and what
  /// keepalive() refuses.
  [[nodiscard]] result<std::optional<boundary>> message(lsn end);

  /// The newest boundary once more; nothing while a transaction is open or has yet to come again
  /// after it was relayed in part.
  [[nodiscard]] std::optional<boundary> here() const;

  /// The open transaction is the one that was relayed in part, and not all of that has come again.
  [[nodiscard]] bool resuming() const;

  /// The stream has come as far as the resume position and nothing before it spoke against it.
  /// Until then the slot must stay where it is: a slot that has moved is not sent what would prove
  /// that history was replaced, so the next start would take it for the old one.
  [[nodiscard]] bool history_proved() const { return history_proved_; }

  [[nodiscard]] bool open() const { return current_.has_value(); }
  /// Only while open().
  [[nodiscard]] const transaction_begin& current() const { return *current_; }
  /// End of the newest boundary, or the resume position before the first.
  [[nodiscard]] lsn assembled() const { return assembled_; }
  /// End LSN of the last Commit seen, for `source.sequence`.
  [[nodiscard]] std::optional<lsn> last_commit_end() const { return last_commit_end_; }
  [[nodiscard]] std::uint64_t skipped_transactions() const { return skipped_; }

 private:
  [[nodiscard]] disposition disposition_of(const transaction_begin& transaction) const;
  [[nodiscard]] std::optional<error> check_against_begin(const transaction_commit& message) const;
  [[nodiscard]] std::optional<error> check_skipped(const transaction_mark& skipped) const;
  [[nodiscard]] std::optional<error> check_last_has_come() const;

  lsn resume_;
  std::optional<transaction_mark> relayed_;  // the checkpoint's last
  lsn adopted_;
  bool relayed_is_due_ = false;  // the server has to send it and has not yet
  bool history_proved_ = false;
  std::optional<partial_mark> partial_;     // until its transaction has caught up
  std::optional<transaction_mark> newest_;  // of the boundaries so far
  std::optional<transaction_begin> current_;
  partial_mark progress_;  // of current_
  lsn newest_commit_;
  lsn assembled_;
  std::optional<lsn> last_commit_end_;
  std::uint64_t skipped_ = 0;
};

}  // namespace walrelay::change
