#include <walrelay/change/selection.hpp>

#include <utility>

#include <fmt/format.h>

#include <walrelay/change/name_patterns.hpp>

namespace walrelay::change {

namespace {

/// One kind of name and the two lists that speak of it. At most one of them is not empty.
struct list_pair {
  name_patterns include;
  name_patterns exclude;
};

bool includes(const list_pair& lists, std::string_view name) {
  if (!lists.include.empty()) return lists.include.any_matches(name);
  return !lists.exclude.any_matches(name);
}

/// PostgreSQL reserves the prefix pg_ for its own schemas: pg_catalog, pg_toast, pg_temp_3 and so
/// on.
bool is_system_schema(std::string_view schema) {
  return schema.starts_with("pg_") || schema == "information_schema";
}

/// What is wrong with the lists, a sentence each: all of it is told at once.
using problems = std::vector<std::string>;

list_pair compile_pair(std::string_view kind, const std::vector<std::string>& include,
                       const std::vector<std::string>& exclude, problems& found) {
  const std::string include_option = fmt::format("{}.include.list", kind);
  const std::string exclude_option = fmt::format("{}.exclude.list", kind);
  if (!include.empty() && !exclude.empty()) {
    found.push_back(fmt::format("{} and {} are both set", include_option, exclude_option));
  }
  return {{include_option, include, found}, {exclude_option, exclude, found}};
}

}  // namespace

struct selection::compiled {
  list_pair schemas;
  list_pair tables;
  list_pair columns;
  list_pair message_prefixes;
};

selection::selection(std::shared_ptr<const compiled> lists) : lists_(std::move(lists)) {}

result<selection> selection::compile(const selection_lists& lists) {
  problems found;
  auto all = std::make_shared<compiled>();
  all->schemas = compile_pair("schema", lists.schema_include, lists.schema_exclude, found);
  all->tables = compile_pair("table", lists.table_include, lists.table_exclude, found);
  all->columns = compile_pair("column", lists.column_include, lists.column_exclude, found);
  all->message_prefixes = compile_pair("message.prefix", lists.message_prefix_include,
                                       lists.message_prefix_exclude, found);
  if (!found.empty()) {
    return bad_patterns(found, "it cannot be told which tables and columns to capture");
  }
  return selection(std::move(all));
}

bool selection::includes_table(std::string_view schema, std::string_view table) const {
  if (is_system_schema(schema)) return false;
  return includes(lists_->schemas, schema) &&
         includes(lists_->tables, fmt::format("{}.{}", schema, table));
}

bool selection::includes_column(std::string_view schema, std::string_view table,
                                std::string_view column) const {
  return includes(lists_->columns, fmt::format("{}.{}.{}", schema, table, column));
}

bool selection::includes_message(std::string_view prefix) const {
  return includes(lists_->message_prefixes, prefix);
}

std::vector<std::string> selection::unmatched_table_includes(
    const std::vector<std::string>& tables) const {
  return lists_->tables.include.matching_none_of(tables);
}

}  // namespace walrelay::change
