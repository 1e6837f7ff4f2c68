// oracle: knows both ends and says when a rule is broken, at the step that breaks it.
//
// A Kafka transaction counts from the moment its commit is decided: from then on every
// read_committed reader will see it. Its records must be exactly the rows of the next source
// commits, whole and in order (INV-4, INV-5, INV-6), its last checkpoint must cover these and no
// more (INV-2), and the slot must never be confirmed beyond the newest of them (INV-3). It may end
// inside a source commit only when that checkpoint says where.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <walrelay/base/checkpoint.hpp>

#include "sim/kafka_record.hpp"
#include "sim/source_log.hpp"

namespace walrelay::sim {

class oracle {
 public:
  /// The log outlives the oracle.
  void watch(const source_log& log) { log_ = &log; }

  void slot_created(lsn at);
  void kafka_committed(const std::vector<kafka_record>& records);
  void confirmed(lsn position) const;
  /// What a read_committed reader finds in one partition, from its beginning.
  void read(std::size_t partition, const std::vector<kafka_record>& seen) const;

  /// The log has gone back. When a checkpoint lay beyond its end an instance may refuse, until one
  /// has committed: then nothing that was relayed is gone and nothing new was passed over.
  void restored();
  [[nodiscard]] bool may_refuse() const { return went_back_; }

  /// Every source commit so far is relayed.
  [[nodiscard]] bool complete() const;
  [[nodiscard]] std::size_t relayed() const { return next_; }
  [[nodiscard]] lsn checkpointed() const;

 private:
  void check_first(const checkpoint& first) const;
  void expect_row(const std::vector<kafka_record>& rows, std::size_t& at,
                  const checkpoint& last) const;
  void check_part(const std::vector<kafka_record>& rows, std::size_t& at, const checkpoint& last);
  void check_history_is_whole() const;
  void check_rows(const std::vector<kafka_record>& records, const checkpoint& last);

  const source_log* log_ = nullptr;
  std::optional<lsn> slot_start_;
  std::optional<checkpoint> newest_;
  bool went_back_ = false;
  bool relayed_is_gone_ = false;
  std::size_t next_ = 0;    // source transaction that is to be relayed next
  std::size_t within_ = 0;  // rows of that one which are relayed already (INV-6)
  std::size_t first_ = 0;   // the first one that the slot will send
};

}  // namespace walrelay::sim
