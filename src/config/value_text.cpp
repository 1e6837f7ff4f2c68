#include "config/value_text.hpp"

#include <algorithm>
#include <charconv>

namespace walrelay::config {
namespace {

constexpr std::string_view blanks = " \t\r\n";

char lower_letter(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

}  // namespace

std::optional<std::int64_t> parse_integer(std::string_view text) {
  text = trimmed(text);
  std::int64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, failure] = std::from_chars(text.data(), end, number);
  if (text.empty() || failure != std::errc{} || stop != end) return std::nullopt;
  return number;
}

std::optional<bool> parse_boolean(std::string_view text) {
  const std::string word = lower(trimmed(text));
  if (word == "true") return true;
  if (word == "false") return false;
  return std::nullopt;
}

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), lower_letter);
  return out;
}

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(blanks);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::vector<std::string> split_commas(std::string_view text) {
  std::vector<std::string> items;
  if (trimmed(text).empty()) return items;
  while (true) {
    const auto comma = text.find(',');
    items.emplace_back(trimmed(text.substr(0, comma)));
    if (comma == text.npos) return items;
    text.remove_prefix(comma + 1);
  }
}

std::vector<std::string> split_regexes(std::string_view text) {
  std::vector<std::string> items;
  if (trimmed(text).empty()) return items;
  std::size_t begin = 0;
  std::size_t at = 0;
  while (at < text.size()) {
    if (text[at] == '\\') {
      at += 2;  // the escaped character, whatever it is, belongs to the expression
      continue;
    }
    if (text[at] == ',') {
      items.emplace_back(trimmed(text.substr(begin, at - begin)));
      begin = at + 1;
    }
    ++at;
  }
  items.emplace_back(trimmed(text.substr(begin)));
  return items;
}

std::vector<std::pair<std::string, std::vector<std::string>>> split_key_columns(
    std::string_view text) {
  std::vector<std::pair<std::string, std::vector<std::string>>> keys;
  while (!trimmed(text).empty()) {
    const auto end = text.find(';');
    const std::string_view part = text.substr(0, end);
    const auto colon = part.rfind(':');
    const std::string_view columns =
        colon == part.npos ? std::string_view() : part.substr(colon + 1);
    keys.emplace_back(trimmed(part.substr(0, colon)), split_commas(columns));
    text = end == text.npos ? std::string_view() : text.substr(end + 1);
  }
  return keys;
}

std::vector<std::string> split_statements(std::string_view text) {
  std::vector<std::string> statements;
  std::string current;
  const auto finish = [&] {
    if (const auto statement = trimmed(current); !statement.empty())
      statements.emplace_back(statement);
    current.clear();
  };
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != ';') {
      current += text[at];
    } else if (at + 1 < text.size() && text[at + 1] == ';') {
      current += ';';
      ++at;
    } else {
      finish();
    }
  }
  finish();
  return statements;
}

std::string join_commas(const std::vector<std::string>& items) {
  std::string out;
  for (const std::string& item : items) {
    if (!out.empty()) out += ',';
    out += item;
  }
  return out;
}

std::string as_identifier(std::string_view connector) {
  std::string out = lower(connector);
  std::replace_if(
      out.begin(), out.end(), [](char c) { return c == '-' || c == '.'; }, '_');
  return out;
}

}  // namespace walrelay::config
