// database: a server with one table of a few keys, whose transactions go through the steps that
// come apart on a real one: write, commit record, flush, visible. A commit record may be streamed
// long before the commit is visible (synchronous standby), and an asynchronous one that readers
// have seen may be lost in a crash, after which its xid is used again.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include <walrelay/base/lsn.hpp>
#include <walrelay/snapshot/visibility.hpp>

#include "sim/dice.hpp"

namespace walrelay::sim_snapshot {

using key = int;
/// The out-of-line column is a number of its own: an update that leaves it alone does not stream
/// it.
struct row {
  int version = 0;
  std::optional<int> large;  // nothing: a consumer that was never sent it
  bool operator==(const row&) const = default;
};
using table = std::map<key, row>;

struct change {
  enum class kind { insert, update, remove, rename, truncate } what = kind::insert;
  key before = 0;  // update, remove, rename
  key after = 0;   // insert, update, rename
  row written{};   // `large` is absent where the event does not carry it
  row stored{};    // what the table holds
};

struct transaction {
  enum class phase { writing, committed, visible, gone } at = phase::writing;
  snapshot::full_xid id;
  std::vector<change> changes;
};
using transaction_number = std::size_t;

class database {
 public:
  database(sim::dice& chance, std::size_t transactions_most);

  // One random step each; false when there was nothing to do.
  bool write();
  bool commit();
  bool abort();
  bool become_visible();
  void flush() { flushed_ = log_.size(); }
  void crash();
  /// ALTER TABLE that rewrites: whoever took a snapshot before and reads later sees nothing.
  void rewrite() { ++rewritten_; }

  [[nodiscard]] snapshot::server_snapshot snapshot() const;
  /// Ids locked by whoever wrote and is not visible, prepared ones included.
  [[nodiscard]] std::vector<snapshot::full_xid> locked_ids() const;
  [[nodiscard]] const table& visible() const { return visible_; }
  [[nodiscard]] std::set<transaction_number> visible_transactions() const;
  [[nodiscard]] int rewritten() const { return rewritten_; }
  [[nodiscard]] snapshot::full_xid recent() const { return next_id_; }

  // The log holds commit records only.
  [[nodiscard]] lsn end_of(std::size_t records) const { return lsn(1000 + 8 * records); }
  [[nodiscard]] std::size_t inserted() const { return log_.size(); }
  [[nodiscard]] std::size_t flushed() const { return flushed_; }
  [[nodiscard]] transaction_number at(std::size_t record) const { return log_[record]; }
  [[nodiscard]] const transaction& get(transaction_number which) const {
    return transactions_[which];
  }
  [[nodiscard]] bool quiet() const;
  /// No new transaction begins any more.
  void wind_down() { transactions_most_ = transactions_.size(); }

 private:
  [[nodiscard]] std::optional<transaction_number> any_in(transaction::phase phase) const;
  [[nodiscard]] std::optional<change> draw(const transaction& writer, int version) const;
  [[nodiscard]] bool blocked(transaction_number writer, const change& wanted) const;
  [[nodiscard]] table seen_by(const transaction& writer) const;
  void end(transaction& which);

  sim::dice& chance_;
  std::size_t transactions_most_;
  std::vector<transaction> transactions_;
  std::vector<transaction_number> log_;
  std::size_t flushed_ = 0;
  table visible_;
  table initial_;
  snapshot::full_xid next_id_{100};
  snapshot::full_xid latest_ended_{99};
  int versions_ = 0;
  int rewritten_ = 0;
};

void replay(const change& what, table& to);

}  // namespace walrelay::sim_snapshot
