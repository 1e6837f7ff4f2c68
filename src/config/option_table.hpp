// The one place where an option exists: its name, type, default, rule, standing and explanation.
// Parsing, defaults, checks, suggestions and `config explain` all read these rows.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace walrelay::config {

enum class value_type {
  text,
  boolean,
  integer,
  choice,      // one of `accepted`
  list,        // free texts, separated by commas
  choices,     // a list whose elements are of `accepted`
  regex_list,  // a list of RE2 expressions
  statements,  // SQL statements, separated by semicolons
};

/// What walrelay does with an option.
enum class standing {
  implemented,
  meaningless,  // accepted without effect; said once in a note, `reason` tells why
  narrower,     // only `accepted` of the values that Debezium has; `reason` tells why
  not_yet,      // refused until an issue builds it
  refused,      // refused for good; `reason` tells what to use instead
};

/// Where in the file an option may stand. A daemon-wide value of `both` is every connector's
/// default.
enum class scope { connector, daemon, both };
enum class presence { optional, required };
enum class secrecy { open, secret };

/// Nothing, or what the value must be ("it must be ..."). Never quotes the value.
using value_rule = std::optional<std::string> (*)(const std::string& text);

struct option_row {
  /// Dotted name. One or more `*` make it a pattern; each stands for at least one character.
  std::string_view name;
  value_type type = value_type::text;
  standing state = standing::implemented;
  scope where = scope::connector;
  presence need = presence::optional;
  secrecy visibility = secrecy::open;
  /// Default as text, empty for none; `<connector>` stands for the connector's name.
  std::string_view fallback = {};
  /// Debezium's or Connect's default where ours differs.
  std::string_view debezium = {};
  /// Separated by spaces.
  std::string_view accepted = {};
  std::int64_t min = 0;
  std::int64_t max = std::numeric_limits<std::int32_t>::max();
  value_rule rule = nullptr;
  std::string_view reason = {};
  /// The option to write in place of this one.
  std::string_view instead = {};
  std::string_view doc = {};

  [[nodiscard]] constexpr bool is_pattern() const { return name.find('*') != name.npos; }
};

struct option_group {
  std::string_view title;
  std::span<const option_row> rows;
};

/// Every row, by group, in the order of the reference.
[[nodiscard]] std::span<const option_group> option_groups();

/// The row of a name: the exact one, else the pattern with the longest literal text. A name under
/// producer.override. that exactly-once depends on has the row of its kafka. twin.
[[nodiscard]] const option_row* find_option(std::string_view name);

/// The row must exist: for names that are written in our own code.
[[nodiscard]] const option_row& option_named(std::string_view name);

/// Does `name` carry a secret? Also true for names that are not in the table but look like one.
[[nodiscard]] bool is_secret(std::string_view name);

/// Options whose name continues `group`, e.g. database.hostname for database.
[[nodiscard]] std::vector<std::string_view> options_under(std::string_view group);

/// `accepted` as a vector.
[[nodiscard]] std::vector<std::string_view> accepted_values(const option_row& row);

}  // namespace walrelay::config
