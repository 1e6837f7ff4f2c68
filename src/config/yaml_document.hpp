// The text as one YAML mapping, or the one problem that keeps it from being that.
#pragma once

#include <optional>
#include <string>
#include <variant>

#include <yaml-cpp/yaml.h>

#include <walrelay/config/load.hpp>

namespace walrelay::config {

/// What yaml-cpp read, and the text that its marks point into.
struct yaml_document {
  YAML::Node root;
  std::string text;
};

[[nodiscard]] std::variant<yaml_document, problem> read_yaml(const std::string& text);

/// What keeps a node from being one text that means what it says; nothing when it is. `text` is
/// what the node was read from. Never quotes the node's value.
[[nodiscard]] std::optional<std::string> scalar_trouble(const YAML::Node& node,
                                                        const std::string& text);

}  // namespace walrelay::config
