// model_broker: a Kafka cluster as one transactional producer meets it: the log of each partition,
// the coordinator of one transactional id, and the requests that are on their way.
//
// Transactions are of the kind before KIP-890 part 2: the epoch changes only at init, so a late
// copy of EndTxn ends whatever transaction of its epoch is open then. A request may be delivered
// late, several times or never; its answer may be lost. Between the decision and the last marker
// the coordinator answers CONCURRENT_TRANSACTIONS.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "sim/kafka_record.hpp"
#include "sim/oracle.hpp"
#include "sim/world.hpp"

namespace walrelay::sim {

enum class ending { commit, abort };

struct kafka_request {
  enum class kind { init, produce, end };
  kind what = kind::init;
  std::uint64_t handle = 0;  // whose it is
  std::uint64_t call = 0;    // copies of one call have the same number
  std::uint64_t epoch = 0;
  ending outcome = ending::abort;     // end
  std::uint64_t sequence = 0;         // produce: for telling a copy
  std::vector<kafka_record> records;  // produce
  std::set<std::size_t> to_register;  // produce: partitions new to the client's transaction
};

struct kafka_answer {
  enum class code { ok, concurrent, fenced, invalid_state };
  code what = code::ok;
  std::uint64_t call = 0;
  std::uint64_t epoch = 0;  // init
};

class model_broker {
 public:
  model_broker(world& shared, oracle& judge) : shared_(shared), oracle_(judge) {}

  // The client's side of the network.
  [[nodiscard]] std::uint64_t new_handle() { return ++newest_handle_; }
  void send(kafka_request what) { on_the_way_.push_back(std::move(what)); }
  [[nodiscard]] bool answered(std::uint64_t handle, std::uint64_t call) const;
  /// Answers to older calls are dropped.
  [[nodiscard]] std::optional<kafka_answer> take_answer(std::uint64_t handle, std::uint64_t call);
  void forget(std::uint64_t handle) { answers_.erase(handle); }

  // The offsets partition, as a consumer sees it.
  [[nodiscard]] std::size_t high_watermark() const { return logs_[offsets_partition].size(); }
  [[nodiscard]] std::size_t last_stable() const { return stable_end(offsets_partition); }
  [[nodiscard]] std::optional<checkpoint> newest_checkpoint() const;

  // What happens by itself; the scheduler chooses when.
  [[nodiscard]] bool up() const { return up_; }
  void stop() { up_ = false; }
  void go_on() { up_ = true; }
  [[nodiscard]] std::size_t on_the_way() const { return on_the_way_.size(); }
  enum class answer_is { delivered, lost };
  void deliver(std::size_t which, answer_is fate);
  void lose(std::size_t which);
  [[nodiscard]] bool may_write_marker() const { return current_ && !is_open(*current_); }
  void write_marker();
  [[nodiscard]] bool has_open_transaction() const { return current_ && is_open(*current_); }
  [[nodiscard]] bool open_too_long() const;
  /// transaction.timeout.ms has passed at the coordinator.
  void time_out();

  /// The oracle reads each partition as read_committed.
  void read_everything() const;

 private:
  struct transaction {
    mono_time begun;
    std::optional<ending> decided;
    std::vector<kafka_record> records;
    std::set<std::size_t> partitions;
    std::set<std::size_t> marked;
  };
  struct entry {
    std::size_t transaction = 0;
    kafka_record record;
  };

  [[nodiscard]] bool is_open(std::size_t which) const { return !transactions_[which].decided; }
  [[nodiscard]] std::size_t stable_end(std::size_t partition) const;
  [[nodiscard]] bool visible(std::size_t partition, const entry& what) const;
  [[nodiscard]] kafka_answer::code serve(const kafka_request& what);
  [[nodiscard]] kafka_answer::code init();
  [[nodiscard]] kafka_answer::code produce(const kafka_request& what);
  [[nodiscard]] kafka_answer::code end(const kafka_request& what);
  void decide(ending outcome);

  world& shared_;
  oracle& oracle_;
  bool up_ = true;
  std::vector<kafka_request> on_the_way_;
  std::map<std::uint64_t, std::vector<kafka_answer>> answers_;
  std::uint64_t newest_handle_ = 0;

  std::vector<entry> logs_[partition_count];
  std::vector<transaction> transactions_;

  std::set<std::pair<std::uint64_t, std::uint64_t>> ended_calls_;  // handle, call: for the tally

  // The coordinator.
  std::uint64_t epoch_ = 0;
  std::optional<std::size_t> current_;  // open, or its markers are being written
  std::optional<ending> last_outcome_;  // of this epoch's newest transaction
  std::uint64_t newest_sequence_ = 0;   // of this epoch
};

}  // namespace walrelay::sim
