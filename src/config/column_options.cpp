#include "config/column_options.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "config/value_text.hpp"

namespace walrelay::config {
namespace {

constexpr std::int64_t chars_max = 1'000'000;
constexpr std::array<std::string_view, 10> algorithms{"MD5",      "SHA-1",   "SHA-224",  "SHA-256",
                                                      "SHA-384",  "SHA-512", "SHA3-224", "SHA3-256",
                                                      "SHA3-384", "SHA3-512"};

void report(findings& out, const draft& connector, std::string_view prefix, std::string_view rest,
            const given_value& value, std::string text) {
  out.problems.push_back(
      {value.line, connector.name, fmt::format("{}{}", prefix, rest), std::move(text)});
}

}  // namespace

hash_option parse_hash_option(std::string_view rest) {
  constexpr std::string_view version_2 = "v2.";
  constexpr std::string_view between = ".with.salt.";
  hash_option named;
  if (rest.starts_with(version_2)) {
    rest.remove_prefix(version_2.size());
    named.input = column_options::hash_input::plain;
  }
  const std::size_t end = rest.find(between);
  named.algorithm = rest.substr(0, end);
  if (end != rest.npos) named.salt = rest.substr(end + between.size());
  return named;
}

void check_column_options(const draft& connector, findings& out) {
  for (const std::string_view prefix : {"column.truncate.to.", "column.mask.with."}) {
    for (const auto& [rest, value] : connector.values.under(prefix)) {
      const auto chars = parse_integer(rest.substr(0, rest.find('.')));
      if (chars && *chars >= 0 && *chars <= chars_max) continue;
      report(out, connector, prefix, rest, value,
             fmt::format("the number of characters must be 0 to {}", chars_max));
    }
  }
  for (const auto& [rest, value] : connector.values.under(hash_option_prefix)) {
    const hash_option named = parse_hash_option(rest);
    if (std::ranges::find(algorithms, named.algorithm) != algorithms.end()) continue;
    report(out, connector, hash_option_prefix, rest, value,
           fmt::format("'{}' is not a hash algorithm; it must be one of {}", named.algorithm,
                       fmt::join(algorithms, ", ")));
  }
}

}  // namespace walrelay::config
