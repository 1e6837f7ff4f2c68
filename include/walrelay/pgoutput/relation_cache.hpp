// relation_cache: which shape each relation OID has now on this connection. A Relation message
// replaces the entry; rows already bound keep theirs. Dies with the connection.
#pragma once

#include <unordered_map>

#include <walrelay/base/ids.hpp>
#include <walrelay/base/lsn.hpp>
#include <walrelay/base/result.hpp>
#include <walrelay/change/row_change.hpp>
#include <walrelay/pgoutput/messages.hpp>

namespace walrelay::pgoutput {

class relation_cache {
 public:
  /// Returns the shared shape; the same pointer as before when nothing has changed, so that whoever
  /// is bound to it stays bound.
  change::relation_ptr put(change::relation shape);

  /// Refuses an OID that no Relation message has announced.
  [[nodiscard]] result<change::relation_ptr> find(oid id) const;

  /// Refuses an unannounced relation and a tuple whose column count is not the relation's.
  [[nodiscard]] result<change::row_change> bind(const row& sent, lsn position) const;

 private:
  std::unordered_map<oid, change::relation_ptr> shapes_;
};

}  // namespace walrelay::pgoutput
