// cursors: the five positions of a connector and their order (INV-1):
//   confirmed <= checkpointed <= produced <= assembled <= received
// Checkpointed and confirmed only ever move forward; the other three start over with each
// generation. Every move is checked, in release builds too. Pure; loop thread.
#pragma once

#include <walrelay/base/lsn.hpp>

namespace walrelay::relay {

class cursors {
 public:
  /// A generation starts: everything up to the checkpoint counts as seen.
  void resume_at(lsn checkpoint);

  void received(lsn position);      // newest byte of WAL that the server has shown us
  void assembled(lsn boundary);     // end of the newest whole transaction, or an idle keepalive
  void produced(lsn boundary);      // handed to the Kafka client in an open transaction
  void checkpointed(lsn boundary);  // committed together with its rows
  void confirmed(lsn boundary);     // sent to PostgreSQL as flushed

  [[nodiscard]] lsn received() const { return received_; }
  [[nodiscard]] lsn assembled() const { return assembled_; }
  [[nodiscard]] lsn produced() const { return produced_; }
  [[nodiscard]] lsn checkpointed() const { return checkpointed_; }
  [[nodiscard]] lsn confirmed() const { return confirmed_; }

 private:
  void check() const;

  lsn received_;
  lsn assembled_;
  lsn produced_;
  lsn checkpointed_;
  lsn confirmed_;
};

}  // namespace walrelay::relay
