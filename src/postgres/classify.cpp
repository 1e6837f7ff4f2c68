// The one table from SQLSTATE to what happens next. The list of what is retried is narrow on
// purpose: an unknown state is refused, because going on would hide it.
#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include <walrelay/postgres/connection.hpp>

namespace walrelay::postgres {

namespace {

struct rule {
  std::string_view prefix;
  error_class kind;
  std::string_view why;
  std::string_view remedy;
};

constexpr auto retry = error_class::retry;
constexpr auto refuse = error_class::refuse;

// The first prefix that fits decides.
constexpr std::array rules{
    rule{"08", retry, "", ""},  // connection lost or not made
    rule{"25006", refuse, "the server or the session takes no writes",
         "connect to the primary, and look for default_transaction_read_only"},
    rule{"23505", retry, "", ""},  // two sessions created the same catalog object
    rule{"28", refuse, "the server does not let this user in",
         "check database.user, database.password and the server's pg_hba.conf"},
    rule{"3D000", refuse, "the database does not exist on this server", "check database.dbname"},
    rule{"40", retry, "", ""},  // deadlock, or cancelled by recovery
    rule{
        "42501", refuse, "the role lacks a right that relaying needs",
        "grant it: replication needs ALTER ROLE … REPLICATION, reading rows that are there already "
        "SELECT on their tables, a publication ownership of its tables and CREATE on the database"},
    rule{"42704", refuse, "an object that the position depends on is not there",
         "check slot.name and publication.name with: SELECT slot_name FROM pg_replication_slots; "
         "SELECT pubname FROM pg_publication;"},
    rule{"42710", retry, "", ""},  // another session was faster
    rule{"53400", refuse, "the server has no room for another slot",
         "raise max_replication_slots and restart the server, or drop a slot that nobody uses"},
    rule{"53", retry, "", ""},  // too many connections, disk full, out of memory
    rule{"55000", refuse, "the slot or the server cannot serve this in its present state",
         "look at: SELECT slot_name, database, plugin, wal_status FROM pg_replication_slots; SHOW "
         "wal_level;"},
    rule{"55006", retry, "", ""},  // slot held by another session
    rule{"55P03", retry, "", ""},  // lock timeout
    rule{"57", retry, "", ""},     // shutting down, starting up, cancelled
    rule{"58P01", refuse, "WAL that the slot needs is gone from the server",
         "look at: SELECT slot_name, restart_lsn, wal_status FROM pg_replication_slots;  give the "
         "WAL back if you have it; to accept the gap, drop the slot and run: walrelay offsets "
         "reset --accept-gap"},
    rule{"", refuse,
         "this answer was not expected, so it is not known what would be lost by going on",
         "look at the server's log for the same moment"},
};

}  // namespace

error classify(std::string_view sqlstate, std::string_view text, std::string_view doing) {
  const auto found = std::find_if(rules.begin(), rules.end(), [&](const rule& candidate) {
    return sqlstate.starts_with(candidate.prefix);
  });
  return {found->kind, fmt::format("{}: {} (SQLSTATE {})", doing, text, sqlstate),
          std::string{found->why}, std::string{found->remedy}, std::string{sqlstate}};
}

}  // namespace walrelay::postgres
