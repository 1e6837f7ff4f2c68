#include "sim/oracle.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "sim/world.hpp"

namespace walrelay::sim {

namespace {

const checkpoint& last_checkpoint(const std::vector<kafka_record>& records) {
  const auto last = std::find_if(records.rbegin(), records.rend(),
                                 [](const kafka_record& each) { return each.position != nullptr; });
  if (last == records.rend()) fault("INV-2: a Kafka transaction without a checkpoint is committed");
  return *last->position;
}

}  // namespace

void oracle::slot_created(lsn at) {
  if (slot_start_) fault("a slot was created twice");
  slot_start_ = at;
  const auto& all = log_->transactions();
  while (first_ < all.size() && all[first_].commit < at) ++first_;
  next_ = first_;
}

lsn oracle::checkpointed() const {
  return newest_ && newest_->state == checkpoint_state::streaming ? newest_->position : lsn{};
}

void oracle::confirmed(lsn position) const {
  if (position <= checkpointed()) return;
  fault(fmt::format("INV-3: the slot is confirmed at {}, the newest committed checkpoint is {}",
                    position, checkpointed()));
}

void oracle::check_first(const checkpoint& first) const {
  const auto before = newest_ ? newest_->number : checkpoint_number{};
  if (first.number == before) return;  // repeats the one before
  if (first.number.value() == before.value() + 1) return;
  fault(fmt::format("a transaction that follows checkpoint {} starts with checkpoint {}", before,
                    first.number));
}

void oracle::kafka_committed(const std::vector<kafka_record>& records) {
  const checkpoint& last = last_checkpoint(records);
  if (std::exchange(went_back_, false)) check_history_is_whole();
  if (records.front().position != nullptr) check_first(*records.front().position);
  if (last.state == checkpoint_state::creating) {
    if (newest_ && newest_->state == checkpoint_state::streaming) {
      fault("a first start begins over a checkpoint that is streaming");
    }
    if (records.size() != 1) fault("rows in a transaction of state creating");
  } else {
    check_rows(records, last);
  }
  newest_ = last;
}

/// Row `within_` of transaction `next_` must be what Kafka holds there.
void oracle::expect_row(const std::vector<kafka_record>& rows, std::size_t& at,
                        const checkpoint& last) const {
  const source_transaction& of = log_->transactions()[next_];
  const source_row& row = of.rows[within_];
  if (at < rows.size() && rows[at].row == row.id) {
    if (rows[at].shape != row.shape) fault(fmt::format("row {} has another's columns", row.id));
    ++at;
    return;
  }
  fault(
      fmt::format("row {} of transaction {} (commit {}) is missing or out of order: the "
                  "checkpoint {} covers it, Kafka holds {} there",
                  row.id, of.id, of.commit, last.position,
                  at < rows.size() ? fmt::format("row {}", rows[at].row) : "nothing"));
}

void oracle::check_part(const std::vector<kafka_record>& rows, std::size_t& at,
                        const checkpoint& last) {
  const auto& all = log_->transactions();
  if (next_ == all.size() || all[next_].id != last.partial->id ||
      all[next_].commit != last.partial->commit_lsn ||
      last.partial->changes > all[next_].rows.size()) {
    fault(fmt::format("INV-6: checkpoint {} tells of a part of transaction {} that is none",
                      last.number, last.partial->id));
  }
  if (last.partial->changes < within_) fault("INV-6: a part of a transaction is taken back");
  for (; within_ < last.partial->changes; ++within_) expect_row(rows, at, last);
}

void oracle::check_rows(const std::vector<kafka_record>& records, const checkpoint& last) {
  if (!slot_start_) fault("a position is committed before there is a slot");
  if (last.position < checkpointed()) {
    fault(fmt::format("INV-1: the checkpoint moves back from {} to {}", checkpointed(),
                      last.position));
  }
  std::vector<kafka_record> rows;
  for (const kafka_record& each : records) {
    if (each.position == nullptr) rows.push_back(each);
  }
  const auto& all = log_->transactions();
  std::size_t at = 0;
  for (; next_ < all.size() && all[next_].end <= last.position; ++next_) {
    for (; within_ < all[next_].rows.size(); ++within_) expect_row(rows, at, last);
    within_ = 0;
  }
  if (last.partial) check_part(rows, at, last);
  if (!last.partial && within_ > 0) {
    fault(fmt::format("INV-6: checkpoint {} forgets a part of transaction {}", last.number,
                      all[next_].id));
  }
  if (at < rows.size()) {
    fault(
        fmt::format("row {} is committed without a checkpoint that covers it, or twice; the "
                    "checkpoint is {}",
                    rows[at].row, last.position));
  }
  if (next_ < all.size() && all[next_].commit < last.position) {
    fault(fmt::format("INV-4: checkpoint {} lies inside the commit record of transaction {}",
                      last.position, all[next_].id));
  }
}

void oracle::read(std::size_t partition, const std::vector<kafka_record>& seen) const {
  std::size_t at = 0;
  const auto& all = log_->transactions();
  for (std::size_t i = first_; i < next_; ++i) {
    for (const source_row& row : all[i].rows) {
      if (partition_of(row.table, row.id) != partition) continue;
      if (at < seen.size() && seen[at].row == row.id) {
        ++at;
        continue;
      }
      fault(
          fmt::format("a read_committed reader misses row {} in partition {}", row.id, partition));
    }
  }
  if (at != seen.size()) {
    fault(fmt::format("a read_committed reader sees row {} too much in partition {}", seen[at].row,
                      partition));
  }
}

void oracle::restored() {
  const bool part_is_gone =
      newest_ && newest_->partial && newest_->partial->commit_lsn >= log_->end();
  relayed_is_gone_ = log_->transactions().size() < next_ || part_is_gone;
  went_back_ = checkpointed() > log_->end() || relayed_is_gone_;
}

void oracle::check_history_is_whole() const {
  if (relayed_is_gone_) fault("relaying goes on where what was relayed is gone from the server");
  const auto& all = log_->transactions();
  for (std::size_t i = next_; i < all.size() && all[i].commit < checkpointed(); ++i) {
    if (all[i].rows.empty() && all[i].end <= checkpointed()) continue;
    fault(
        fmt::format("relaying goes on past transaction {} (commit {}, end {}), which came after "
                    "the restore and lies before checkpoint {}",
                    all[i].id, all[i].commit, all[i].end, checkpointed()));
  }
}

bool oracle::complete() const {
  return slot_start_ && newest_ && newest_->state == checkpoint_state::streaming &&
         next_ == log_->transactions().size() && within_ == 0;
}

}  // namespace walrelay::sim
