#include "sim_snapshot/rules.hpp"

namespace walrelay::sim_snapshot {

std::string_view to_string(rule what) {
  switch (what) {
    case rule::none:
      return "none";
    case rule::settling:
      return "settling";
    case rule::locks_settle:
      return "locks_settle";
    case rule::unbroken_notes:
      return "unbroken_notes";
    case rule::listening_at_once:
      return "listening_at_once";
    case rule::wait_for_wal_end:
      return "wait_for_wal_end";
    case rule::removal:
      return "removal";
    case rule::reread_list:
      return "reread_list";
    case rule::list_is_persistent:
      return "list_is_persistent";
    case rule::later_chunks_go_too:
      return "later_chunks_go_too";
    case rule::rewind_discards:
      return "rewind_discards";
    case rule::reconnect_discards:
      return "reconnect_discards";
    case rule::table_lock:
      return "table_lock";
  }
  return "?";
}

}  // namespace walrelay::sim_snapshot
