// What the tests of this room share: loading a text with a given environment, and looking at what
// came out of it.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <doctest/doctest.h>

#include <walrelay/config/load.hpp>

namespace walrelay::config::testing {

struct world {
  std::map<std::string, std::string> environment;
  std::map<std::string, std::string> files;
  std::vector<std::string> overrides;
  std::optional<std::string> connector;
};

inline load_request request_for(std::string text, const world& around) {
  return {.text = std::move(text),
          .overrides = around.overrides,
          .connector = around.connector,
          .environment = [around](const std::string& name) -> std::optional<std::string> {
            const auto found = around.environment.find(name);
            if (found == around.environment.end()) return std::nullopt;
            return found->second;
          },
          .file = [around](const std::string& path) -> result<std::string> {
            const auto found = around.files.find(path);
            if (found != around.files.end()) return found->second;
            return error{.kind = error_class::configuration,
                         .found = "the file '" + path + "' cannot be read",
                         .why = {},
                         .remedy = {},
                         .code = {}};
          }};
}

inline std::variant<loaded, std::vector<problem>> outcome(std::string text,
                                                          const world& around = {}) {
  return load(request_for(std::move(text), around));
}

/// Everything that a person could see of the outcome: problems or notes.
inline std::string everything_shown(const std::variant<loaded, std::vector<problem>>& result) {
  if (const auto* problems = std::get_if<std::vector<problem>>(&result))
    return describe(*problems, "walrelay.yaml");
  std::string out;
  for (const warning_note& note : std::get<loaded>(result).notes)
    out += note.connector + ": " + note.option + ": " + note.text + "\n";
  return out;
}

inline std::vector<problem> problems_of(std::string text, const world& around = {}) {
  auto result = outcome(std::move(text), around);
  if (auto* problems = std::get_if<std::vector<problem>>(&result)) return std::move(*problems);
  return {};
}

inline loaded loaded_from(std::string text, const world& around = {}) {
  auto result = outcome(std::move(text), around);
  const std::string shown = everything_shown(result);
  INFO(shown);
  REQUIRE(std::holds_alternative<loaded>(result));
  return std::get<loaded>(std::move(result));
}

inline const connector_options& only_connector(const loaded& result) {
  REQUIRE(result.options.connectors.size() == 1);
  return result.options.connectors.front();
}

/// A complete file of one connector, `shop`, with more options of the connector appended.
inline std::string with_options(std::string_view options) {
  std::string text =
      "kafka.bootstrap.servers: localhost:9092\n"
      "connectors:\n"
      "  shop:\n"
      "    topic.prefix: shop\n"
      "    database: {hostname: db, user: cdc, password: \"pa55-of-pg\", dbname: shop}\n";
  std::size_t begin = 0;
  while (begin < options.size()) {
    const auto end = std::min(options.find('\n', begin), options.size());
    text += "    " + std::string(options.substr(begin, end - begin)) + "\n";
    begin = end + 1;
  }
  return text;
}

inline bool has_text(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

}  // namespace walrelay::config::testing
