// rules: what the copy of a table rests on (SNAPSHOT.md section 2). Each can be taken out, from
// outside of the room that is tested: a search that finds nothing then proves nothing.
#pragma once

#include <array>
#include <string_view>

namespace walrelay::sim_snapshot {

enum class rule {
  none,                 // all hold
  settling,             // no chunk before every unnoted transaction is visible
  locks_settle,         // a snapshot's list of running transactions is not enough
  unbroken_notes,       // also between chunks
  listening_at_once,    // from the first event of a generation, before the table's turn comes
  wait_for_wal_end,     // a chunk waits until the stream has come as far as its reader
  removal,              // rows that an unseen transaction touched
  reread_list,          // keys that consumers do not have in full
  list_is_persistent,   // in the Kafka transaction of the event that changed it
  later_chunks_go_too,  // with a chunk that is discarded
  rewind_discards,      // what was read before an abort
  reconnect_discards,   // what was read before the replication connection was lost
  table_lock,           // before the snapshot
};

inline constexpr std::array removable = {
    rule::settling,          rule::locks_settle,       rule::unbroken_notes,
    rule::listening_at_once, rule::wait_for_wal_end,   rule::removal,
    rule::reread_list,       rule::list_is_persistent, rule::later_chunks_go_too,
    rule::rewind_discards,   rule::reconnect_discards, rule::table_lock,
};

[[nodiscard]] std::string_view to_string(rule what);

}  // namespace walrelay::sim_snapshot
