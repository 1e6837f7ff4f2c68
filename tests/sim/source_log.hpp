// source_log: the WAL of the model server as far as logical decoding sees it: committed
// transactions in commit order and the end of the log. Never lost, not even by a crash.
//
// A logical message of no transaction counts as a transaction of its own: its record is at once its
// one change and its commit. What comes next may begin exactly where that record ends.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <walrelay/base/clock.hpp>
#include <walrelay/base/ids.hpp>
#include <walrelay/base/lsn.hpp>

#include "sim/dice.hpp"

namespace walrelay::sim {

inline constexpr std::size_t table_count = 2;
/// Logical messages, as if they were rows of one more table.
inline constexpr std::size_t message_table = table_count;
inline constexpr std::uint32_t first_table_oid = 16'400;
/// The primary key of every row, the prefix of a message; unique over all of them.
using row_id = std::uint32_t;

struct source_row {
  row_id id = 0;
  std::size_t table = 0;
  std::uint32_t shape = 0;  // of the table when the row was written
  lsn position;             // of a message: where its record ends
  bool update = false;

  [[nodiscard]] bool is_message() const { return table == message_table; }
};

struct source_transaction {
  xid id;
  lsn first;
  lsn commit;  // begin of the record that decides whether all of it is sent
  lsn end;
  wall_time time;
  std::vector<source_row> rows;  // may be none
  bool lone_message = false;     // there is no Begin and no Commit
};

class source_log {
 public:
  /// One more transaction commits; sometimes tables are altered in it.
  void commit(dice& chance, wall_time now);
  /// pg_logical_emit_message(false, ...): in the WAL at once, whatever is open meanwhile.
  void emit_message();
  /// WAL that logical decoding has no message for.
  void add_noise(dice& chance) { end_ = lsn{end_.value() + 8 * chance.between(1, 20)}; }

  /// Back to an older copy of itself. What is written from here on is new, row by row.
  void restore(const source_log& older);

  [[nodiscard]] const std::vector<source_transaction>& transactions() const { return done_; }
  [[nodiscard]] lsn end() const { return end_; }

 private:
  [[nodiscard]] source_row next_change(dice& chance, lsn begin);

  std::vector<source_transaction> done_;
  lsn end_{0x1000};
  row_id newest_row_ = 0;
  std::array<std::uint32_t, table_count> shapes_{};
};

// What a walsender makes of it: CopyData frames.
[[nodiscard]] std::string begin_frame(const source_transaction& of);
[[nodiscard]] std::string relation_frame(const source_row& of);
[[nodiscard]] std::string row_frame(const source_row& what);
enum class message_kind { of_transaction, lone };
[[nodiscard]] std::string message_frame(const source_row& what, message_kind kind);
[[nodiscard]] std::string commit_frame(const source_transaction& of);
enum class reply { not_needed, requested };
[[nodiscard]] std::string keepalive_frame(lsn wal_end, reply wanted);

/// The column beside the key: its name tells the shape, its value the row.
[[nodiscard]] std::string shape_column(std::uint32_t shape);

}  // namespace walrelay::sim
