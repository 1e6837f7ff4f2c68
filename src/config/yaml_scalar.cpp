#include "config/yaml_document.hpp"

namespace walrelay::config {
namespace {

/// yaml-cpp takes a text whose quote is never closed up to the end of the file.
bool quote_is_closed(const YAML::Node& node, const std::string& text) {
  const auto begin = static_cast<std::size_t>(node.Mark().pos);
  if (node.Tag() != "!" || begin >= text.size()) return true;
  const char quote = text[begin];
  if (quote != '"' && quote != '\'') return true;
  for (std::size_t at = begin + 1; at < text.size(); ++at) {
    const bool doubled = quote == '\'' && text.compare(at, 2, "''") == 0;
    const bool escaped = quote == '"' && text[at] == '\\';
    if (doubled || escaped)
      ++at;
    else if (text[at] == quote)
      return true;
  }
  return false;
}

bool has_meaningless_tag(const std::string& tag) {
  return tag != "?" && tag != "!" && !tag.empty() && !tag.starts_with("tag:yaml.org,2002:");
}

}  // namespace

std::optional<std::string> scalar_trouble(const YAML::Node& node, const std::string& text) {
  if (!node.IsScalar()) return "its elements must be texts, not lists or mappings";
  if (has_meaningless_tag(node.Tag()))
    return "it has a YAML tag (!...), which means nothing here; put the value in quotes";
  if (!quote_is_closed(node, text)) return "its opening quote is never closed";
  if (node.Scalar().find('\0') != std::string::npos)
    return "it has a NUL character, which no server accepts";
  return std::nullopt;
}

}  // namespace walrelay::config
