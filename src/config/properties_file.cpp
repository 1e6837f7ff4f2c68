// Java properties, as Connect's FileConfigProvider reads them: key=value, key: value or key value,
// comments with # or !, a backslash at the end of a line continues it.
#include <string_view>

#include "config/interpolate.hpp"

namespace walrelay::config {
namespace {

constexpr std::string_view blanks = " \t\f";

/// The next line without its end and its leading blanks, continued lines joined.
std::string next_line(std::string_view& rest) {
  std::string line;
  bool continues = true;
  while (continues && !rest.empty()) {
    const auto end = rest.find('\n');
    std::string_view part = rest.substr(0, end);
    rest.remove_prefix(end == rest.npos ? rest.size() : end + 1);
    if (part.ends_with('\r')) part.remove_suffix(1);
    part.remove_prefix(std::min(part.find_first_not_of(blanks), part.size()));
    std::size_t slashes = 0;
    while (slashes < part.size() && part[part.size() - 1 - slashes] == '\\') ++slashes;
    const bool comment = line.empty() && (part.starts_with('#') || part.starts_with('!'));
    continues = slashes % 2 == 1 && !comment;
    if (continues) part.remove_suffix(1);
    line += part;
  }
  return line;
}

std::string unescaped(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '\\' || at + 1 == text.size()) {
      out += text[at];
      continue;
    }
    switch (text[++at]) {
      case 'n':
        out += '\n';
        break;
      case 't':
        out += '\t';
        break;
      case 'r':
        out += '\r';
        break;
      case 'f':
        out += '\f';
        break;
      default:
        out += text[at];
        break;
    }
  }
  return out;
}

std::size_t end_of_key(std::string_view line) {
  std::size_t at = 0;
  while (at < line.size() && std::string_view("=: \t\f").find(line[at]) == std::string_view::npos)
    at += line[at] == '\\' ? 2U : 1U;
  return std::min(at, line.size());
}

std::string_view value_after(std::string_view line, std::size_t key_end) {
  line.remove_prefix(key_end);
  line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
  if (!line.empty() && (line[0] == '=' || line[0] == ':')) line.remove_prefix(1);
  line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
  return line;
}

}  // namespace

std::optional<std::string> find_property(const std::string& file, const std::string& key) {
  std::optional<std::string> found;
  std::string_view rest = file;
  while (!rest.empty()) {
    const std::string line = next_line(rest);
    if (line.empty() || line[0] == '#' || line[0] == '!') continue;
    const std::size_t key_end = end_of_key(line);
    // As in Java the last line of a key wins.
    if (unescaped(std::string_view(line).substr(0, key_end)) == key)
      found = unescaped(value_after(line, key_end));
  }
  return found;
}

}  // namespace walrelay::config
