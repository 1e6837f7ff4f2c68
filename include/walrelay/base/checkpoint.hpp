// checkpoint: the position and the identity it belongs to, as committed in the offsets topic in the
// same Kafka transaction as the rows it covers (INV-2). A noun shared by rooms that may not see
// each other: relay decides on it, kafka stores it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <walrelay/base/clock.hpp>
#include <walrelay/base/ids.hpp>
#include <walrelay/base/lsn.hpp>

namespace walrelay {

enum class checkpoint_state {
  creating,   // first start under way: nothing was ever relayed
  streaming,  // `position` is the end of everything relayed
};

/// The newest transaction that the server sent before `checkpoint::position`. What it sends after a
/// restart is compared with it: a server restored from a copy has another history there.
struct transaction_mark {
  lsn end;  // at or before the position, which keepalives move on
  xid id;
  wall_time commit_time;
  auto operator<=>(const transaction_mark&) const = default;
};

/// How far a transaction was relayed that was too long for one Kafka transaction (INV-6). It is
/// sent again from its beginning, so what is skipped then must be what was relayed: the digest says
/// so.
struct partial_mark {
  xid id;
  lsn commit_lsn;
  std::uint64_t changes = 0;  // messages that carry rows, counted before any filter of ours
  lsn last_change;
  std::uint64_t digest = 0;  // of the LSN and bytes of each of them, in order
  bool operator==(const partial_mark&) const = default;
};

struct checkpoint {
  checkpoint_state state = checkpoint_state::creating;
  lsn position;  // commit *end* LSN of a whole transaction, or a keepalive position (INV-4)
  std::optional<transaction_mark> last_transaction;  // absent before the first one
  std::optional<partial_mark> partial;  // of the transaction that comes after `position`
  /// Where an operator took the slot's position over, or 0/0: what ends before it was not relayed
  /// from here, and a server that crashed may send it again.
  lsn adopted;

  std::uint64_t system_identifier = 0;
  timeline_id timeline;
  std::string database;
  oid database_oid;
  std::string slot;
  std::string plugin;
  std::string publication;
  oid publication_oid;
  std::string publication_fingerprint;  // content of the publication and capture settings
  std::string kafka_cluster_id;
  std::string transactional_id;  // whoever writes under another one cannot be fenced with ours

  std::string daemon_version;
  std::string instance_id;   // this process; random, made at start
  checkpoint_number number;  // grows by one with each checkpoint committed for this connector

  bool operator==(const checkpoint&) const = default;
};

}  // namespace walrelay
