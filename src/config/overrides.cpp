#include "config/overrides.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "config/interpolate.hpp"
#include "config/option_table.hpp"
#include "config/suggest.hpp"

namespace walrelay::config {
namespace {

void put(flat_document& document, const flat_entry& entry) {
  const auto same =
      std::find_if(document.entries.begin(), document.entries.end(), [&](const flat_entry& known) {
        return known.connector == entry.connector && known.option == entry.option;
      });
  if (same == document.entries.end())
    document.entries.push_back(entry);
  else
    same->value = entry.value;
}

void complain(findings& out, const std::string& option, std::string text) {
  out.problems.push_back({0, {}, option, "from --set: " + std::move(text)});
}

}  // namespace

void apply_overrides(const std::vector<std::string>& overrides, flat_document& document,
                     findings& out) {
  for (const std::string& text : overrides) {
    const auto equals = text.find('=');
    if (equals == 0 || equals == text.npos) {
      complain(out, {}, "--set takes option=value");
      continue;
    }
    const std::string option = text.substr(0, equals);
    const std::string value = text.substr(equals + 1);
    const option_row* row = find_option(option);
    if (row == nullptr) {
      const auto near = suggest_option(option);
      complain(out, option,
               near ? fmt::format("unknown option; did you mean {}?", *near)
                    : "unknown option; 'walrelay config explain' lists them all");
      continue;
    }
    if (is_secret(option) && !is_only_references(value)) {
      complain(out, option,
               "a secret on the command line is visible to everyone on the machine; write "
               "${env:NAME} or ${file:PATH}");
      continue;
    }
    const given_value given{.items = {value}, .line = 0, .from = origin::command_line};
    if (row->where == scope::daemon) {
      put(document, {{}, option, given});
      continue;
    }
    for (const named_connector& connector : document.connectors)
      put(document, {connector.name, option, given});
  }
}

}  // namespace walrelay::config
