// copy_progress: how far the copy of one table has come, as it is committed in the offsets topic in
// the same Kafka transaction as the rows and events that it depends on. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <set>

#include <walrelay/snapshot/row_key.hpp>

namespace walrelay::snapshot {

struct copy_progress {
  enum class phase : unsigned char {
    reading,    // rows behind `last` have yet to be read
    rereading,  // the end was read; only listed keys are left
    done,
  };
  phase at = phase::reading;
  std::optional<row_key> last;  // of the rows read, whether or not it was emitted
  /// Keys whose rows consumers do not have in full yet: an event without an unchanged column came
  /// in place of the row that was read, or created the key.
  std::set<row_key> listed;
  std::uint64_t rows = 0;  // emitted

  bool operator==(const copy_progress&) const = default;
};

}  // namespace walrelay::snapshot
