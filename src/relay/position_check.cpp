// Steps 2 and 6: may the position be trusted?

#include <string>
#include <utility>

#include <fmt/format.h>

#include <walrelay/relay/start_check.hpp>

namespace walrelay::relay {

namespace {

error refuse(std::string found, std::string why, std::string remedy) {
  return {error_class::refuse, std::move(found), std::move(why), std::move(remedy), {}};
}

constexpr auto wrong_place =
    "the checkpoint belongs to another place; relaying from here would lose or repeat rows";

std::string reset_command(const expected_identity& expected) {
  return fmt::format("walrelay offsets reset --accept-gap --connector {}", expected.connector);
}

std::string adopt_command(const expected_identity& expected) {
  return fmt::format("walrelay offsets adopt --accept-gap --connector {}", expected.connector);
}

/// One line of the table: two names of the same thing that must be equal.
template <class T>
result<void> same(std::string_view what, const T& recorded, const T& present,
                  const expected_identity& expected) {
  if (recorded == present) return {};
  return refuse(
      fmt::format("{} is {}, but the checkpoint in '{}' was made with {}", what, present,
                  expected.offset_topic, recorded),
      wrong_place,
      fmt::format("correct the configuration; if the change is meant, go on here from the slot's "
                  "position with: {}",
                  adopt_command(expected)));
}

result<void> check_identity(const checkpoint& recorded, const start_facts& facts,
                            const expected_identity& expected) {
  const checkpoint present =
      identity_of(facts.server, facts.publication, facts.kafka_cluster_id, expected);
  const result<void> comparisons[] = {
      same("the server's system identifier", recorded.system_identifier, present.system_identifier,
           expected),
      same("the database", recorded.database, present.database, expected),
      same("the database's OID", recorded.database_oid, present.database_oid, expected),
      same("the slot", recorded.slot, present.slot, expected),
      same("the plugin", recorded.plugin, present.plugin, expected),
      same("the publication", recorded.publication, present.publication, expected),
      same("the publication's OID (it was dropped and created again)", recorded.publication_oid,
           present.publication_oid, expected),
      same("the Kafka cluster", recorded.kafka_cluster_id, present.kafka_cluster_id, expected),
      same("the transactional.id", recorded.transactional_id, present.transactional_id, expected),
  };
  for (const auto& compared : comparisons) {
    if (!compared) return compared.error();
  }
  return {};
}

/// Where the server's history left the checkpoint's timeline; nothing while it is still on it.
std::optional<lsn> switch_point(const server_identity& server, timeline_id from) {
  for (const auto& left : server.history) {
    if (left.parent == from) return left.position;
  }
  return std::nullopt;
}

result<void> check_timeline(const checkpoint& recorded, const server_identity& server,
                            const expected_identity& expected) {
  if (server.timeline == recorded.timeline) return {};
  const auto left_at = switch_point(server, recorded.timeline);
  if (server.timeline < recorded.timeline || !left_at || *left_at < recorded.position) {
    return refuse(
        fmt::format(
            "the server is on timeline {}, which left timeline {} at {}, before the checkpoint {}",
            server.timeline, recorded.timeline,
            left_at ? left_at->to_string() : std::string("an unknown position"), recorded.position),
        "history diverged: rows already relayed may not exist on this server, and rows of the new "
        "history would be skipped",
        fmt::format("point the connector at a server that holds the checkpoint, or accept the "
                    "difference and go on from the slot's position with: {}",
                    adopt_command(expected)));
  }
  return {};
}

result<void> check_lsns(const checkpoint& recorded, const start_facts& facts,
                        const expected_identity& expected) {
  const lsn confirmed = facts.slot.confirmed_flush.value_or(lsn{});
  if (confirmed > recorded.position) {
    return refuse(
        fmt::format("slot '{}' is confirmed up to {}, beyond the checkpoint {}", facts.slot.name,
                    confirmed, recorded.position),
        "someone moved or re-created the slot: the changes in between can no longer be read and "
        "would be lost without a word",
        fmt::format("find out what happened; to accept the gap and go on from the slot, run: {}",
                    adopt_command(expected)));
  }
  if (recorded.position > facts.server.wal_end) {
    return refuse(
        fmt::format("the checkpoint {} lies beyond the server's end of WAL {}", recorded.position,
                    facts.server.wal_end),
        "the server was restored or lags behind: it would skip new rows without a word",
        fmt::format("point the connector at the server that wrote the checkpoint, or accept the "
                    "difference and go on from the slot's position with: {}",
                    adopt_command(expected)));
  }
  return {};
}

/// What of a transaction was relayed is counted in changes as the publication showed them.
result<void> check_partial(const checkpoint& recorded, const start_facts& facts,
                           const expected_identity& expected) {
  if (!recorded.partial || recorded.publication_fingerprint == facts.publication.fingerprint) {
    return {};
  }
  return refuse(
      fmt::format("transaction {} was relayed up to its change {}, and publication '{}' has "
                  "changed since",
                  recorded.partial->id, recorded.partial->changes, facts.publication.name),
      "the rest of the transaction cannot be told from what is in Kafka already",
      fmt::format("undo the change of the publication until the transaction is relayed; to accept "
                  "that its first part is repeated, run: {}",
                  adopt_command(expected)));
}

}  // namespace

checkpoint identity_of(const server_identity& server, const publication_state& publication,
                       const std::string& kafka_cluster_id, const expected_identity& expected) {
  checkpoint identity;
  identity.system_identifier = server.system_identifier;
  identity.timeline = server.timeline;
  identity.database = server.database;
  identity.database_oid = server.database_oid;
  identity.slot = expected.slot;
  identity.plugin = "pgoutput";
  identity.publication = publication.name;
  identity.publication_oid = publication.id;
  identity.publication_fingerprint = publication.fingerprint;
  identity.kafka_cluster_id = kafka_cluster_id;
  identity.transactional_id = expected.transactional_id;
  return identity;
}

result<void> check_first_start(const std::optional<checkpoint>& found,
                               const expected_identity& expected) {
  if (!found || found->state == checkpoint_state::creating) return {};
  if (found->slot != expected.slot) {
    return refuse(
        fmt::format("the checkpoint in '{}' is at {} of slot '{}', but slot.name is '{}', and that "
                    "slot does not exist",
                    expected.offset_topic, found->position, found->slot, expected.slot),
        "a new slot would begin at the server's present: changes after the checkpoint, which the "
        "other slot may still hold, would be lost",
        fmt::format("set slot.name to '{}'; to accept the gap and start with a new slot, run: {}",
                    found->slot, reset_command(expected)));
  }
  return refuse(
      fmt::format("the checkpoint in '{}' is at {}, but slot '{}' does not exist",
                  expected.offset_topic, found->position, expected.slot),
      "the slot was dropped, or the server failed over without it: changes after the checkpoint "
      "can no longer be read",
      fmt::format("restore the slot if you can; to accept the gap and start with a new slot, "
                  "run: {}",
                  reset_command(expected)));
}

result<std::variant<resume, complete_first_start>> check_position(
    const start_facts& facts, const expected_identity& expected) {
  if (!facts.found) {
    return refuse(
        fmt::format("slot '{}' exists (confirmed up to {}), but '{}' holds no checkpoint of "
                    "this connector",
                    expected.slot, facts.slot.confirmed_flush.value_or(lsn{}),
                    expected.offset_topic),
        "the offsets were lost, or the slot is someone else's: where relaying stopped is not known",
        fmt::format("if the slot is this connector's and its position is right, run: "
                    "walrelay offsets adopt --connector {}",
                    expected.connector));
  }
  const checkpoint& recorded = *facts.found;
  if (const auto identity = check_identity(recorded, facts, expected); !identity)
    return identity.error();

  if (recorded.state == checkpoint_state::creating) {
    complete_first_start first{
        identity_of(facts.server, facts.publication, facts.kafka_cluster_id, expected)};
    first.streaming.state = checkpoint_state::streaming;
    first.streaming.position = facts.slot.confirmed_flush.value_or(lsn{});
    first.streaming.number = recorded.number;
    return first;
  }

  if (const auto lsns = check_lsns(recorded, facts, expected); !lsns) return lsns.error();
  if (const auto part = check_partial(recorded, facts, expected); !part) return part.error();
  if (const auto timeline = check_timeline(recorded, facts.server, expected); !timeline) {
    return timeline.error();
  }
  resume go_on{recorded, {}};
  if (recorded.timeline != facts.server.timeline) {
    go_on.notes.push_back(fmt::format("timeline {} -> {}: a clean promotion after the checkpoint",
                                      recorded.timeline, facts.server.timeline));
  }
  if (recorded.publication_fingerprint != facts.publication.fingerprint) {
    go_on.notes.push_back(
        fmt::format("publication '{}' has changed since the checkpoint", facts.publication.name));
  }
  const checkpoint present =
      identity_of(facts.server, facts.publication, facts.kafka_cluster_id, expected);
  go_on.from.timeline = present.timeline;
  go_on.from.publication_fingerprint = present.publication_fingerprint;
  return go_on;
}

}  // namespace walrelay::relay
