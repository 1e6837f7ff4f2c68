// What is captured: schemas, tables, columns, operations.
#include "config/option_groups.hpp"
#include "config/value_rules.hpp"

namespace walrelay::config {
namespace {

constexpr option_row regexes(std::string_view name, std::string_view doc) {
  return {.name = name, .type = value_type::regex_list, .doc = doc};
}

constexpr option_row rows[] = {
    regexes("schema.include.list",
            "Schemas to capture: regular expressions that match the whole name. Not together with "
            "schema.exclude.list."),
    regexes("schema.exclude.list", "Schemas to leave out."),
    regexes(
        "table.include.list",
        "Tables to capture: regular expressions that match the whole schema.table. Not together "
        "with table.exclude.list."),
    regexes("table.exclude.list", "Tables to leave out."),
    regexes("column.include.list",
            "Columns to capture: regular expressions that match the whole schema.table.column. Not "
            "together with column.exclude.list."),
    regexes("column.exclude.list", "Columns to leave out."),
    only("table.ignore.builtin", "true", "Leave the system's own tables out.",
         "the server does not publish them"),
    regexes("message.prefix.include.list",
            "Logical messages to relay: regular expressions that match the whole prefix given to "
            "pg_logical_emit_message. Not together with message.prefix.exclude.list."),
    regexes("message.prefix.exclude.list", "Logical messages to leave out."),
    {.name = "skipped.operations",
     .type = value_type::choices,
     .fallback = "t",
     .accepted = "c u d t none",
     .rule = rule_none_alone,
     .doc = "Operations that make no record: c (insert), u (update), d (delete), t (truncate), or "
            "none to skip nothing."},
    {.name = "skip.messages.without.change",
     .type = value_type::boolean,
     .fallback = "false",
     .doc = "Leaves out updates that change no captured column; they are counted. Only REPLICA "
            "IDENTITY FULL tells."},
    {.name = "message.key.columns",
     .rule = rule_key_columns,
     .doc = "Columns that make the key of a table's records, as TABLE:COLUMN,COLUMN;TABLE:COLUMN. "
            "TABLE is a regular expression that matches the whole schema.table. A DELETE carries "
            "only the columns of the replica identity, so others need REPLICA IDENTITY FULL."},
    only("guardrail.collections.max", "0", "Cap on the number of captured tables.",
         "a cap is not available yet"),
    not_yet("guardrail.collections.limit.action", "What to do beyond that cap."),
};

}  // namespace

std::span<const option_row> selection_rows() {
  return rows;
}

}  // namespace walrelay::config
