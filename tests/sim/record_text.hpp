// record_text: which source row an encoded record carries.
#pragma once

#include <walrelay/base/records.hpp>

#include "sim/kafka_record.hpp"

namespace walrelay::sim {

/// A topic's number is its table's plus this; 0 is the offsets topic.
inline constexpr std::uint32_t first_topic = 1;

/// A fault when key and value do not tell the same row.
[[nodiscard]] kafka_record record_of(const record_view& encoded);

}  // namespace walrelay::sim
