#include "app/capture_plan.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <string_view>

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

}  // namespace

std::string qualified(const table_name& table) {
  return fmt::format("{}.{}", table.first, table.second);
}

capture_plan plan_capture(const config::connector_options& options,
                          const change::selection& selection,
                          const std::vector<postgres::table_row>& rows) {
  capture_plan plan;
  std::vector<std::string> all;
  for (const auto& row : rows) {
    const table_name table{row.schema, row.name};
    all.push_back(qualified(table));
    if (!selection.includes_table(row.schema, row.name)) continue;
    // Without publish.via.partition.root a partitioned table has no rows of its own.
    if (row.kind == 'p' && !options.replication.via_partition_root) continue;
    if (const auto reason = reason_not_publishable(row); !reason.empty()) {
      if (options.capture.names_tables()) {
        plan.not_publishable.push_back(fmt::format("{} ({})", all.back(), reason));
      }
      continue;
    }
    plan.tables.push_back(table);
    if (!row.has_identity) plan.without_identity.push_back(all.back());
  }
  plan.unmatched = selection.unmatched_table_includes(all);
  return plan;
}

std::vector<table_name> missing_tables(const capture_plan& plan,
                                       const publication_state& publication) {
  std::set<table_name> published;
  for (const auto& table : publication.tables) published.emplace(table.schema, table.name);
  std::vector<table_name> missing;
  std::copy_if(plan.tables.begin(), plan.tables.end(), std::back_inserter(missing),
               [&](const table_name& table) { return !published.contains(table); });
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
