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
    const simdjson::padded_string padded(json);
    ondemand::parser parser;
    ondemand::document document = parser.iterate(padded);
    for (auto entry : document.get_object()) {
      const std::string name(std::string_view(entry.unescaped_key()));
      ondemand::value held = entry.value();
      value made;
      if (held.type() == ondemand::json_type::string) {
        made = {kind::text, std::string(std::string_view(held.get_string()))};
      } else {
        made = {kind::other, std::string(without_spaces(held.raw_json_token()))};
      }
      if (!fields_.try_emplace(name, std::move(made)).second) {
        complain(fmt::format("field '{}' occurs twice", name));
      }
    }
    if (document.current_location().error() != simdjson::OUT_OF_BOUNDS) {
      complain("something follows the JSON object");
    }
  } catch (const simdjson::simdjson_error& failure) {
    complain(fmt::format("it is not a JSON object ({})", failure.what()));
  }
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
  if (found == fields_.end()) return false;
  if (found->second.what != kind::other || found->second.text != "null") return false;
  fields_.erase(found);
  return true;
}

std::string flat_object::text(std::string_view name) {
  return take(name, kind::text);
}

void flat_object::expect_no_more() {
  if (!fields_.empty()) complain(fmt::format("field '{}' is unknown", fields_.begin()->first));
}

}  // namespace walrelay::kafka
