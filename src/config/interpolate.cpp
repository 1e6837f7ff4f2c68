#include "config/interpolate.hpp"

#include <algorithm>
#include <variant>

#include <fmt/format.h>

namespace walrelay::config {
namespace {

/// One ${provider:argument}, [begin, end) in the text.
struct reference {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string provider;
  std::string argument;
};

bool is_word(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
}

std::optional<reference> next_reference(const std::string& text, std::size_t from) {
  for (std::size_t begin = text.find("${", from); begin != text.npos;
       begin = text.find("${", begin + 2)) {
    const std::size_t colon = text.find(':', begin);
    const std::size_t end = text.find('}', begin);
    if (colon == text.npos || end == text.npos || colon > end) continue;
    std::string provider = text.substr(begin + 2, colon - begin - 2);
    if (is_word(provider))
      return reference{begin, end + 1, std::move(provider),
                       text.substr(colon + 1, end - colon - 1)};
  }
  return std::nullopt;
}

struct trouble {
  std::string text;
};
using looked_up = std::variant<std::string, trouble>;

looked_up from_environment(const std::string& name, const load_request& sources) {
  if (!is_word(name)) return trouble{"${env:...} takes the name of an environment variable"};
  if (auto found = sources.environment ? sources.environment(name) : std::nullopt)
    return std::move(*found);
  return trouble{
      fmt::format("the environment variable {} is not set; set it before the start", name)};
}

looked_up from_file(const std::string& argument, const load_request& sources) {
  const auto colon = argument.rfind(':');
  const std::string path = argument.substr(0, colon);
  if (path.empty()) return trouble{"${file:...} takes a path, or a path, a colon and a key"};
  if (!sources.file) return trouble{"files cannot be read here"};
  auto content = sources.file(path);
  if (content.has_error()) return trouble{content.error().message()};
  if (colon == argument.npos) {
    // Files of one secret usually end with a line end that is not part of it.
    if (content->ends_with('\n')) content->pop_back();
    if (content->ends_with('\r')) content->pop_back();
    return std::move(*content);
  }
  const std::string key = argument.substr(colon + 1);
  if (auto found = find_property(*content, key)) return std::move(*found);
  return trouble{fmt::format("the file '{}' has no line '{}=...'", path, key)};
}

looked_up look_up(const reference& wanted, const load_request& sources) {
  if (wanted.provider == "env") return from_environment(wanted.argument, sources);
  if (wanted.provider == "file") return from_file(wanted.argument, sources);
  return trouble{
      fmt::format("'{}' is not a source of values; there are ${{env:NAME}}, ${{file:PATH}} and "
                  "${{file:PATH:KEY}}",
                  wanted.provider)};
}

}  // namespace

std::vector<std::string> interpolate(given_value& value, const load_request& sources) {
  std::vector<std::string> troubles;
  for (std::string& text : value.items) {
    std::size_t from = 0;
    while (const auto found = next_reference(text, from)) {
      value.visibility = exposure::hidden;
      looked_up result = look_up(*found, sources);
      if (auto* failure = std::get_if<trouble>(&result)) {
        troubles.push_back(std::move(failure->text));
        from = found->end;
        continue;
      }
      const auto& content = std::get<std::string>(result);
      if (content.find('\0') != content.npos)
        troubles.push_back(
            fmt::format("what ${{{}:...}} leads to has a NUL character, which no "
                        "server accepts",
                        found->provider));
      text.replace(found->begin, found->end - found->begin, content);
      from = found->begin + content.size();  // what was found is not looked at again
    }
  }
  return troubles;
}

bool is_only_references(const std::string& text) {
  std::size_t from = 0;
  while (const auto found = next_reference(text, from)) {
    if (found->begin != from) return false;
    from = found->end;
  }
  return !text.empty() && from == text.size();
}

}  // namespace walrelay::config
