// checkpoint_search: the newest record of one key in a partition whose high watermark is known,
// read backwards in growing windows: the newest checkpoint is almost always among the last few
// records.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <walrelay/base/result.hpp>

#include "kafka/partition_scan.hpp"

namespace walrelay::kafka {

/// The value of the newest record of `key` below `range.high`; nothing when there is no such
/// record, or when the newest one is a tombstone.
[[nodiscard]] result<std::optional<std::string>> newest_of_key(partition_scan& partition,
                                                               std::string_view key,
                                                               log_range range);

}  // namespace walrelay::kafka
