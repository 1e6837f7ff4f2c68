#include "app/capture_plan.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace walrelay::app {

namespace {

std::string_view reason_not_publishable(const postgres::table_row& table) {
  if (table.kind == 'v') return "view";
  if (table.kind == 'm') return "materialized view";
  if (table.kind == 'f') return "foreign table";
  if (table.persistence == 'u') return "unlogged table";
  return {};
}

std::string qualified(const postgres::table_row& table) {
  return fmt::format("{}.{}", table.schema, table.name);
}

/// Which of the tables above a partition, or below a partitioned table, are wanted.
class kinship {
 public:
  kinship(const change::selection& selection, const std::vector<postgres::table_row>& rows) {
    for (const auto& row : rows) parent_of_.emplace(row.id, row.parent);
    for (const auto& row : rows) {
      if (!selection.includes_table(row.schema, row.name)) continue;
      wanted_.insert(row.id);
      for (oid above = row.parent; above != oid{}; above = parent_of(above)) {
        with_wanted_part_.insert(above);
      }
    }
  }

  [[nodiscard]] bool ancestor_is_wanted(const postgres::table_row& row) const {
    for (oid above = row.parent; above != oid{}; above = parent_of(above)) {
      if (wanted_.contains(above)) return true;
    }
    return false;
  }
  [[nodiscard]] bool part_is_wanted(const postgres::table_row& row) const {
    return with_wanted_part_.contains(row.id);
  }

 private:
  [[nodiscard]] oid parent_of(oid table) const {
    const auto found = parent_of_.find(table);
    return found == parent_of_.end() ? oid{} : found->second;
  }

  std::map<oid, oid> parent_of_;
  std::set<oid> wanted_;
  std::set<oid> with_wanted_part_;
};

}  // namespace

std::vector<std::string> sql_names(const std::vector<captured_table>& tables) {
  std::vector<std::string> names;
  names.reserve(tables.size());
  for (const auto& table : tables) names.push_back(table.sql_name);
  return names;
}

capture_plan plan_capture(const config::connector_options& options,
                          const change::selection& selection,
                          const std::vector<postgres::table_row>& rows,
                          const std::optional<publication_state>& publication) {
  const bool via_root =
      publication ? publication->via_partition_root : options.replication.via_partition_root;
  const bool named = options.capture.names_tables();
  const kinship kin(selection, rows);
  capture_plan plan;
  std::vector<std::string> all;
  for (const auto& row : rows) {
    all.push_back(qualified(row));
    if (!selection.includes_table(row.schema, row.name)) continue;
    if (via_root ? kin.ancestor_is_wanted(row) : row.kind == 'p') {
      if (!via_root && named && !kin.part_is_wanted(row)) plan.without_rows.push_back(row.sql_name);
      continue;
    }
    if (const auto reason = reason_not_publishable(row); !reason.empty()) {
      if (named) plan.not_publishable.push_back(fmt::format("{} ({})", all.back(), reason));
      continue;
    }
    plan.tables.push_back({row.schema, row.name, row.sql_name});
    if (!row.has_identity) plan.without_identity.push_back(all.back());
  }
  plan.unmatched = selection.unmatched_table_includes(all);
  return plan;
}

std::vector<captured_table> missing_tables(const capture_plan& plan,
                                           const publication_state& publication) {
  std::set<std::pair<std::string, std::string>> published;
  for (const auto& table : publication.tables) published.emplace(table.schema, table.name);
  std::vector<captured_table> missing;
  std::copy_if(plan.tables.begin(), plan.tables.end(), std::back_inserter(missing),
               [&](const captured_table& table) {
                 return !published.contains({table.schema, table.name});
               });
  return missing;
}

std::vector<std::string> operations_not_published(const config::envelope_options& options,
                                                  const publication_state& publication) {
  constexpr std::array<std::pair<char, const char*>, 4> operations{
      {{'c', "INSERT"}, {'u', "UPDATE"}, {'d', "DELETE"}, {'t', "TRUNCATE"}}};
  std::vector<std::string> lacking;
  for (const auto& [letter, name] : operations) {
    const bool published = publication.operations.find(letter) != std::string::npos;
    if (!published && !options.skips(letter)) lacking.emplace_back(name);
  }
  return lacking;
}

}  // namespace walrelay::app
