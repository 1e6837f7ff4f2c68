// What fuzz target `assembler` holds an assembler to: nothing that a checkpoint covers is relayed
// again, positions never move back (INV-1, INV-4), and a part that was relayed is resumed only when
// it is what has come again (INV-6).
#pragma once

#include <type_traits>
#include <vector>

#include <walrelay/base/ensure.hpp>
#include <walrelay/change/transaction_assembler.hpp>

namespace walrelay::fuzz {

using change::boundary;
using change::disposition;

// However long a transaction is, its assembler holds no more (INV-10).
static_assert(std::is_trivially_copyable_v<change::transaction_assembler>);

struct change_seen {
  lsn position;
  std::uint8_t content = 0;
  bool operator==(const change_seen&) const = default;
};

struct transaction {
  change::transaction_begin begin;
  std::vector<change_seen> changes;
  change::transaction_commit end;
  bool operator==(const transaction&) const = default;
};

/// What Kafka holds: a position and all that was relayed up to it.
struct stored {
  lsn position{0x100};
  std::optional<transaction_mark> last;
  std::optional<partial_mark> partial;
  std::vector<transaction> relayed;  // the last one is the one that `partial` is about
};

inline byte_view bytes_of(const change_seen& change) {
  return std::as_bytes(std::span(&change.content, 1));
}

/// One assembler after the other, and what each of them said.
class onlooker {
 public:
  /// `slot_position` as in change::resume_point.
  onlooker(const stored& from, lsn slot_position)
      : now_(from),
        from_(from),
        assembler_({from.position, from.last, from.partial, slot_position}),
        last_is_due_(from.last && slot_position < from.last->end) {
    if (now_.partial) now_.relayed.pop_back();
    now_.partial.reset();
  }

  bool begin(const change::transaction_begin& begin) {
    const auto what = assembler_.begin(begin);
    if (!what) return false;
    open_ = transaction{begin, {}, {}};
    relays_ = *what == disposition::relay;
    WALRELAY_ENSURE(relays_ == (begin.final_lsn >= from_.position), "relays by another rule");
    if (!relays_) return true;
    WALRELAY_ENSURE(!last_is_due_, "passes over the checkpoint's last transaction");
    const bool resumed = resuming();
    for (const auto& covered : from_.relayed) {
      const bool same = covered.begin.final_lsn == begin.final_lsn;
      WALRELAY_ENSURE(!same || (resumed && &covered == &from_.relayed.back()),
                      "{} is covered by the checkpoint {}", begin.final_lsn, from_.position);
    }
    WALRELAY_ENSURE(!from_.partial || resumed || caught_up_, "passes over the part at {}",
                    from_.partial->commit_lsn);
    return true;
  }

  bool change(const change_seen& change) {
    const auto what = assembler_.change();
    WALRELAY_ENSURE(what.has_value() == open_.has_value(), "a change without a transaction");
    if (!what) return false;
    const std::size_t part = covered_changes();
    const bool relayed = *what == disposition::relay;
    WALRELAY_ENSURE(relayed == (relays_ && open_->changes.size() >= part), "change {} of {}",
                    open_->changes.size(), part);
    open_->changes.push_back(change);
    const auto counted = assembler_.counted(change.position, bytes_of(change));
    const bool told_apart = open_->changes.size() == part && !same_part();
    WALRELAY_ENSURE(counted.has_value() != told_apart, "the part is{} what was relayed",
                    told_apart ? " not" : "");
    if (!counted) return false;
    if (relays_ && part != 0 && open_->changes.size() == part) caught_up_ = true;
    check_progress();
    return true;
  }

  bool commit(const change::transaction_commit& end) {
    const lsn before = assembler_.assembled();
    const std::size_t part = open_ ? covered_changes() : 0;
    const auto reached = assembler_.commit(end);
    if (!reached) return false;
    WALRELAY_ENSURE(open_.has_value(), "a commit without a transaction");
    WALRELAY_ENSURE(open_->changes.size() >= part, "the end of a part that did not come again");
    WALRELAY_ENSURE(assembler_.assembled() >= before, "assembled moved back");
    open_->end = end;
    if (relays_) {
      keep(*reached);
    } else {
      check_skipped(*reached);
    }
    open_.reset();
    return true;
  }

  bool keepalive(lsn position) {
    const lsn before = assembler_.assembled();
    const bool part_to_come = from_.partial && !caught_up_;
    const auto idle = assembler_.keepalive(position);
    const bool wanted = !open_ && !part_to_come && position > before;
    const bool passes_part = !open_ && part_to_come && position > from_.partial->commit_lsn;
    WALRELAY_ENSURE(idle.has_value() != ((wanted && last_is_due_) || passes_part),
                    "a transaction is due before {}", position);
    if (!idle) return false;
    WALRELAY_ENSURE(idle->has_value() == wanted, "a boundary at {} after {}", position, before);
    if (*idle) now_.position = position;
    return true;
  }

  /// What a commit to Kafka would store now.
  [[nodiscard]] stored checkpoint() const {
    stored made = now_;
    made.partial = assembler_.progress();
    if (made.partial) {
      made.relayed.push_back(*open_);
    } else if (from_.partial && !caught_up_) {
      made = from_;
    }
    return made;
  }

  [[nodiscard]] const std::optional<transaction>& open() const { return open_; }

 private:
  [[nodiscard]] bool resuming() const {
    return from_.partial && !caught_up_ && open_->begin.id == from_.partial->id &&
           open_->begin.final_lsn == from_.partial->commit_lsn;
  }
  /// How many changes of the open transaction the checkpoint covers.
  [[nodiscard]] std::size_t covered_changes() const {
    return open_ && relays_ && resuming() ? from_.relayed.back().changes.size() : 0;
  }
  [[nodiscard]] bool same_part() const { return open_->changes == from_.relayed.back().changes; }

  void check_progress() const {
    const auto progress = assembler_.progress();
    const bool wanted = relays_ && covered_changes() <= open_->changes.size();
    WALRELAY_ENSURE(progress.has_value() == wanted, "progress");
    if (!progress) return;
    WALRELAY_ENSURE(progress->changes == open_->changes.size(), "{} changes", progress->changes);
    WALRELAY_ENSURE(progress->last_change == open_->changes.back().position, "last change");
  }

  void check_skipped(const boundary& reached) {
    WALRELAY_ENSURE(reached.position <= from_.position, "skipped beyond the checkpoint");
    const bool known = from_.last && reached.position <= from_.last->end;
    WALRELAY_ENSURE(known || open_->changes.empty(), "changes skipped that were never relayed");
    const bool at_last = known && reached.position == from_.last->end;
    WALRELAY_ENSURE(!at_last || from_.last == reached.transaction, "another one ends there");
    if (at_last) last_is_due_ = false;
  }

  void keep(const boundary& reached) {
    WALRELAY_ENSURE(reached.position > open_->begin.final_lsn, "{} covers no commit at {}",
                    reached.position, open_->begin.final_lsn);
    WALRELAY_ENSURE(reached.position >= now_.position, "boundary moved back");
    WALRELAY_ENSURE(reached.position == assembler_.assembled(), "boundary apart from assembled");
    now_.position = reached.position;
    now_.last = reached.transaction;
    now_.relayed.push_back(*open_);
  }

  stored now_;
  const stored from_;
  change::transaction_assembler assembler_;
  std::optional<transaction> open_;
  bool last_is_due_ = false;
  bool relays_ = false;
  bool caught_up_ = false;  // with from_.partial
};

/// A server that holds what was relayed, word for word, is never refused.
inline void play_true_history(const stored& from) {
  onlooker seen(from, lsn{});
  for (const transaction& each : from.relayed) {
    WALRELAY_ENSURE(seen.begin(each.begin), "true Begin at {}", each.begin.final_lsn);
    for (const change_seen& change : each.changes) {
      WALRELAY_ENSURE(seen.change(change), "true change at {}", change.position);
    }
    if (from.partial && &each == &from.relayed.back()) break;
    WALRELAY_ENSURE(seen.commit(each.end), "true Commit at {}", each.begin.final_lsn);
  }
}

}  // namespace walrelay::fuzz
