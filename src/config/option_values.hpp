// The values of one connector, or of the daemon: what was given, else the table's default. Only
// values that passed their checks get in, so that reading them cannot fail.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "config/flat_document.hpp"
#include "config/option_table.hpp"

namespace walrelay::config {

class option_values {
 public:
  explicit option_values(std::string connector) : connector_(std::move(connector)) {}

  void set(const std::string& option, given_value value);
  /// In place of the table's default.
  void set_default(const std::string& option, std::string text);
  [[nodiscard]] const given_value* given(std::string_view option) const;

  [[nodiscard]] std::string text(std::string_view option) const;
  /// The accepted value as the table spells it.
  [[nodiscard]] std::string choice(std::string_view option) const;
  [[nodiscard]] bool flag(std::string_view option) const;
  [[nodiscard]] std::int64_t integer(std::string_view option) const;
  [[nodiscard]] std::chrono::milliseconds duration(std::string_view option) const;
  [[nodiscard]] std::vector<std::string> list(std::string_view option) const;

  /// What was given under a prefix that ends in a dot, by the rest of the name.
  [[nodiscard]] std::map<std::string, given_value> under(std::string_view prefix) const;

 private:
  std::string connector_;
  [[nodiscard]] std::string default_of(std::string_view option) const;

  std::map<std::string, given_value, std::less<>> given_;
  std::map<std::string, std::string, std::less<>> defaults_;
};

/// The default with the connector's name in its place; a slot's and a publication's name have the
/// narrower alphabet of PostgreSQL's identifiers.
[[nodiscard]] std::string default_text(const option_row& row, std::string_view connector);

}  // namespace walrelay::config
