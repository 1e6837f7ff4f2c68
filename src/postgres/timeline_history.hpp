// The text of a timeline history file, as TIMELINE_HISTORY returns it.
#pragma once

#include <string_view>
#include <vector>

#include <walrelay/base/result.hpp>
#include <walrelay/base/source_state.hpp>

namespace walrelay::postgres {

/// Lines `timeline TAB position TAB reason`, oldest first; `#` starts a comment line. Timelines
/// must rise, as the server itself demands.
[[nodiscard]] result<std::vector<server_identity::switch_point>> parse_timeline_history(
    std::string_view text);

}  // namespace walrelay::postgres
