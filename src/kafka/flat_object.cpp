#include "kafka/flat_object.hpp"

#include <utility>

#include <simdjson.h>

namespace walrelay::kafka {

namespace {

namespace ondemand = simdjson::ondemand;

std::string_view without_spaces(std::string_view token) {
  const auto last = token.find_last_not_of(" \t\r\n");
  return token.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

}  // namespace

flat_object::flat_object(std::string_view json) {
  try {
    read(json);
  } catch (const simdjson::simdjson_error& failure) {
    complain(fmt::format("it is not a flat JSON object ({})", failure.what()));
  }
}

void flat_object::read(std::string_view json) {
  const simdjson::padded_string padded(json);
  ondemand::parser parser;
  ondemand::document document = parser.iterate(padded);
  for (auto entry : document.get_object()) {
    ondemand::field one = entry.value();
    const std::string name(std::string_view(one.unescaped_key()));
    ondemand::value held = one.value();
    value made;
    if (held.type() == ondemand::json_type::string) {
      made = {kind::text, std::string(std::string_view(held.get_string()))};
    } else {
      const std::string_view token = without_spaces(held.raw_json_token());
      const bool null = token == "null";
      if (!null && held.type() != ondemand::json_type::number) {
        return complain(fmt::format("field '{}' is neither text nor a number", name));
      }
      // Consumes the number and lets simdjson judge it; its digits are judged when it is taken.
      if (!null) static_cast<void>(held.get_double().value());
      made = {null ? kind::null : kind::number, std::string(token)};
    }
    if (!fields_.try_emplace(name, std::move(made)).second) {
      return complain(fmt::format("field '{}' occurs twice", name));
    }
  }
  if (!document.at_end()) complain("something follows the JSON object");
}

std::string flat_object::take(std::string_view name, kind wanted) {
  const auto found = fields_.find(name);
  if (found == fields_.end()) {
    complain(fmt::format("field '{}' is missing", name));
    return {};
  }
  value taken = std::move(found->second);
  fields_.erase(found);
  if (taken.what == wanted) return std::move(taken.text);
  complain(fmt::format("field '{}' is not {}", name, wanted == kind::text ? "text" : "a number"));
  return {};
}

bool flat_object::take_null(std::string_view name) {
  const auto found = fields_.find(name);
  if (found == fields_.end() || found->second.what != kind::null) return false;
  fields_.erase(found);
  return true;
}

std::string flat_object::text(std::string_view name) { return take(name, kind::text); }

void flat_object::expect_no_more() {
  if (!fields_.empty()) complain(fmt::format("field '{}' is unknown", fields_.begin()->first));
}

}  // namespace walrelay::kafka
