#include "postgres/timeline_history.hpp"

#include <charconv>
#include <cstdint>
#include <optional>

#include <fmt/format.h>

namespace walrelay::postgres {

namespace {

constexpr std::string_view blanks = " \t\r";

std::string_view take_word(std::string_view& line) {
  line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
  const std::string_view word = line.substr(0, line.find_first_of(blanks));
  line.remove_prefix(word.size());
  return word;
}

std::optional<server_identity::switch_point> parse_line(std::string_view line) {
  const std::string_view number = take_word(line);
  std::uint32_t timeline = 0;
  const auto [end, failure] =
      std::from_chars(number.data(), number.data() + number.size(), timeline);
  if (failure != std::errc{} || end != number.data() + number.size()) return {};
  const std::optional<lsn> position = lsn::parse(take_word(line));
  if (!position) return {};
  return server_identity::switch_point{timeline_id{timeline}, *position};
}

}  // namespace

result<std::vector<server_identity::switch_point>> parse_timeline_history(std::string_view text) {
  std::vector<server_identity::switch_point> history;
  std::size_t line_number = 0;
  while (!text.empty()) {
    const std::size_t line_end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, line_end);
    text.remove_prefix(std::min(line_end + 1, text.size()));
    ++line_number;
    const std::size_t content = line.find_first_not_of(blanks);
    if (content == std::string_view::npos || line[content] == '#') continue;

    const auto point = parse_line(line);
    if (!point || (!history.empty() && history.back().parent >= point->parent)) {
      return error{
          error_class::refuse,
          fmt::format("line {} of the server's timeline history is not understood", line_number),
          "it cannot be told whether our position lies on the server's present timeline",
          "look at the newest .history file in the server's pg_wal folder", ""};
    }
    history.push_back(*point);
  }
  return history;
}

}  // namespace walrelay::postgres
