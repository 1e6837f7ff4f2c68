// What SQL and IDENTIFY_SYSTEM tell about the source: plain facts, gathered by postgres, judged by
// relay (which may not see postgres).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <walrelay/base/ids.hpp>
#include <walrelay/base/lsn.hpp>

namespace walrelay {

/// IDENTIFY_SYSTEM on the replication connection, plus the database's OID.
struct server_identity {
  std::uint64_t system_identifier = 0;
  timeline_id timeline;
  lsn wal_end;  // flush position of the server
  std::string database;
  oid database_oid;
  /// Where `timeline` left its parent timeline, from TIMELINE_HISTORY; absent on timeline 1.
  struct switch_point {
    timeline_id parent;
    lsn position;
  };
  std::vector<switch_point> history;  // oldest first
};

/// One row of pg_replication_slots. Columns that a server version lacks keep their defaults.
struct slot_state {
  std::string name;
  std::string plugin;
  std::string database;
  bool logical = false;
  bool temporary = false;
  bool two_phase = false;
  bool conflicting = false;
  std::string wal_status;           // reserved, extended, unreserved, lost
  std::string invalidation_reason;  // empty unless the server says one
  std::optional<lsn> confirmed_flush;
  std::optional<std::int32_t> active_pid;
};

struct published_table {
  oid relation;
  std::string schema;
  std::string name;
  bool operator==(const published_table&) const = default;
};

/// pg_publication and its members in one catalog snapshot.
struct publication_state {
  std::string name;
  oid id;
  std::string operations;               // of "cudt", as in skipped.operations
  std::string fingerprint;              // digest of definition, members, row filters, column lists
  std::vector<published_table> tables;  // by schema, name
  bool via_partition_root = false;      // rows of partitions come under their ancestor's name
};

}  // namespace walrelay
