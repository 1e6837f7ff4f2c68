// Types that a database defines itself, for tests of the encoders that are chosen by name.
#pragma once

#include "unit/envelope/support.hpp"

namespace walrelay::envelope::test {

namespace types {
inline constexpr oid hstore{80001}, hstore_array{80002}, citext{80003}, ltree{80004},
    ltree_array{80005}, isbn{80006}, isbn13{80007}, geometry{80008}, geography{80009},
    vector{80010}, halfvec{80011}, sparsevec{80012}, mood{80013}, mood_array{80014}, pair{80015},
    pair_array{80016}, pos{80017}, pos_array{80018}, cube{80019}, citext_array{80020},
    isbn_array{80021};
}  // namespace types

inline change::type_facts named_type(oid id, const char* name,
                                     change::type_kind kind = change::type_kind::base) {
  change::type_facts facts;
  facts.id = id;
  facts.schema = "public";
  facts.name = name;
  facts.kind = kind;
  return facts;
}

inline change::type_facts named_array(oid id, const char* name, oid element, char delimiter = ',') {
  change::type_facts facts = named_type(id, name, change::type_kind::array);
  facts.element = element;
  facts.element_delimiter = delimiter;
  return facts;
}

inline change::type_catalog extension_catalog() {
  change::type_facts mood = named_type(types::mood, "mood", change::type_kind::enumeration);
  mood.enum_labels = {"sad", "ok"};
  change::type_facts pos = named_type(types::pos, "pos", change::type_kind::domain);
  pos.base = types::int4;
  change::type_catalog catalog;
  for (const change::type_facts& facts :
       {named_type(types::hstore, "hstore"),
        named_array(types::hstore_array, "_hstore", types::hstore),
        named_type(types::citext, "citext"),
        named_array(types::citext_array, "_citext", types::citext),
        named_type(types::ltree, "ltree"),
        named_array(types::ltree_array, "_ltree", types::ltree),
        named_type(types::isbn, "isbn"),
        named_array(types::isbn_array, "_isbn", types::isbn),
        named_type(types::isbn13, "isbn13"),
        named_type(types::geometry, "geometry"),
        named_type(types::geography, "geography"),
        named_type(types::vector, "vector"),
        named_type(types::halfvec, "halfvec"),
        named_type(types::sparsevec, "sparsevec"),
        mood,
        named_array(types::mood_array, "_mood", types::mood),
        named_type(types::pair, "pair", change::type_kind::composite),
        named_array(types::pair_array, "_pair", types::pair),
        pos,
        named_array(types::pos_array, "_pos", types::pos),
        named_type(types::cube, "cube"),
        named_type(types::box, "box"),
        named_array(types::box_array, "_box", types::box, ';')}) {
    catalog.emplace(facts.id, facts);
  }
  return catalog;
}

}  // namespace walrelay::envelope::test
