#include <walrelay/change/transaction_assembler.hpp>

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <xxhash.h>

namespace walrelay::change {

namespace {

/// The server has broken the order that positions are built on. Going on could store a position
/// that skips or repeats a transaction.
error out_of_order(std::string found) {
  return {error_class::refuse,
          std::move(found),
          "a position taken from such a stream could lose or repeat a transaction",
          "keep the slot and the offsets topic as they are, see that database.hostname leads to "
          "PostgreSQL itself, compare `walrelay offsets show` with pg_replication_slots, and "
          "report this",
          {}};
}

/// What was relayed before is not what the server has now.
error replaced_history(std::string found) {
  return {
      error_class::refuse,
      std::move(found),
      "the server's history was replaced without a new timeline (restored from a file copy or "
      "a storage snapshot): rows in Kafka may not exist in the database, and others are missing",
      "compare `walrelay offsets show` with the server; if it was restored on purpose, accept "
      "the gap with `walrelay offsets adopt --accept-gap`",
      {}};
}

std::string described(const transaction_begin& transaction) {
  return fmt::format("transaction {} (commit LSN {})", transaction.id, transaction.final_lsn);
}

std::int64_t microseconds(wall_time time) {
  return time.time_since_epoch().count();
}

}  // namespace

resume_point resume_after(const checkpoint& from, lsn slot_position) {
  return {from.position, from.last_transaction, from.partial, slot_position, from.adopted};
}

transaction_assembler::transaction_assembler(const resume_point& from)
    : resume_(from.position),
      relayed_(from.last),
      adopted_(from.adopted),
      relayed_is_due_(from.last && from.slot_position < from.last->end),
      partial_(from.partial),
      newest_(from.last),
      assembled_(from.position) {}

result<disposition> transaction_assembler::begin(const transaction_begin& message) {
  if (current_) {
    return out_of_order(
        fmt::format("the server began {} inside {}", described(message), described(*current_)));
  }
  if (message.final_lsn <= newest_commit_) {
    return out_of_order(fmt::format("the server sent {} after one with commit LSN {}",
                                    described(message), newest_commit_));
  }
  const disposition what = disposition_of(message);
  if (what == disposition::relay && message.final_lsn < assembled_) {
    // A restart would resume at assembled_ and skip this transaction (INV-4).
    return out_of_order(fmt::format("the server sent {} after it had declared {} as passed",
                                    described(message), assembled_));
  }
  const bool expected =
      !partial_ || (message.id == partial_->id && message.final_lsn == partial_->commit_lsn);
  if (what == disposition::relay && !expected) {
    return replaced_history(
        fmt::format("transaction {} (commit LSN {}) was relayed in part, but the server sent {}",
                    partial_->id, partial_->commit_lsn, described(message)));
  }
  if (what == disposition::relay) {
    if (auto absent = check_last_has_come()) return *std::move(absent);
    history_proved_ = true;
  }
  newest_commit_ = message.final_lsn;
  current_ = message;
  progress_ = {message.id, message.final_lsn, 0, {}, 0};
  return what;
}

bool transaction_assembler::resuming() const {
  return current_ && partial_ && disposition_of(*current_) == disposition::relay;
}

result<disposition> transaction_assembler::change() const {
  if (!current_) {
    return out_of_order(
        fmt::format("the server sent a change outside a transaction, after {}", assembled_));
  }
  return resuming() ? disposition::skip : disposition_of(*current_);
}

result<void> transaction_assembler::counted(lsn position, byte_view message) {
  ++progress_.changes;
  progress_.last_change = position;
  // Chained: each digest seeds the next.
  progress_.digest =
      XXH3_64bits_withSeed(message.data(), message.size(), progress_.digest ^ position.value());
  if (!resuming() || progress_.changes < partial_->changes) return {};
  if (progress_ != *partial_) {
    return replaced_history(fmt::format(
        "{} was relayed up to its change {} at {}, but on the server these changes are others",
        described(*current_), partial_->changes, partial_->last_change));
  }
  partial_.reset();
  return {};
}

std::optional<partial_mark> transaction_assembler::progress() const {
  if (!current_ || resuming() || disposition_of(*current_) == disposition::skip) {
    return std::nullopt;
  }
  return progress_.changes == 0 ? std::nullopt : std::optional(progress_);
}

result<boundary> transaction_assembler::commit(const transaction_commit& message) {
  if (!current_) {
    return out_of_order(
        fmt::format("the server sent a Commit (commit LSN {}, end LSN {}) without "
                    "a Begin",
                    message.commit_lsn, message.end_lsn));
  }
  if (auto contradiction = check_against_begin(message)) return *std::move(contradiction);
  if (resuming()) {
    return replaced_history(
        fmt::format("{} has {} changes on the server, but {} were relayed of it",
                    described(*current_), progress_.changes, partial_->changes));
  }
  const transaction_begin transaction = *std::exchange(current_, std::nullopt);
  const transaction_mark mark{message.end_lsn, transaction.id, transaction.commit_time};
  const disposition what = disposition_of(transaction);
  if (what == disposition::skip) {
    if (auto replaced = check_skipped(mark)) return *std::move(replaced);
    relayed_is_due_ = relayed_is_due_ && mark != relayed_;
    ++skipped_;
  } else {
    newest_ = mark;
  }
  last_commit_end_ = message.end_lsn;
  assembled_ = std::max(assembled_, message.end_lsn);
  return boundary{message.end_lsn, mark, what};
}

result<std::optional<boundary>> transaction_assembler::keepalive(lsn wal_end) {
  if (current_ || wal_end < resume_) return std::optional<boundary>();
  if (partial_) {
    // Nothing may pass a transaction that was relayed in part and has yet to come.
    if (wal_end <= partial_->commit_lsn) return std::optional<boundary>();
    return replaced_history(fmt::format(
        "transaction {} (commit LSN {}) was relayed in part, but the server has no longer sent it "
        "before it passed {}",
        partial_->id, partial_->commit_lsn, wal_end));
  }
  if (auto absent = check_last_has_come()) return *std::move(absent);
  history_proved_ = true;
  if (wal_end <= assembled_) return std::optional<boundary>();
  assembled_ = wal_end;
  return std::optional(boundary{wal_end, newest_, disposition::relay});
}

result<std::optional<boundary>> transaction_assembler::message(lsn end) {
  if (current_) {
    return out_of_order(fmt::format("the server sent a message of no transaction, at {}, inside {}",
                                    end, described(*current_)));
  }
  if (end <= resume_) return std::optional<boundary>();
  if (end <= assembled_) {
    return out_of_order(
        fmt::format("the server sent a message at {} after it had declared {} as "
                    "passed",
                    end, assembled_));
  }
  if (partial_) {
    return replaced_history(
        fmt::format("transaction {} (commit LSN {}) was relayed in part, but the server sent a "
                    "message at {} before it",
                    partial_->id, partial_->commit_lsn, end));
  }
  return keepalive(end);
}

std::optional<boundary> transaction_assembler::here() const {
  if (current_ || partial_) return std::nullopt;
  return boundary{assembled_, newest_, disposition::relay};
}

disposition transaction_assembler::disposition_of(const transaction_begin& transaction) const {
  return transaction.final_lsn < resume_ ? disposition::skip : disposition::relay;
}

std::optional<error> transaction_assembler::check_against_begin(
    const transaction_commit& message) const {
  const auto transaction = [this] { return described(*current_); };
  if (message.commit_lsn != current_->final_lsn) {
    return out_of_order(
        fmt::format("the Commit of {} has commit LSN {}", transaction(), message.commit_lsn));
  }
  if (message.commit_time != current_->commit_time) {
    return out_of_order(fmt::format(
        "{} began with commit time {} us but its Commit has {} us since 1970", transaction(),
        microseconds(current_->commit_time), microseconds(message.commit_time)));
  }
  // At it is no better: resumed there, the transaction would be relayed again.
  if (message.end_lsn <= message.commit_lsn) {
    return out_of_order(fmt::format("the end LSN {} of {} does not lie after its commit LSN",
                                    message.end_lsn, transaction()));
  }
  if (last_commit_end_ && message.end_lsn < *last_commit_end_) {
    return out_of_order(fmt::format("the end LSN {} of {} lies before the end LSN {} of one before",
                                    message.end_lsn, transaction(), *last_commit_end_));
  }
  return std::nullopt;
}

std::optional<error> transaction_assembler::check_skipped(const transaction_mark& skipped) const {
  if (skipped.end > resume_) {
    return replaced_history(fmt::format(
        "transaction {} begins its commit before the checkpoint {} but ends after it, at {}",
        skipped.id, resume_, skipped.end));
  }
  // One without changes may be sent or left out as the server likes.
  const bool unknown = relayed_ ? skipped.end > relayed_->end : skipped.end > adopted_;
  if (unknown && progress_.changes > 0) {
    return replaced_history(fmt::format(
        "transaction {}, which ends at {}, was never relayed, though the checkpoint {} "
        "has passed it: the last one that was {}",
        skipped.id, skipped.end, resume_,
        relayed_ ? fmt::format("is {} and ends at {}", relayed_->id, relayed_->end) : "is none"));
  }
  if (relayed_ && skipped.end == relayed_->end && skipped != *relayed_) {
    return replaced_history(fmt::format(
        "the transaction that ends at {} is {} of {} us on the server, but {} of {} us in the "
        "checkpoint",
        skipped.end, skipped.id, microseconds(skipped.commit_time), relayed_->id,
        microseconds(relayed_->commit_time)));
  }
  return std::nullopt;
}

std::optional<error> transaction_assembler::check_last_has_come() const {
  if (!relayed_is_due_) return std::nullopt;
  return replaced_history(fmt::format(
      "transaction {}, which ended at {}, was relayed, but the server has no longer sent "
      "it before it passed the checkpoint {}",
      relayed_->id, relayed_->end, resume_));
}

}  // namespace walrelay::change
