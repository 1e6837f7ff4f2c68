// offsets_check: may the operator's word about the position be taken? What `walrelay offsets adopt`
// and `walrelay offsets reset` refuse, as pure functions.
#pragma once

#include <optional>

#include <walrelay/base/checkpoint.hpp>
#include <walrelay/base/result.hpp>
#include <walrelay/base/source_state.hpp>

namespace walrelay::relay {

/// Both sides as they are now.
struct offsets_situation {
  std::optional<checkpoint> found;
  std::optional<error> unreadable;  // there is a record, and it is no checkpoint
  std::optional<slot_state> slot;
};

/// Whether the operator accepts that changes are lost or repeated (--accept-gap).
enum class gap { refused, accepted };

/// The slot's confirmed position becomes the checkpoint.
[[nodiscard]] result<void> check_adopt(const offsets_situation& now, gap tolerance);
/// The position is given up: the next start is a first start.
[[nodiscard]] result<void> check_reset(const offsets_situation& now, gap tolerance);

}  // namespace walrelay::relay
