#include "config/suggest.hpp"

#include <algorithm>
#include <vector>

#include "config/option_table.hpp"
#include "config/value_text.hpp"

namespace walrelay::config {
namespace {

std::string target_of(const option_row& row) {
  return std::string(row.instead.empty() ? row.name : row.instead);
}

/// Options that people write without their group: hostname for database.hostname.
std::optional<std::string> by_last_part(const std::string& name) {
  const std::string ending = '.' + name;
  for (const option_group& group : option_groups())
    for (const option_row& row : group.rows)
      if (row.state == standing::implemented && row.name.ends_with(ending)) return target_of(row);
  return std::nullopt;
}

/// At least so many edits lie between two texts; cheap, where the distance itself takes time with
/// the product of both lengths.
std::size_t length_gap(std::string_view left, std::string_view right) {
  return std::max(left.size(), right.size()) - std::min(left.size(), right.size());
}

bool within(std::size_t distance_max, std::string_view left, std::string_view right) {
  return length_gap(left, right) <= distance_max && edit_distance(left, right) <= distance_max;
}

}  // namespace

std::size_t edit_distance(std::string_view left, std::string_view right) {
  // Three rows of the usual table are enough: a swap looks two rows back.
  std::vector<std::size_t> before_last(right.size() + 1), last(right.size() + 1),
      current(right.size() + 1);
  for (std::size_t j = 0; j <= right.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= left.size(); ++i) {
    current[0] = i;
    for (std::size_t j = 1; j <= right.size(); ++j) {
      const std::size_t change = left[i - 1] == right[j - 1] ? 0 : 1;
      current[j] = std::min({last[j] + 1, current[j - 1] + 1, last[j - 1] + change});
      if (i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1])
        current[j] = std::min(current[j], before_last[j - 2] + 1);
    }
    before_last.swap(last);
    last.swap(current);
  }
  return last[right.size()];
}

std::optional<std::string> suggest_option(std::string_view name) {
  const std::string wanted = lower(name);
  if (auto whole = by_last_part(wanted)) return whole;
  const option_row* best = nullptr;
  std::size_t best_distance = std::max<std::size_t>(2, wanted.size() / 5) + 1;
  if (wanted.size() < 4) best_distance = 2;
  for (const option_group& group : option_groups())
    for (const option_row& row : group.rows) {
      if (row.is_pattern()) continue;
      if (length_gap(row.name, wanted) >= best_distance) continue;
      const std::size_t distance = edit_distance(wanted, lower(row.name));
      if (distance < best_distance) {
        best_distance = distance;
        best = &row;
      }
    }
  return best == nullptr ? std::nullopt : std::optional(target_of(*best));
}

std::optional<std::string> suggest_group(std::string_view path) {
  constexpr std::size_t distance_max = 2;
  if (within(distance_max, path, "connectors")) return "connectors";
  for (const option_group& group : option_groups())
    for (const option_row& row : group.rows)
      for (auto dot = row.name.find('.'); dot != row.name.npos; dot = row.name.find('.', dot + 1)) {
        const std::string_view prefix = row.name.substr(0, dot);
        if (path.size() > distance_max && within(distance_max, path, prefix))
          return std::string(prefix);
      }
  return std::nullopt;
}

}  // namespace walrelay::config
