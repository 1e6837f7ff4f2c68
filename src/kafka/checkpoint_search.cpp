#include "kafka/checkpoint_search.hpp"

#include <algorithm>
#include <string_view>

namespace walrelay::kafka {

namespace {

constexpr std::int64_t first_window = 200;
constexpr std::int64_t window_growth = 10;

}  // namespace

result<std::optional<std::string>> newest_of_key(partition_scan& partition, std::string_view key,
                                                 log_range range) {
  std::int64_t end = range.high;
  for (std::int64_t width = first_window; end > range.low; width *= window_growth) {
    const std::int64_t start = std::max(range.low, range.high - width);
    std::optional<std::optional<std::string>> newest;
    const auto scanned = partition.run(
        {start, end}, [&](std::string_view found, std::optional<std::string_view> value) {
          if (found == key) newest.emplace(value);
        });
    if (!scanned) return scanned.error();
    if (newest) return *std::move(newest);
    end = start;
  }
  return std::optional<std::string>{};
}

}  // namespace walrelay::kafka
