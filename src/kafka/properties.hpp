// properties: what each kind of handle is configured with: our defaults, then what the operator
// wrote, then what the daemon decides, which config refuses to take (src/config/table_kafka.cpp).
// Pure.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <walrelay/kafka/client_settings.hpp>

namespace walrelay::kafka {

/// In the order in which they are set: a later one wins, also under an alias of the same property.
using property_list = std::vector<std::pair<std::string, std::string>>;

[[nodiscard]] property_list producer_properties(const producer_settings& settings);
[[nodiscard]] property_list admin_properties(const client_settings& settings);

enum class isolation { read_committed, read_uncommitted };
[[nodiscard]] property_list reader_properties(const client_settings& settings, isolation level);

/// A commit that took this long may have sent its EndTxn twice (K1): half of the pause after which
/// librdkafka repeats a request, which producer_properties() sets.
inline constexpr std::chrono::milliseconds retry_backoff{500};
inline constexpr std::chrono::milliseconds disturbed_commit = retry_backoff / 2;

}  // namespace walrelay::kafka
