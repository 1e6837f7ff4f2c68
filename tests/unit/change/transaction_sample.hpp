// What the tests of the transaction assembler share.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include <walrelay/change/transaction_assembler.hpp>

#include "unit/show_result.hpp"

namespace walrelay::change {

constexpr wall_time at(std::int64_t microseconds) {
  return wall_time(std::chrono::microseconds(microseconds));
}

/// A transaction as the server tells it twice: in its Begin and in its Commit.
struct sample {
  std::uint64_t commit_lsn;
  std::uint64_t end_lsn;
  std::uint32_t id = 700;
  std::int64_t time = 5;

  [[nodiscard]] transaction_begin begin() const { return {lsn(commit_lsn), at(time), xid(id)}; }
  [[nodiscard]] transaction_commit commit() const {
    return {lsn(commit_lsn), lsn(end_lsn), at(time)};
  }
};

inline transaction_mark mark_of(const sample& transaction) {
  return {lsn(transaction.end_lsn), xid(transaction.id), at(transaction.time)};
}

/// By default on a slot that is confirmed as far as the checkpoint.
inline transaction_assembler resumed_at(std::uint64_t position,
                                        std::optional<transaction_mark> last = std::nullopt,
                                        std::uint64_t slot_position = ~std::uint64_t{0}) {
  return transaction_assembler(
      {lsn(position), last, std::nullopt, lsn(std::min(position, slot_position))});
}

/// All messages of a transaction with one change; the result of the one that decides.
inline result<boundary> run(transaction_assembler& assembler, const sample& transaction) {
  if (auto begun = assembler.begin(transaction.begin()); !begun) return begun.error();
  if (auto row = assembler.change(); !row) return row.error();
  if (auto counted = assembler.counted(lsn(transaction.commit_lsn), {}); !counted) {
    return counted.error();
  }
  return assembler.commit(transaction.commit());
}

inline void check_refused(const error& refused, std::string_view fragment) {
  CAPTURE(refused.message());
  CHECK(refused.kind == error_class::refuse);
  CHECK(refused.found.find(fragment) != std::string::npos);
  CHECK_FALSE(refused.why.empty());
  CHECK(refused.remedy.find("walrelay offsets show") != std::string::npos);
}

}  // namespace walrelay::change
