#include "config/value_check.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <re2/re2.h>

#include "config/value_rules.hpp"
#include "config/value_text.hpp"

namespace walrelay::config {
namespace {

constexpr std::size_t shown_bytes_max = 80;

bool may_be_shown(std::string_view name, const given_value& value) {
  return value.visibility == exposure::shown && !is_secret(name);
}

std::string printable(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c >= 0 && c < ' '; }, ' ');
  if (text.size() <= shown_bytes_max) return text;
  std::size_t end = shown_bytes_max;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  return text.substr(0, end) + "...";
}

std::string listed(const std::vector<std::string_view>& values) {
  std::string out;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) out += i + 1 == values.size() ? " or " : ", ";
    out += values[i];
  }
  return out;
}

bool is_accepted(const option_row& row, std::string_view text) {
  const std::string word = lower(trimmed(text));
  const auto values = accepted_values(row);
  return std::any_of(values.begin(), values.end(),
                     [&](std::string_view value) { return lower(value) == word; });
}

complaint must_be_accepted(const option_row& row) {
  const auto values = accepted_values(row);
  std::string text = listed(values);
  if (!row.reason.empty()) text += fmt::format(" ({})", row.reason);
  return text;
}

complaint check_integer(const option_row& row, const std::string& text) {
  const auto number = parse_integer(text);
  if (number && *number >= row.min && *number <= row.max) return std::nullopt;
  if (row.state == standing::meaningless) return "a whole number";
  return fmt::format("a whole number from {} to {}", row.min, row.max);
}

complaint check_choices(const option_row& row, const given_value& value) {
  const auto words = elements_of(row.type, value);
  const bool all = std::all_of(words.begin(), words.end(),
                               [&](const std::string& word) { return is_accepted(row, word); });
  if (words.empty() || !all) return "a list of " + listed(accepted_values(row));
  return std::nullopt;
}

/// What RE2 says about one expression; it repeats parts of the expression.
complaint check_regex(const std::string& expression, bool shown) {
  RE2::Options options;
  options.set_log_errors(false);
  options.set_case_sensitive(false);
  const RE2 compiled(expression, options);
  if (compiled.ok()) return std::nullopt;
  if (!shown) return "regular expressions that RE2 understands";
  const bool look_around = expression.find("(?=") != expression.npos ||
                           expression.find("(?!") != expression.npos ||
                           expression.find("(?<") != expression.npos;
  return fmt::format("regular expressions that RE2 understands, but '{}' is none: {}{}",
                     printable(expression), printable(compiled.error()),
                     look_around ? " (RE2 has no look-ahead and no look-behind)" : "");
}

/// a{2,3} in a comma-joined text falls into a{2 and 3}, which are expressions too, but not these.
bool is_torn_repetition(const std::string& expression) {
  static const RE2 torn(R"((?:^|[^\\])\{[0-9]*$|^[0-9]*\})");
  return RE2::PartialMatch(expression, torn);
}

complaint check_regexes(const given_value& value, bool shown) {
  for (const std::string& expression : elements_of(value_type::regex_list, value)) {
    if (expression.empty())
      return "a list without empty elements; remove the comma that has nothing beside it";
    if (value.form == value_form::scalar && is_torn_repetition(expression))
      return "a list whose commas separate expressions; write \\, for a comma inside one, or use a "
             "YAML list";
    if (auto trouble = check_regex(expression, shown)) return trouble;
  }
  return std::nullopt;
}

complaint check_type(const option_row& row, const given_value& value, bool shown) {
  switch (row.type) {
    case value_type::text:
    case value_type::list:
    case value_type::statements:
      return std::nullopt;
    case value_type::boolean:
      return parse_boolean(value.text()) ? std::nullopt : complaint("true or false");
    case value_type::integer:
      return check_integer(row, value.text());
    case value_type::choice:
      return is_accepted(row, value.text()) ? std::nullopt : must_be_accepted(row);
    case value_type::choices:
      return check_choices(row, value);
    case value_type::regex_list:
      return check_regexes(value, shown);
  }
  return std::nullopt;
}

std::string not_available(const option_row& row) {
  std::string text = "not available yet";
  if (!row.reason.empty()) text += fmt::format(" ({})", row.reason);
  return text + "; remove the option";
}

std::string not_accepted(const option_row& row) {
  if (!row.instead.empty()) return fmt::format("{}; write {}", row.reason, row.instead);
  return fmt::format("not accepted: {}", row.reason);
}

}  // namespace

std::vector<std::string> elements_of(value_type type, const given_value& value) {
  if (value.form == value_form::list) {
    std::vector<std::string> items;
    for (const std::string& item : value.items) items.emplace_back(trimmed(item));
    return items;
  }
  if (type == value_type::regex_list) return split_regexes(value.text());
  if (type == value_type::statements) return split_statements(value.text());
  return split_commas(value.text());
}

std::string shown_value(std::string_view name, const given_value& value) {
  if (is_secret(name)) return "a secret value";
  if (value.visibility == exposure::hidden) return "a value that came from ${...}";
  return fmt::format("'{}'", printable(value.text()));
}

std::optional<std::string> check_value(const option_row& row, std::string_view name,
                                       const given_value& value) {
  if (row.state == standing::not_yet) return not_available(row);
  if (row.state == standing::refused) return not_accepted(row);
  complaint trouble = check_type(row, value, may_be_shown(name, value));
  if (!trouble && row.rule != nullptr) trouble = row.rule(value.text());
  if (!trouble) return std::nullopt;
  return fmt::format("found {}; it must be {}", shown_value(name, value), *trouble);
}

}  // namespace walrelay::config
