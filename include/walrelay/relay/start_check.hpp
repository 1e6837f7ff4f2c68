// start_check: may this position be trusted? The table of docs/ARCHITECTURE.md, "Start, run, stop",
// as pure functions: facts in, verdict out. A refusal names what was found, why it is dangerous and
// the command that resolves it (INV-12); it changes nothing.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <walrelay/base/checkpoint.hpp>
#include <walrelay/base/result.hpp>
#include <walrelay/base/source_state.hpp>

namespace walrelay::relay {

/// What this connector is configured to be.
struct expected_identity {
  std::string connector;
  std::string database;
  std::string slot;
  std::string publication;
  std::string offset_topic;
  std::string transactional_id;
};

/// What SQL says about the source before anything is touched.
struct source_findings {
  int server_version = 0;
  std::string wal_level;
  std::string current_user;
  std::string database_encoding;
  bool in_recovery = false;
  bool may_replicate = false;
  /// What publication.autocreate.mode allows.
  enum class publication_upkeep {
    none,           // the operator makes it and adds tables
    create,         // made by us when it is missing; tables are added by the operator
    keep_complete,  // and captured tables that it lacks are added at each start
  };
  publication_upkeep upkeep = publication_upkeep::none;
  bool tables_are_named = false;  // table.include.list is set: each table in it is meant
  server_identity server;
  std::optional<slot_state> slot;
  std::optional<publication_state> publication;
  std::vector<std::string> captured;            // selected by the options, spelled as SQL does
  std::vector<std::string> unmatched_includes;  // expressions of table.include.list
  std::vector<std::string>
      not_publishable;  // "schema.table (view)": selected by name, cannot be relayed
  std::vector<std::string> missing_from_publication;  // captured, but not published
  /// Partitioned tables that are selected by name, but rows come under their partitions' names.
  std::vector<std::string> without_rows;
  /// Operations that skipped.operations lets through and the publication does not publish.
  std::vector<std::string> operations_not_published;
  std::vector<std::string> without_identity;  // captured; UPDATE and DELETE cannot be published

  /// Whether captured tables are added to a publication that lacks them.
  [[nodiscard]] bool adds_tables() const {
    return upkeep == publication_upkeep::keep_complete && !missing_from_publication.empty();
  }
};

/// All that stands in the way, in one error; the slot's own usability is part of it. What passes by
/// itself (a standby to be promoted, a slot that is still being created) is class retry.
[[nodiscard]] result<void> check_source(const source_findings& found,
                                        const expected_identity& expected);

/// What does not stand in the way and the operator should know, one sentence each.
[[nodiscard]] std::vector<std::string> notes_on_source(const source_findings& found,
                                                       const expected_identity& expected);

/// Why the server ended the stream of a slot that is confirmed up to `from`, with what to do where
/// the server's own words do not say it.
[[nodiscard]] error explain_stream_end(error cause, lsn from, const expected_identity& expected);

/// What the cluster says about the offsets topic.
struct offsets_topic_findings {
  std::string topic;
  bool exists = false;
  std::string cleanup_policy;  // empty when the cluster does not tell
  std::int32_t partitions = 0;
};
[[nodiscard]] result<void> check_offsets_topic(const offsets_topic_findings& found);

/// Step 2: no slot. May a first start create things?
[[nodiscard]] result<void> check_first_start(const std::optional<checkpoint>& found,
                                             const expected_identity& expected);

struct start_facts {
  std::optional<checkpoint> found;
  server_identity server;
  slot_state slot;
  publication_state publication;
  std::string kafka_cluster_id;
};

/// The checkpoint is trusted; go on from its position.
struct resume {
  checkpoint from;
  std::vector<std::string> notes;  // what has changed harmlessly: timeline, publication content
};
/// Our own first start died half-way; stream from the slot's confirmed position.
struct complete_first_start {
  checkpoint streaming;  // to be committed before the first row
};

/// Step 6.
[[nodiscard]] result<std::variant<resume, complete_first_start>> check_position(
    const start_facts& facts, const expected_identity& expected);

/// A checkpoint that carries everything but position and number.
[[nodiscard]] checkpoint identity_of(const server_identity& server,
                                     const publication_state& publication,
                                     const std::string& kafka_cluster_id,
                                     const expected_identity& expected);

}  // namespace walrelay::relay
