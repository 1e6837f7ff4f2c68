// Step 1: what SQL and the cluster say before anything is touched; all findings at once.

#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

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
    out.push_back({fmt::format("role '{}' may not replicate", found.current_user),
                   "a replication slot needs that right",
                   fmt::format("run: ALTER ROLE \"{}\" REPLICATION;", found.current_user)});
  }
  if (found.in_recovery) {
    out.push_back({"the server is a standby",
                   "slots, publications and the position belong to the primary",
                   "point database.hostname at the primary"});
  }
  if (found.database_encoding == "SQL_ASCII") {
    out.push_back(
        {"the database's encoding is SQL_ASCII",
         "the server then sends bytes of no known encoding, which cannot become JSON text",
         "use a database with encoding UTF8"});
  }
}

void check_publication(const source_findings& found, const expected_identity& expected,
                       findings& out) {
  if (!found.publication) {
    if (found.slot) {
      out.push_back(
          {fmt::format("publication '{}' does not exist, but slot '{}' does", expected.publication,
                       expected.slot),
           "changes made while a publication is missing are lost or block decoding",
           fmt::format("if it was dropped by mistake, changes since then cannot be recovered: "
                       "drop the slot, then run: walrelay offsets reset --accept-gap "
                       "--connector {}",
                       expected.connector)});
    } else if (!found.publication_may_be_created) {
      out.push_back({fmt::format("publication '{}' does not exist", expected.publication),
                     "publication.autocreate.mode forbids creating it",
                     fmt::format("run: CREATE PUBLICATION \"{}\" FOR TABLE …;  or set "
                                 "publication.autocreate.mode: filtered",
                                 expected.publication)});
    }
  } else if (!found.missing_from_publication.empty() && !found.publication_may_be_created) {
    out.push_back({fmt::format("publication '{}' does not hold {}", expected.publication,
                               fmt::join(found.missing_from_publication, ", ")),
                   "changes of tables outside the publication never arrive",
                   fmt::format("run: ALTER PUBLICATION \"{}\" ADD TABLE {};", expected.publication,
                               fmt::join(found.missing_from_publication, ", "))});
  }
}

void check_capture(const source_findings& found, findings& out) {
  if (!found.not_publishable.empty()) {
    out.push_back(
        {fmt::format("table.include.list selects {}", fmt::join(found.not_publishable, ", ")),
         "only ordinary and partitioned tables that are logged have changes to relay",
         "remove them from table.include.list"});
  }
  if (!found.unmatched_includes.empty()) {
    out.push_back(
        {fmt::format("table.include.list holds {}, which matches no table",
                     fmt::join(found.unmatched_includes, ", ")),
         "it is a misspelling, or the table is not there yet, and nothing would be relayed for it",
         "correct the list (names are schema.table, as regular expressions) or create the table"});
  }
  if (found.captured.empty() && found.unmatched_includes.empty() && found.not_publishable.empty()) {
    out.push_back({"no table is captured", "there would be nothing to relay",
                   "check schema.* and table.* include and exclude lists"});
  }
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
  if (slot.database != expected.database) {
    unusable(fmt::format("belongs to database '{}', not '{}'", slot.database, expected.database),
             "its changes are another database's");
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

}  // namespace

result<void> check_source(const source_findings& found, const expected_identity& expected) {
  findings all;
  check_server(found, all);
  check_publication(found, expected, all);
  check_capture(found, all);
  if (found.slot) check_slot(*found.slot, expected, all);
  if (all.empty()) return {};
  return refusal(all);
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
