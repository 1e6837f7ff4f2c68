// From a YAML file to typed options. All problems are found at once; nothing is ignored: an
// unknown option, a Debezium option that is not available yet, a wrong value, a duplicate key are
// errors with their line and, where one is near, a suggestion. Pure save read_text_file() and the
// two lookups.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <walrelay/base/result.hpp>
#include <walrelay/config/options.hpp>

namespace walrelay::config {

struct problem {
  int line = 0;           // 1-based; 0 when it belongs to no line (a missing option, --set)
  std::string connector;  // empty for the daemon's own options
  std::string option;     // full dotted name; empty for syntax errors
  std::string text;       // never contains a secret's value
};

struct warning_note {
  std::string connector;
  std::string option;
  std::string text;  // e.g. "accepted and meaningless here: …"
};

struct loaded {
  daemon_options options;
  std::vector<warning_note> notes;
};

struct load_request {
  std::string text;                      // the YAML text
  std::vector<std::string> overrides;    // --set option=value, for every connector
  std::optional<std::string> connector;  // --connector NAME: keep only this one
  /// ${env:NAME} and ${file:PATH} / ${file:PATH:KEY} (as in Connect, KEY of a properties file).
  std::function<std::optional<std::string>(const std::string& name)> environment;
  std::function<result<std::string>(const std::string& path)> file;
};

/// Either the options or every problem, in the order of the lines.
[[nodiscard]] std::variant<loaded, std::vector<problem>> load(const load_request& request);

/// `file:line: connector 'x': option: text`, one line a problem.
[[nodiscard]] std::string describe(const std::vector<problem>& problems,
                                   std::string_view file_name);

[[nodiscard]] result<std::string> read_text_file(const std::string& path);

/// `walrelay config explain [OPTION]`: one option in full, or the whole table; an error with a
/// suggestion for an unknown name.
[[nodiscard]] result<std::string> explain(std::string_view option);
[[nodiscard]] std::string explain_all();

}  // namespace walrelay::config
