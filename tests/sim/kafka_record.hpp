// kafka_record: a record in the model broker: a checkpoint, or the row or message that an envelope
// carries.
#pragma once

#include <cstddef>
#include <memory>

#include <walrelay/base/checkpoint.hpp>

#include "sim/source_log.hpp"

namespace walrelay::sim {

inline constexpr std::size_t partitions_per_table = 2;
inline constexpr std::size_t offsets_partition = (message_table + 1) * partitions_per_table;
inline constexpr std::size_t partition_count = offsets_partition + 1;

/// Same key, same partition (INV-5).
[[nodiscard]] inline std::size_t partition_of(std::size_t table, row_id row) {
  return table * partitions_per_table + row % partitions_per_table;
}

struct kafka_record {
  std::size_t partition = offsets_partition;
  std::shared_ptr<const checkpoint> position;  // in the offsets partition
  // Elsewhere:
  row_id row = 0;
  std::uint32_t shape = 0;  // that its value has
};

}  // namespace walrelay::sim
