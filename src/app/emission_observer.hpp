// emission_observer: who has to know what the stream emits, and may add records at its boundaries.
// Called by stream_pipeline on the loop thread, in the order of the stream.
#pragma once

#include <walrelay/base/clock.hpp>
#include <walrelay/base/ids.hpp>
#include <walrelay/base/lsn.hpp>
#include <walrelay/base/records.hpp>
#include <walrelay/base/result.hpp>
#include <walrelay/change/relation.hpp>
#include <walrelay/change/row_change.hpp>

namespace walrelay::app {

/// A place in the stream where a checkpoint may stand.
struct emission_point {
  lsn position;
  wall_time now;
};

class emission_observer {
 public:
  virtual ~emission_observer() = default;
  /// A transaction that is emitted from its first change on.
  virtual void transaction_begun(xid id) = 0;
  /// A change for which at least one record was written.
  virtual void emitted(const change::row_change& what, xid by) = 0;
  virtual void transaction_ended(xid id) = 0;
  virtual void relation_announced(const change::relation_ptr& shape) = 0;
  /// Everything before the point was emitted; what is appended is committed together with it.
  [[nodiscard]] virtual result<void> at_boundary(const emission_point& point,
                                                 record_batch& out) = 0;
  /// The records so far may be committed by themselves, in the middle of a transaction.
  virtual void at_split(record_batch& out) = 0;
};

}  // namespace walrelay::app
