// tally: how often the schedules came by what the search is about. A search that never sees a late
// copy of EndTxn says nothing about it.
#pragma once

#include <cstdint>
#include <string>

namespace walrelay::sim {

struct tally {
  std::uint64_t schedules = 0;
  std::uint64_t steps = 0;
  std::uint64_t source_commits = 0;
  std::uint64_t lone_messages = 0;  // of no transaction
  std::uint64_t kafka_commits = 0;
  std::uint64_t kafka_aborts = 0;
  std::uint64_t parts = 0;         // commits that end inside a transaction
  std::uint64_t sent_again = 0;    // source transactions that a session sent once more
  std::uint64_t passes = 0;        // through the one way in
  std::uint64_t takeovers = 0;     // the slot went to another instance
  std::uint64_t fenced = 0;        // requests of a producer that another one had replaced
  std::uint64_t late_endings = 0;  // copies of EndTxn that came after their transaction's end
  std::uint64_t replaced = 0;      // producers, for K1
  std::uint64_t kills = 0;
  std::uint64_t server_crashes = 0;
  std::uint64_t fast_shutdowns = 0;
  std::uint64_t stale = 0;  // answers and reports of an older pass
  std::uint64_t restores = 0;
  std::uint64_t restores_refused = 0;

  void add(const tally& other);
  [[nodiscard]] std::string to_string() const;
};

}  // namespace walrelay::sim
