#include <walrelay/relay/cursors.hpp>

#include <algorithm>

#include <walrelay/base/ensure.hpp>

namespace walrelay::relay {

void cursors::resume_at(lsn checkpoint) {
  WALRELAY_ENSURE(checkpoint >= checkpointed_,
                  "INV-1: resuming at {}, behind the checkpoint {} that this process committed",
                  checkpoint, checkpointed_);
  received_ = assembled_ = produced_ = checkpointed_ = checkpoint;
  check();
}

void cursors::received(lsn position) {
  received_ = std::max(received_, position);
}

void cursors::assembled(lsn boundary) {
  assembled_ = std::max(assembled_, boundary);
  received_ = std::max(received_, assembled_);
  check();
}

void cursors::produced(lsn boundary) {
  produced_ = std::max(produced_, boundary);
  check();
}

void cursors::checkpointed(lsn boundary) {
  WALRELAY_ENSURE(boundary >= checkpointed_, "INV-1: checkpoint moves back from {} to {}",
                  checkpointed_, boundary);
  checkpointed_ = boundary;
  produced_ = std::max(produced_, boundary);
  check();
}

void cursors::confirmed(lsn boundary) {
  WALRELAY_ENSURE(boundary >= confirmed_, "INV-1: confirmation moves back from {} to {}",
                  confirmed_, boundary);
  confirmed_ = boundary;
  check();
}

void cursors::check() const {
  WALRELAY_ENSURE(
      confirmed_ <= checkpointed_ && checkpointed_ <= produced_ && produced_ <= assembled_ &&
          assembled_ <= received_,
      "INV-1: confirmed {} <= checkpointed {} <= produced {} <= assembled {} <= received {}",
      confirmed_, checkpointed_, produced_, assembled_, received_);
}

}  // namespace walrelay::relay
