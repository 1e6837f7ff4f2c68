#include "postgres/copy_text.hpp"

#include <optional>

namespace walrelay::postgres {

namespace {

constexpr std::string_view null_text = "\\N";

std::optional<char> unescaped(char letter) {
  switch (letter) {
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    case 'v':
      return '\v';
    case '\\':
      return '\\';
    default:
      return std::nullopt;
  }
}

bool append_unescaped(std::string& out, std::string_view field) {
  while (true) {
    const std::size_t escape = field.find('\\');
    out += field.substr(0, escape);
    if (escape == std::string_view::npos) return true;
    if (escape + 1 == field.size()) return false;
    const auto letter = unescaped(field[escape + 1]);
    if (!letter) return false;
    out += *letter;
    field.remove_prefix(escape + 2);
  }
}

}  // namespace

bool copy_row::parse(std::string_view line) {
  if (line.ends_with('\n')) line.remove_suffix(1);
  text_.clear();
  places_.clear();
  while (true) {
    const std::size_t tab = line.find('\t');
    const std::string_view field = line.substr(0, tab);
    const std::size_t offset = text_.size();
    const bool null = field == null_text;
    if (!null && !append_unescaped(text_, field)) return false;
    places_.push_back({offset, text_.size() - offset, null});
    if (tab == std::string_view::npos) break;
    line.remove_prefix(tab + 1);
  }
  values_.clear();
  for (const place& each : places_) {
    if (each.null) {
      values_.emplace_back();
    } else {
      values_.push_back(
          {change::value_kind::text, std::string_view(text_).substr(each.offset, each.length)});
    }
  }
  return true;
}

}  // namespace walrelay::postgres
