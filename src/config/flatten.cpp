#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "config/flat_document.hpp"
#include "config/option_table.hpp"
#include "config/suggest.hpp"
#include "config/value_text.hpp"
#include "config/yaml_document.hpp"

namespace walrelay::config {
namespace {

constexpr std::size_t entries_max = 20'000;  // an alias inside itself would never end
constexpr std::size_t depth_max = 24;

/// Where in the document the walk is.
struct place {
  std::string connector;
  std::string path;  // dotted, without the connector
  std::size_t depth = 0;
  bool merged = false;  // below a merge key: an option given elsewhere wins

  [[nodiscard]] place below(const std::string& key) const {
    return {connector, path.empty() ? key : path + '.' + key, depth + 1, merged};
  }
};

/// Is there an option below this name, or could a pattern have one?
bool is_group(const std::string& path) {
  const option_row* below = find_option(path + ".x");
  return !options_under(path).empty() || below != nullptr;
}

class flattener {
 public:
  explicit flattener(std::string text) : text_(std::move(text)) {}

  void walk_daemon(const YAML::Node& root);
  flat_document take() { return std::move(out_); }

 private:
  void walk_connectors(const YAML::Node& node, int line);
  void walk_connector(const std::string& name, const YAML::Node& node, int line);
  void walk_options(const YAML::Node& map, const place& at);
  void walk_value(const YAML::Node& node, const place& at, int line);
  void walk_merge(const YAML::Node& node, const place& at, int line);
  void add_scalar(const YAML::Node& node, const place& at, int line);
  void add_list(const YAML::Node& node, const place& at, int line);
  void add(const place& at, given_value value);
  void add_missing_value(const place& at, int line);
  void enter(const std::string& connector, int line);
  bool is_plain_scalar(const YAML::Node& node, const place& at, int line);
  void complain(const place& at, int line, std::string text) {
    out_.problems.push_back({line, at.connector, at.path, std::move(text)});
  }

  /// The keys of one mapping: each once, and each a text.
  template <class Visit>
  void each_key(const YAML::Node& map, const place& at, Visit&& visit);

  struct known {
    std::size_t index;
    bool merged;
  };

  std::string text_;
  flat_document out_;
  std::map<std::pair<std::string, std::string>, known> seen_;
  bool overflow_ = false;
};

template <class Visit>
void flattener::each_key(const YAML::Node& map, const place& at, Visit&& visit) {
  std::map<std::string, int> lines;
  for (const auto& pair : map) {
    const int line = pair.first.Mark().line + 1;
    if (!pair.first.IsScalar()) {
      complain(at, line, "an option's name must be one text, not a list or a mapping");
      continue;
    }
    const std::string key = pair.first.Scalar();
    const auto [first, is_new] = lines.emplace(key, line);
    if (is_new)
      visit(key, pair.second, line);
    else
      complain(at.below(key), line, fmt::format("given twice, first in line {}", first->second));
  }
}

void flattener::walk_daemon(const YAML::Node& root) {
  constexpr std::string_view dotted = "connectors.";
  each_key(root, {}, [&](const std::string& key, const YAML::Node& node, int line) {
    if (key == "connectors") return walk_connectors(node, line);
    if (!key.starts_with(dotted)) return walk_value(node, place{}.below(key), line);
    const std::string rest = key.substr(dotted.size());
    const auto dot = rest.find('.');
    if (dot == rest.npos) return walk_connector(rest, node, line);
    const std::string name = rest.substr(0, dot);
    enter(name, line);
    return walk_value(node, place{name, {}, 1, false}.below(rest.substr(dot + 1)), line);
  });
}

void flattener::walk_connectors(const YAML::Node& node, int line) {
  const place here = place{}.below("connectors");
  if (!node.IsMap())
    return complain(here, line,
                    "it must be a mapping: each connector's name with its options below");
  each_key(node, here, [&](const std::string& name, const YAML::Node& options, int at) {
    walk_connector(name, options, at);
  });
}

void flattener::walk_connector(const std::string& name, const YAML::Node& node, int line) {
  if (!node.IsMap() && !node.IsNull())
    return complain(place{}.below("connectors." + name), line,
                    "a connector is a mapping: its name, and its options indented below");
  enter(name, line);
  if (node.IsMap()) walk_options(node, place{name, {}, 1, false});
}

void flattener::enter(const std::string& connector, int line) {
  for (const named_connector& entered : out_.connectors)
    if (entered.name == connector) return;
  out_.connectors.push_back({connector, line});
}

void flattener::walk_options(const YAML::Node& map, const place& at) {
  std::optional<std::pair<YAML::Node, int>> merge;
  each_key(map, at, [&](const std::string& key, const YAML::Node& node, int line) {
    if (key == "<<")
      merge.emplace(node, line);
    else
      walk_value(node, at.below(key), line);
  });
  if (merge) walk_merge(merge->first, at, merge->second);
}

void flattener::walk_merge(const YAML::Node& node, const place& at, int line) {
  place inherited = at;
  inherited.merged = true;
  ++inherited.depth;
  if (inherited.depth > depth_max || !node.IsMap())
    return complain(at, line, "a merge key (<<) takes the alias of one other mapping");
  walk_options(node, inherited);
}

void flattener::walk_value(const YAML::Node& node, const place& at, int line) {
  if (overflow_) return;
  if (at.depth > depth_max || out_.entries.size() >= entries_max) {
    overflow_ = true;
    return complain(at, line,
                    "there is no end to this: too deeply nested, or an alias inside itself");
  }
  if (node.IsMap() && node.size() > 0) {
    // A password such as {abc} without quotes reads as a mapping whose keys would be shown.
    if (is_secret(at.path)) return complain(at, line, "it must be one text; put it in quotes");
    if (!is_group(at.path)) return out_.unknown_groups.push_back({at.connector, at.path, line});
    return walk_options(node, at);
  }
  if (node.IsScalar()) return add_scalar(node, at, line);
  if (node.IsSequence()) return add_list(node, at, line);
  add_missing_value(at, line);
}

void flattener::add_missing_value(const place& at, int line) {
  // A stray word, such as the second half of a text that lost its quotes, reads as an option
  // without a value. Only a name that is or resembles an option is repeated.
  const bool telling = find_option(at.path) != nullptr || suggest_option(at.path).has_value() ||
                       !options_under(at.path).empty();
  if (telling) return complain(at, line, "it has no value; write one, or remove the line");
  out_.problems.push_back(
      {line, at.connector, {}, "a word without a value; every line has the form 'option: value'"});
}

bool flattener::is_plain_scalar(const YAML::Node& node, const place& at, int line) {
  const auto trouble = scalar_trouble(node, text_);
  if (trouble) complain(at, line, *trouble);
  return !trouble;
}

void flattener::add_scalar(const YAML::Node& node, const place& at, int line) {
  if (!is_plain_scalar(node, at, line)) return;
  add(at, {.items = {node.Scalar()}, .form = value_form::scalar, .line = line});
}

void flattener::add_list(const YAML::Node& node, const place& at, int line) {
  if (is_secret(at.path)) return complain(at, line, "it must be one text; put it in quotes");
  given_value value{.items = {}, .form = value_form::list, .line = line};
  for (const YAML::Node& item : node) {
    if (!is_plain_scalar(item, at, line)) return;
    value.items.push_back(item.Scalar());
  }
  add(at, std::move(value));
}

void flattener::add(const place& at, given_value value) {
  const int line = value.line;
  const auto [found, is_new] =
      seen_.emplace(std::pair{at.connector, at.path}, known{out_.entries.size(), at.merged});
  if (is_new) {
    out_.entries.push_back({at.connector, at.path, std::move(value)});
  } else if (found->second.merged && !at.merged) {
    out_.entries[found->second.index].value = std::move(value);
    found->second.merged = false;
  } else if (!at.merged) {
    const int first = out_.entries[found->second.index].value.line;
    complain(at, line, fmt::format("given twice, first in line {}", first));
  }
}

}  // namespace

std::string given_value::text() const {
  return join_commas(items);
}

flat_document flatten_yaml(const std::string& text) {
  auto read = read_yaml(text);
  flat_document out;
  if (auto* failure = std::get_if<problem>(&read)) {
    out.problems.push_back(std::move(*failure));
    return out;
  }
  auto& document = std::get<yaml_document>(read);
  flattener walk(std::move(document.text));
  walk.walk_daemon(document.root);
  return walk.take();
}

}  // namespace walrelay::config
