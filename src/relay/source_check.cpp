// Step 1: what SQL and the cluster say before anything is touched; all findings at once.

#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <walrelay/base/quoted_name.hpp>
#include <walrelay/relay/start_check.hpp>

namespace walrelay::relay {

namespace {

constexpr int oldest_supported_server = 140000;

struct finding {
  std::string found;
  std::string why;
  std::string remedy;
};
using findings = std::vector<finding>;

error refusal(const findings& all) {
  error combined{error_class::refuse, {}, {}, {}, {}};
  if (all.size() == 1) {
    combined.found = all[0].found;
    combined.why = all[0].why;
    combined.remedy = all[0].remedy;
    return combined;
  }
  combined.found = fmt::format("{} things stand in the way:", all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    combined.found +=
        fmt::format(" ({}) {}; {}; {}", i + 1, all[i].found, all[i].why, all[i].remedy);
  }
  return combined;
}

void check_server(const source_findings& found, findings& out) {
  if (found.server_version < oldest_supported_server) {
    out.push_back({fmt::format("the server's version is {}", found.server_version / 10000),
                   "walrelay supports PostgreSQL 14 and newer", "upgrade the server"});
  }
  if (found.wal_level != "logical") {
    out.push_back({fmt::format("wal_level is '{}'", found.wal_level),
                   "the WAL then lacks what logical decoding needs",
                   "run: ALTER SYSTEM SET wal_level = logical;  and restart the server"});
  }
  if (!found.may_replicate) {
    out.push_back(
        {fmt::format("role '{}' may not replicate", found.current_user),
         "a replication slot needs that right",
         fmt::format("run: ALTER ROLE {} REPLICATION;", quoted_name(found.current_user))});
  }
  if (found.database_encoding == "SQL_ASCII") {
    out.push_back(
        {"the database's encoding is SQL_ASCII",
         "the server then sends bytes of no known encoding, which cannot become JSON text",
         "use a database with encoding UTF8"});
  }
}

using upkeep = source_findings::publication_upkeep;

finding not_published(const source_findings& found, const expected_identity& expected) {
  return {fmt::format("publication '{}' does not hold {}", expected.publication,
                      fmt::join(found.missing_from_publication, ", ")),
          "changes of tables outside the publication never arrive",
          fmt::format("run: ALTER PUBLICATION {} ADD TABLE {};", quoted_name(expected.publication),
                      fmt::join(found.missing_from_publication, ", "))};
}

void check_publication(const source_findings& found, const expected_identity& expected,
                       findings& out) {
  if (found.publication && !found.operations_not_published.empty()) {
    out.push_back({fmt::format("publication '{}' does not publish {}", expected.publication,
                               fmt::join(found.operations_not_published, ", ")),
                   "such changes would be missing from the topics without a word",
                   fmt::format("run: ALTER PUBLICATION {} SET (publish = 'insert, update, delete, "
                               "truncate');  or add what is not wanted to skipped.operations",
                               quoted_name(expected.publication))});
  }
  if (!found.publication) {
    if (found.slot) {
      out.push_back(
          {fmt::format("publication '{}' does not exist, but slot '{}' does", expected.publication,
                       expected.slot),
           "changes made while a publication is missing are lost or block decoding",
           fmt::format("correct publication.name if it was renamed or misspelled; if the "
                       "publication was dropped, changes since then cannot be recovered: drop the "
                       "slot, then run: walrelay offsets reset --accept-gap "
                       "--connector {}",
                       expected.connector)});
    } else if (found.upkeep == upkeep::none) {
      out.push_back({fmt::format("publication '{}' does not exist", expected.publication),
                     "publication.autocreate.mode forbids creating it",
                     fmt::format("run: CREATE PUBLICATION {} FOR TABLE …;  or set "
                                 "publication.autocreate.mode: filtered",
                                 quoted_name(expected.publication))});
    }
  } else if (!found.missing_from_publication.empty() && found.tables_are_named &&
             found.upkeep == upkeep::none) {
    out.push_back(not_published(found, expected));
  }
}

finding unmatched(const source_findings& found) {
  return {fmt::format("table.include.list holds {}, which matches no table",
                      fmt::join(found.unmatched_includes, ", ")),
          "it is a misspelling, or the table is not there, and nothing would be relayed for it",
          "correct the list (names are schema.table, as regular expressions) or create the table"};
}

finding only_partitions_have_rows(const source_findings& found, const expected_identity& expected) {
  return {fmt::format("{} is partitioned, and its rows come under the names of its partitions",
                      fmt::join(found.without_rows, ", ")),
          "none of these is captured, so nothing would be relayed for it",
          found.publication
              ? fmt::format("add the partitions to table.include.list, or run: ALTER PUBLICATION "
                            "{} SET (publish_via_partition_root = true);",
                            quoted_name(expected.publication))
              : "add the partitions to table.include.list, or set publish.via.partition.root: "
                "true"};
}

finding nothing_captured() {
  return {"no table is captured", "there would be nothing to relay",
          "check schema.* and table.* include and exclude lists"};
}

/// A list that matches too little is a mistake before the first start. Later a table may have been
/// dropped, which must not hold up the others: notes_on_source() tells.
void check_capture(const source_findings& found, const expected_identity& expected, findings& out) {
  if (!found.not_publishable.empty()) {
    out.push_back(
        {fmt::format("table.include.list selects {}", fmt::join(found.not_publishable, ", ")),
         "only ordinary and partitioned tables that are logged have changes to relay",
         "remove them from table.include.list"});
  }
  if (found.slot) return;
  if (!found.unmatched_includes.empty()) {
    out.push_back(unmatched(found));
  }
  if (!found.without_rows.empty()) {
    out.push_back(only_partitions_have_rows(found, expected));
  } else if (found.unmatched_includes.empty() && found.captured.empty() &&
             found.not_publishable.empty()) {
    out.push_back(nothing_captured());
  }
}

void check_slot_database(const slot_state& slot, const expected_identity& expected, findings& out) {
  out.push_back({fmt::format("slot '{}' belongs to database '{}', not '{}'", slot.name,
                             slot.database, expected.database),
                 "its changes are another database's",
                 "correct database.dbname, or set slot.name to a slot of this connector's own"});
}

void check_slot(const slot_state& slot, const expected_identity& expected, findings& out) {
  const auto unusable = [&](std::string found, std::string why) {
    out.push_back(
        {fmt::format("slot '{}' {}", slot.name, found), std::move(why),
         "set slot.name to a slot of this connector's own, or find out who made this one"});
  };
  if (!slot.logical) return unusable("is a physical slot", "it cannot decode changes");
  if (slot.plugin != "pgoutput") {
    unusable(fmt::format("uses plugin '{}'", slot.plugin), "walrelay reads pgoutput only");
  }
  if (slot.temporary) unusable("is temporary", "it dies with the session that made it");
  if (slot.two_phase) {
    unusable("decodes prepared transactions (two_phase)",
             "they would arrive before they are committed");
  }
  if (slot.wal_status == "lost" || slot.conflicting || !slot.invalidation_reason.empty()) {
    const std::string reason = slot.invalidation_reason.empty()
                                   ? (slot.conflicting ? "conflicting" : "lost")
                                   : slot.invalidation_reason;
    out.push_back({fmt::format("slot '{}' is invalidated ({})", slot.name, reason),
                   "the WAL after its position is gone, so changes since then cannot be relayed",
                   fmt::format("accept the gap: drop the slot with SELECT "
                               "pg_drop_replication_slot('{}');  then run: walrelay offsets reset "
                               "--accept-gap --connector {}",
                               slot.name, expected.connector)});
  } else if (!slot.confirmed_flush) {
    unusable("has no confirmed position", "its creation was not completed");
  }
}

/// What time alone mends: asked again after a pause.
result<void> check_readiness(const source_findings& found, const expected_identity& expected) {
  if (found.in_recovery) {
    return error{error_class::retry, "the server is a standby",
                 "slots, publications and the position belong to the primary",
                 "if it will not be promoted, point database.hostname at the primary", "25006"};
  }
  const bool being_created =
      found.slot && found.slot->active_pid && !found.slot->confirmed_flush && found.slot->logical;
  if (being_created) {
    return error{error_class::retry,
                 fmt::format("slot '{}' is being created by server process {}", expected.slot,
                             *found.slot->active_pid),
                 "the server waits for the transactions that ran when its creation began",
                 {},
                 "55006"};
  }
  return {};
}

std::string sentence(const finding& what) {
  return fmt::format("{}; {}; {}", what.found, what.why, what.remedy);
}

}  // namespace

result<void> check_source(const source_findings& found, const expected_identity& expected) {
  if (auto ready = check_readiness(found, expected); !ready) return ready;
  findings all;
  // With another database than the slot's, whatever else is missing is missing there.
  if (found.slot && found.slot->logical && found.slot->database != expected.database) {
    check_slot_database(*found.slot, expected, all);
    return refusal(all);
  }
  check_server(found, all);
  check_publication(found, expected, all);
  check_capture(found, expected, all);
  if (found.slot) check_slot(*found.slot, expected, all);
  if (all.empty()) return {};
  return refusal(all);
}

std::vector<std::string> notes_on_source(const source_findings& found,
                                         const expected_identity& expected) {
  std::vector<std::string> notes;
  if (!found.unmatched_includes.empty()) {
    notes.push_back(sentence(unmatched(found)));
  }
  if (!found.without_rows.empty()) {
    notes.push_back(sentence(only_partitions_have_rows(found, expected)));
  } else if (found.unmatched_includes.empty() && found.captured.empty()) {
    notes.push_back(sentence(nothing_captured()));
  }
  if (!found.missing_from_publication.empty() && !found.adds_tables()) {
    notes.push_back(sentence(not_published(found, expected)));
  }
  if (!found.without_identity.empty()) {
    notes.push_back(
        sentence({fmt::format("no replica identity: {}", fmt::join(found.without_identity, ", ")),
                  "PostgreSQL refuses UPDATE and DELETE on them while they are published",
                  "add a primary key, or run: ALTER TABLE … REPLICA IDENTITY FULL;"}));
  }
  return notes;
}

error explain_stream_end(error cause, lsn from, const expected_identity& expected) {
  constexpr std::string_view no_such_object = "42704";
  // The server's words may be in any language, the name is in all of them.
  const bool publication = cause.found.find(expected.publication) != std::string::npos;
  if (cause.code != no_such_object || !publication) return cause;
  cause.found = fmt::format("slot '{}' cannot be decoded from {} on, publication '{}': {}",
                            expected.slot, from, expected.publication, cause.found);
  cause.why =
      "the server looks a publication up as it was when a change was written: changes from before "
      "it was created cannot be decoded, also when it exists now";
  cause.remedy = fmt::format(
      "accept the gap: see that the publication exists, drop the slot with SELECT "
      "pg_drop_replication_slot('{}');  then run: walrelay offsets reset --accept-gap "
      "--connector {}",
      expected.slot, expected.connector);
  return cause;
}

result<void> check_offsets_topic(const offsets_topic_findings& found) {
  if (!found.exists) return {};
  if (found.cleanup_policy.empty() || found.cleanup_policy == "compact") return {};
  return error{
      error_class::refuse,
      fmt::format("offsets topic '{}' has cleanup.policy '{}'", found.topic, found.cleanup_policy),
      "a checkpoint in it can expire, and with it the only record of the position",
      fmt::format("run: kafka-configs.sh --alter --topic {} --add-config cleanup.policy=compact",
                  found.topic),
      {}};
}

}  // namespace walrelay::relay
