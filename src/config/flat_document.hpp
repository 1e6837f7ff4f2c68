// The configuration text as flat options: YAML nests, the dot joins. What is not a
// mapping of texts and lists, or says the same thing twice, is a problem here; whether a value is
// right is not asked.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <walrelay/config/load.hpp>

namespace walrelay::config {

enum class value_form { scalar, list };
enum class origin { file, command_line };
/// Hidden values came, in part at least, from the environment or a file: they are never shown.
enum class exposure { shown, hidden };

struct given_value {
  std::vector<std::string> items;  // exactly one of a scalar
  value_form form = value_form::scalar;
  int line = 0;
  origin from = origin::file;
  exposure visibility = exposure::shown;

  /// The value as one text: a list equals a comma-joined string.
  [[nodiscard]] std::string text() const;
};

struct flat_entry {
  std::string connector;  // empty for the daemon's own options
  std::string option;
  given_value value;
};

struct named_connector {
  std::string name;
  int line = 0;
};

/// A mapping below which no option exists: reported as a whole, not option by option.
struct unknown_group {
  std::string connector;
  std::string path;
  int line = 0;
};

struct flat_document {
  std::vector<flat_entry> entries;  // in the order of the file
  std::vector<unknown_group> unknown_groups;
  std::vector<named_connector> connectors;  // in the order of the file
  std::vector<problem> problems;
};

[[nodiscard]] flat_document flatten_yaml(const std::string& text);

}  // namespace walrelay::config
