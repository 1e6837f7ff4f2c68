#include "postgres/replication_command.hpp"

#include <fmt/format.h>

namespace walrelay::postgres {

namespace {

/// The replication grammar and SQL alike: the quote is doubled, and there are no escapes.
std::string quoted(std::string_view text, char quote) {
  std::string out(1, quote);
  for (const char letter : text) {
    if (letter == quote) out += quote;
    out += letter;
  }
  out += quote;
  return out;
}

}  // namespace

std::string create_slot_command(std::string_view slot, slot_failover failover) {
  return fmt::format(
      "CREATE_REPLICATION_SLOT {} LOGICAL pgoutput {}", quoted(slot, '"'),
      failover == slot_failover::on ? "(SNAPSHOT 'nothing', FAILOVER true)" : "NOEXPORT_SNAPSHOT");
}

std::string create_temporary_slot_command(std::string_view slot) {
  return fmt::format("CREATE_REPLICATION_SLOT {} TEMPORARY LOGICAL pgoutput EXPORT_SNAPSHOT",
                     quoted(slot, '"'));
}

std::string start_command(std::string_view slot, std::string_view publication) {
  // publication_names is a list of identifiers inside a string: two kinds of quotes.
  return fmt::format(
      "START_REPLICATION SLOT {} LOGICAL 0/0 (proto_version '1', publication_names {}, "
      "messages 'true')",
      quoted(slot, '"'), quoted(quoted(publication, '"'), '\''));
}

std::string timeline_history_command(timeline_id timeline) {
  return fmt::format("TIMELINE_HISTORY {}", timeline);
}

}  // namespace walrelay::postgres
