#include "envelope/key_columns.hpp"

#include <algorithm>
#include <string>

namespace walrelay::envelope {
namespace {

using indices = std::vector<std::size_t>;

// Empty unless every name is a column of the relation.
indices positions_of(const std::vector<std::string>& names, const change::relation& relation) {
  indices found;
  for (const std::string& name : names) {
    const auto column = std::ranges::find(relation.columns, name, &change::column::name);
    if (column == relation.columns.end()) return {};
    found.push_back(static_cast<std::size_t>(column - relation.columns.begin()));
  }
  return found;
}

indices flagged_in(const change::relation& relation) {
  indices flagged;
  for (std::size_t i = 0; i < relation.columns.size(); ++i) {
    if (relation.columns[i].in_identity) flagged.push_back(i);
  }
  return flagged;
}

indices catalog_key(const change::relation& relation, const change::table_facts* facts) {
  if (facts == nullptr) return {};
  return positions_of(relation.identity == change::replica_identity::index ? facts->identity_columns
                                                                           : facts->key_columns,
                      relation);
}

}  // namespace

std::vector<std::size_t> key_columns_of(const change::relation& relation,
                                        const change::table_facts* facts,
                                        const std::vector<std::string>& wanted) {
  if (!wanted.empty()) return positions_of(wanted, relation);
  indices in_key_order = catalog_key(relation, facts);
  if (relation.identity == change::replica_identity::full) return in_key_order;
  indices flagged = flagged_in(relation);
  if (flagged.empty()) return in_key_order;
  const bool same_columns = std::ranges::is_permutation(in_key_order, flagged);
  return same_columns ? in_key_order : flagged;
}

}  // namespace walrelay::envelope
