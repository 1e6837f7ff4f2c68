// settling: before the first chunk of a table is read, every transaction that might have changed it
// unnoted must have become visible. The server lists a transaction as running in a snapshot only
// once a later one has ended, so the locks on transaction ids count too: one is held from a
// transaction's first write until it is visible (SNAPSHOT.md section 2). Pure.
#pragma once

#include <set>
#include <span>

#include <walrelay/snapshot/visibility.hpp>

namespace walrelay::snapshot {

/// What becomes of a transaction that is emitted while the table settles.
enum class settled_by {
  visibility_or_stream,  // its touches are noted, so it need not be waited for
  visibility,            // a table just published: what it did earlier was never streamed
};

class settling {
 public:
  /// `running`: the ids locked in this database, and those that the first snapshot lists. Both were
  /// asked for after noting had begun.
  settling(std::span<const full_xid> running, settled_by rule);

  /// A transaction whose events were all noted.
  void emitted(full_xid id);
  /// A fresh snapshot. True once all have ended.
  [[nodiscard]] bool look(const server_snapshot& fresh);

  [[nodiscard]] const std::set<full_xid>& waited_for() const { return waited_for_; }

 private:
  settled_by rule_;
  std::set<full_xid> waited_for_;
};

}  // namespace walrelay::snapshot
