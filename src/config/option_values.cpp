#include "config/option_values.hpp"

#include <algorithm>

#include <walrelay/base/ensure.hpp>

#include "config/value_check.hpp"
#include "config/value_text.hpp"

namespace walrelay::config {

std::string default_text(const option_row& row, std::string_view connector) {
  constexpr std::string_view place = "<connector>";
  std::string text(row.fallback);
  const auto at = text.find(place);
  if (at == text.npos) return text;
  const bool identifier = row.name == "slot.name" || row.name == "publication.name";
  return text.replace(at, place.size(), identifier ? as_identifier(connector) : connector);
}

void option_values::set(const std::string& option, given_value value) {
  given_.insert_or_assign(option, std::move(value));
}

void option_values::set_default(const std::string& option, std::string text) {
  defaults_.insert_or_assign(option, std::move(text));
}

std::string option_values::default_of(std::string_view option) const {
  const auto found = defaults_.find(option);
  return found == defaults_.end() ? default_text(option_named(option), connector_) : found->second;
}

const given_value* option_values::given(std::string_view option) const {
  const auto found = given_.find(option);
  return found == given_.end() ? nullptr : &found->second;
}

std::string option_values::text(std::string_view option) const {
  if (const given_value* value = given(option)) return value->text();
  return default_of(option);
}

std::string option_values::choice(std::string_view option) const {
  const std::string word = lower(trimmed(text(option)));
  const auto values = accepted_values(option_named(option));
  const auto found = std::find_if(values.begin(), values.end(),
                                  [&](std::string_view value) { return lower(value) == word; });
  WALRELAY_ENSURE(found != values.end(), "{} has a value that was not checked", option);
  return std::string(*found);
}

bool option_values::flag(std::string_view option) const {
  const auto value = parse_boolean(text(option));
  WALRELAY_ENSURE(value.has_value(), "{} has a value that was not checked", option);
  return *value;
}

std::int64_t option_values::integer(std::string_view option) const {
  const auto value = parse_integer(text(option));
  WALRELAY_ENSURE(value.has_value(), "{} has a value that was not checked", option);
  return *value;
}

std::chrono::milliseconds option_values::duration(std::string_view option) const {
  return std::chrono::milliseconds(integer(option));
}

std::vector<std::string> option_values::list(std::string_view option) const {
  const option_row& row = option_named(option);
  if (const given_value* value = given(option)) return elements_of(row.type, *value);
  return elements_of(row.type, given_value{.items = {default_of(option)}});
}

std::map<std::string, given_value> option_values::under(std::string_view prefix) const {
  std::map<std::string, given_value> out;
  for (auto at = given_.lower_bound(prefix); at != given_.end() && at->first.starts_with(prefix);
       ++at)
    out.emplace(at->first.substr(prefix.size()), at->second);
  return out;
}

}  // namespace walrelay::config
