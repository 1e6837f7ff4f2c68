// Texts for people: problems, and what the option table knows.
#include <fmt/format.h>

#include <walrelay/config/load.hpp>

#include "config/option_table.hpp"
#include "config/suggest.hpp"

namespace walrelay::config {
namespace {

std::string_view name_of(value_type type) {
  switch (type) {
    case value_type::text:
      return "text";
    case value_type::boolean:
      return "true or false";
    case value_type::integer:
      return "whole number";
    case value_type::choice:
      return "one word of a set";
    case value_type::list:
      return "list";
    case value_type::choices:
      return "list of words of a set";
    case value_type::regex_list:
      return "list of regular expressions (RE2)";
    case value_type::statements:
      return "SQL statements";
  }
  return "";
}

std::string_view name_of(standing state) {
  switch (state) {
    case standing::implemented:
      return "implemented";
    case standing::meaningless:
      return "accepted, without effect here";
    case standing::narrower:
      return "implemented for some of Debezium's values";
    case standing::not_yet:
      return "not available yet";
    case standing::refused:
      return "refused";
  }
  return "";
}

std::string_view name_of(scope where) {
  switch (where) {
    case scope::connector:
      return "in a connector";
    case scope::daemon:
      return "at the top level of the file";
    case scope::both:
      return "in a connector, or at the top level for all of them";
  }
  return "";
}

void line(std::string& out, std::string_view label, std::string_view text) {
  if (!text.empty()) out += fmt::format("  {:<20}{}\n", label, text);
}

bool takes_values(const option_row& row) {
  return row.state == standing::implemented || row.state == standing::narrower ||
         row.state == standing::meaningless;
}

std::string range_of(const option_row& row) {
  if (row.type != value_type::integer || row.state != standing::implemented) return {};
  return fmt::format("{} to {}", row.min, row.max);
}

std::string full_text(const option_row& row, std::string_view name) {
  std::string out = fmt::format("{}\n  {}\n", name, row.doc);
  if (row.name != name) line(out, "part of", row.name);
  line(out, "standing", name_of(row.state));
  line(out, "because", row.reason);
  line(out, "write instead", row.instead);
  if (!takes_values(row)) return out;
  line(out, "where", name_of(row.where));
  line(out, "type", name_of(row.type));
  line(out, "values", row.accepted);
  line(out, "range", range_of(row));
  if (row.need == presence::required)
    line(out, "default", "none: it must be given");
  else if (row.state != standing::meaningless)
    line(out, "default", row.fallback.empty() ? "none" : row.fallback);
  line(out, "Debezium's default", row.debezium);
  if (row.visibility == secrecy::secret)
    line(out, "secret", "never shown; best given as ${env:NAME} or ${file:PATH}");
  return out;
}

}  // namespace

std::string describe(const std::vector<problem>& problems, std::string_view file_name) {
  std::string out;
  for (const problem& one : problems) {
    out += file_name;
    if (one.line > 0) out += fmt::format(":{}", one.line);
    if (!one.connector.empty()) out += fmt::format(": connector '{}'", one.connector);
    if (!one.option.empty()) out += fmt::format(": {}", one.option);
    out += fmt::format(": {}\n", one.text);
  }
  return out;
}

result<std::string> explain(std::string_view option) {
  if (const option_row* row = find_option(option)) return full_text(*row, option);
  if (const auto below = options_under(option); !below.empty()) {
    std::string out = fmt::format("{} is a group of options:\n", option);
    for (const std::string_view name : below) out += fmt::format("  {}\n", name);
    return out;
  }
  const auto near = suggest_option(option);
  return error{.kind = error_class::configuration,
               .found = fmt::format("there is no option '{}'", option),
               .why = {},
               .remedy = near ? fmt::format("did you mean {}?", *near)
                              : "'walrelay config explain' lists them all",
               .code = {}};
}

std::string explain_all() {
  std::string out;
  for (const option_group& group : option_groups()) {
    out += fmt::format("{}{}\n", out.empty() ? "" : "\n", group.title);
    for (const option_row& row : group.rows) {
      std::string_view value = row.need == presence::required ? "(required)" : row.fallback;
      if (!takes_values(row) || row.state == standing::meaningless) value = {};
      out += fmt::format("  {:<50} {:<32} {}\n", row.name, value, name_of(row.state));
    }
  }
  return out;
}

}  // namespace walrelay::config
