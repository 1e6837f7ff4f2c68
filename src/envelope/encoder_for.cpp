#include "envelope/encoder_for.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "envelope/array.hpp"
#include "envelope/binary.hpp"
#include "envelope/bits.hpp"
#include "envelope/builtin_types.hpp"
#include "envelope/enumeration.hpp"
#include "envelope/geometric.hpp"
#include "envelope/hstore.hpp"
#include "envelope/postgis.hpp"
#include "envelope/text.hpp"
#include "envelope/vectors.hpp"

namespace walrelay::envelope {
namespace {

// Domains over domains and arrays of domains nest as deep as somebody likes; a catalog that was
// read while types changed could even hold a circle.
constexpr int nesting_max = 32;

using maker = std::unique_ptr<value_encoder> (*)(const column_type& type);

// Types of extensions have another OID in every database and are known by name.
struct extension_type {
  std::string_view name;
  maker make;
};
constexpr std::array extension_types{
    extension_type{"citext", make_other_text},    extension_type{"geography", make_geography},
    extension_type{"geometry", make_geometry},    extension_type{"halfvec", make_float_vector},
    extension_type{"hstore", make_hstore},        extension_type{"isbn", make_isbn},
    extension_type{"ltree", make_ltree},          extension_type{"sparsevec", make_sparse_vector},
    extension_type{"vector", make_double_vector},
};

// lseg, path, box, polygon, line, circle.
constexpr std::array<std::uint32_t, 6> geometric_types{601, 602, 603, 604, 628, 718};

chosen_encoder choose(oid type, const column_type& how, const change::type_catalog& types,
                      int nesting);

chosen_encoder unknown(oid type, std::string name, const column_type& how) {
  switch (how.modes.unknown) {
    case unknown_types::as_text:
      break;
    case unknown_types::left_out:
      return {make_text(how), coverage::left_out, std::move(name)};
    case unknown_types::as_bytes: {
      const bool geometric =
          std::ranges::find(geometric_types, type.value()) != geometric_types.end();
      return {geometric ? make_geometric_bytes(how) : make_text_bytes(how), coverage::as_bytes,
              std::move(name)};
    }
  }
  return {make_text(how), coverage::as_text, std::move(name)};
}

chosen_encoder array_of(chosen_encoder element, char delimiter, const column_type& how) {
  element.encoder = make_array(std::move(element.encoder), delimiter, how.modes.arrays);
  element.type_name += "[]";
  return element;
}

bool as_debezium(const column_type& how) {
  return how.modes.unknown != unknown_types::as_text;
}

chosen_encoder array_of_builtin(const builtin_type& element, const column_type& how) {
  chosen_encoder items{element.make(how), coverage::typed, std::string(element.name)};
  if (as_debezium(how) && element.arrays == debezium_arrays::null_bits) {
    return {make_null_bits(how), coverage::typed, items.type_name + "[]"};
  }
  if (as_debezium(how) && element.arrays == debezium_arrays::left_out) {
    items.how = coverage::left_out;
  }
  return array_of(std::move(items), ',', how);
}

chosen_encoder array_from_catalog(const change::type_facts& facts, const column_type& how,
                                  const change::type_catalog& types, int nesting) {
  const auto element = types.find(facts.element);
  // Debezium knows no arrays of domains.
  if (as_debezium(how) && element != types.end() &&
      element->second.kind == change::type_kind::domain) {
    return array_of(unknown(facts.element, element->second.name, how), facts.element_delimiter,
                    how);
  }
  return array_of(choose(facts.element, how, types, nesting + 1), facts.element_delimiter, how);
}

chosen_encoder from_catalog(const change::type_facts& facts, const column_type& how,
                            const change::type_catalog& types, int nesting) {
  switch (facts.kind) {
    case change::type_kind::enumeration:
      return {make_enum(facts), coverage::typed, facts.name};
    case change::type_kind::domain: {
      chosen_encoder chosen =
          choose(facts.base, {facts.base_modifier, how.modes}, types, nesting + 1);
      chosen.type_name = fmt::format("{} ({})", facts.name, chosen.type_name);
      return chosen;
    }
    case change::type_kind::array:
      return array_from_catalog(facts, how, types, nesting);
    case change::type_kind::base: {
      const auto known = std::ranges::find(extension_types, facts.name, &extension_type::name);
      if (known != extension_types.end()) return {known->make(how), coverage::typed, facts.name};
      break;
    }
    case change::type_kind::composite:
    case change::type_kind::range:
    case change::type_kind::multirange:
    case change::type_kind::pseudo:
      break;
  }
  return unknown(facts.id, facts.name, how);
}

chosen_encoder choose(oid type, const column_type& how, const change::type_catalog& types,
                      int nesting) {
  if (const builtin_type* builtin = find_builtin(type)) {
    return {builtin->make(how), coverage::typed, std::string(builtin->name)};
  }
  if (const builtin_type* element = find_builtin_element(type)) {
    return array_of_builtin(*element, how);
  }
  const auto facts = types.find(type);
  if (facts == types.end() || nesting > nesting_max) {
    return unknown(type, fmt::format("oid {}", type), how);
  }
  return from_catalog(facts->second, how, types, nesting);
}

}  // namespace

chosen_encoder encoder_for(oid type, const column_type& how, const change::type_catalog& types) {
  return choose(type, how, types, 0);
}

}  // namespace walrelay::envelope
