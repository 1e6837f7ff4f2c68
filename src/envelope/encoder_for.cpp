#include "envelope/encoder_for.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "envelope/array.hpp"
#include "envelope/builtin_types.hpp"
#include "envelope/text.hpp"

namespace walrelay::envelope {
namespace {

// Domains over domains and arrays of domains nest as deep as somebody likes; a catalog that was
// read while types changed could even hold a circle.
constexpr int nesting_max = 32;

// Types of extensions have another OID in every database and are known by name.
constexpr std::array<std::string_view, 3> text_extension_types{"citext", "isbn", "ltree"};

chosen_encoder choose(oid type, const column_type& how, const change::type_catalog& types,
                      int nesting);

chosen_encoder as_text(std::string name, const column_type& how) {
  return {make_text(how), coverage::as_text, std::move(name)};
}

chosen_encoder array_of(chosen_encoder element, char delimiter) {
  element.encoder = make_array(std::move(element.encoder), delimiter);
  element.type_name += "[]";
  return element;
}

chosen_encoder from_catalog(const change::type_facts& facts, const column_type& how,
                            const change::type_catalog& types, int nesting) {
  switch (facts.kind) {
    case change::type_kind::enumeration:
      return {make_text(how), coverage::typed, facts.name};
    case change::type_kind::domain: {
      chosen_encoder chosen =
          choose(facts.base, {facts.base_modifier, how.modes}, types, nesting + 1);
      chosen.type_name = fmt::format("{} ({})", facts.name, chosen.type_name);
      return chosen;
    }
    case change::type_kind::array:
      return array_of(choose(facts.element, how, types, nesting + 1), facts.element_delimiter);
    case change::type_kind::base:
      if (std::ranges::find(text_extension_types, facts.name) != text_extension_types.end()) {
        return {make_text(how), coverage::typed, facts.name};
      }
      break;
    case change::type_kind::composite:
    case change::type_kind::range:
    case change::type_kind::multirange:
    case change::type_kind::pseudo:
      break;
  }
  return as_text(facts.name, how);
}

chosen_encoder choose(oid type, const column_type& how, const change::type_catalog& types,
                      int nesting) {
  if (const builtin_type* builtin = find_builtin(type)) {
    return {builtin->make(how), coverage::typed, std::string(builtin->name)};
  }
  if (const builtin_type* element = find_builtin_element(type)) {
    return array_of({element->make(how), coverage::typed, std::string(element->name)}, ',');
  }
  const auto facts = types.find(type);
  if (facts == types.end() || nesting > nesting_max)
    return as_text(fmt::format("oid {}", type), how);
  return from_catalog(facts->second, how, types, nesting);
}

}  // namespace

chosen_encoder encoder_for(oid type, const column_type& how, const change::type_catalog& types) {
  return choose(type, how, types, 0);
}

}  // namespace walrelay::envelope
