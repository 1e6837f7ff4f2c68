// capture_plan: what the options select among the tables that there are, and what a publication
// lacks of it. Pure.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <walrelay/base/source_state.hpp>
#include <walrelay/change/selection.hpp>
#include <walrelay/config/options.hpp>
#include <walrelay/postgres/source_catalog.hpp>

namespace walrelay::app {

struct captured_table {
  std::string schema;
  std::string name;
  std::string sql_name;
  bool operator==(const captured_table&) const = default;
};

struct capture_plan {
  std::vector<captured_table> tables;         // can be published and are wanted
  std::vector<std::string> without_identity;  // of these; "schema.table"
  std::vector<std::string> not_publishable;   // wanted by name: "schema.view (view)"
  std::vector<std::string> unmatched;         // expressions of table.include.list
  /// Wanted by name, but their rows come under the names of partitions, of which none is wanted.
  std::vector<std::string> without_rows;
};

/// As SQL spells them.
[[nodiscard]] std::vector<std::string> sql_names(const std::vector<captured_table>& tables);

/// Under which name a partition's rows come is the publication's matter, where there is one; the
/// option is for the one that will be made.
[[nodiscard]] capture_plan plan_capture(const config::connector_options& options,
                                        const change::selection& selection,
                                        const std::vector<postgres::table_row>& rows,
                                        const std::optional<publication_state>& publication);

[[nodiscard]] std::vector<captured_table> missing_tables(const capture_plan& plan,
                                                         const publication_state& publication);

/// In words; those that are not skipped.
[[nodiscard]] std::vector<std::string> operations_not_published(
    const config::envelope_options& options, const publication_state& publication);

}  // namespace walrelay::app
