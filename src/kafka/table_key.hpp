// table_key: which table a record of the offsets topic is about.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace walrelay::kafka {

/// Nothing unless `key` is that of a table of the connector that `checkpoint_key` belongs to.
[[nodiscard]] std::optional<std::string> table_of_key(std::string_view key,
                                                      std::string_view checkpoint_key);

}  // namespace walrelay::kafka
