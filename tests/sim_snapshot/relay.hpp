// relay: the shell around snapshot::table_copy: streams commits, reads chunks in steps, commits to
// Kafka, and starts over from what Kafka has. A rule that was taken out is taken out here.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include <walrelay/snapshot/table_copy.hpp>

#include "sim/dice.hpp"
#include "sim_snapshot/database.hpp"
#include "sim_snapshot/rules.hpp"
#include "sim_snapshot/topic.hpp"

namespace walrelay::sim_snapshot {

class relay {
 public:
  relay(database& source, topic& sink, rule without, snapshot::copy_limits limits,
        std::size_t rows_a_chunk);

  // One step each; false when there was nothing to do.
  bool stream();
  bool keepalive();
  bool commit();
  bool advance_copy();

  void shape_changed();
  enum class interruption { daemon, kafka, server };
  void start_over(interruption why);

  [[nodiscard]] bool complete() const;
  /// A reader holds its lock on the table.
  [[nodiscard]] bool locks_table() const { return reading_ && reading_->locked; }

 private:
  struct reading {
    snapshot::read_order order;
    bool locked = false;
    int rewritten = 0;
    std::optional<snapshot::chunk> taken;  // its snapshot and WAL end, rows to come
    table rows;
    std::set<transaction_number> seen;
  };
  struct read_rows {
    table rows;
    std::set<transaction_number> seen;
    snapshot::chunk answer;
  };

  void begin_generation();
  void tell(const transaction& emitted, const change& what);
  void after_boundary(lsn position);
  void write_progress();
  void read_step();
  void finish_read();
  [[nodiscard]] bool answer_from_memory(const snapshot::read_order& order);

  database& source_;
  topic& sink_;
  const rule without_;
  const snapshot::copy_limits limits_;
  const std::size_t rows_a_chunk_;

  std::optional<snapshot::table_copy> copy_;
  bool listens_ = true;
  std::optional<reading> reading_;
  std::function<void()> answer_;             // on its way from the database
  std::map<std::uint64_t, read_rows> read_;  // by order, as long as they may be emitted
  std::vector<read_rows> kept_;              // by a broken rule

  std::size_t position_ = 0;  // commit records streamed
  std::vector<record> produced_;
  snapshot::copy_progress progress_;
  std::size_t committed_position_ = 0;
  snapshot::copy_progress committed_progress_;
};

}  // namespace walrelay::sim_snapshot
