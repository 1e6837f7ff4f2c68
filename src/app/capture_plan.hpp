// capture_plan: what the options select among the tables that there are, and what a publication
// lacks of it. Pure.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <walrelay/base/source_state.hpp>
#include <walrelay/change/selection.hpp>
#include <walrelay/config/options.hpp>
#include <walrelay/postgres/source_catalog.hpp>

namespace walrelay::app {

using table_name = std::pair<std::string, std::string>;  // schema, table

struct capture_plan {
  std::vector<table_name> tables;             // can be published and are wanted
  std::vector<std::string> without_identity;  // of these; "schema.table"
  std::vector<std::string> not_publishable;   // wanted by name: "schema.view (view)"
  std::vector<std::string> unmatched;         // expressions of table.include.list
};

[[nodiscard]] std::string qualified(const table_name& table);

[[nodiscard]] capture_plan plan_capture(const config::connector_options& options,
                                        const change::selection& selection,
                                        const std::vector<postgres::table_row>& rows);

[[nodiscard]] std::vector<table_name> missing_tables(const capture_plan& plan,
                                                     const publication_state& publication);

/// In words; those that are not skipped.
[[nodiscard]] std::vector<std::string> operations_not_published(
    const config::envelope_options& options, const publication_state& publication);

}  // namespace walrelay::app
