#include <walrelay/change/selection.hpp>

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <re2/re2.h>

namespace walrelay::change {

namespace {

struct expression {
  std::string text;
  std::unique_ptr<const RE2> pattern;
};

using expressions = std::vector<expression>;

/// One kind of name and the two lists that speak of it. At most one of them is not empty.
struct list_pair {
  expressions include;
  expressions exclude;
};

bool matches(const expression& one, std::string_view name) {
  return RE2::FullMatch(re2::StringPiece(name.data(), name.size()), *one.pattern);
}

bool any_matches(const expressions& all, std::string_view name) {
  return std::any_of(all.begin(), all.end(), [&](const auto& one) { return matches(one, name); });
}

bool includes(const list_pair& lists, std::string_view name) {
  if (!lists.include.empty()) return any_matches(lists.include, name);
  return !any_matches(lists.exclude, name);
}

/// PostgreSQL reserves the prefix pg_ for its own schemas: pg_catalog, pg_toast, pg_temp_3 and so
/// on.
bool is_system_schema(std::string_view schema) {
  return schema.starts_with("pg_") || schema == "information_schema";
}

RE2::Options dialect() {
  RE2::Options options;
  options.set_case_sensitive(false);
  options.set_log_errors(false);
  return options;
}

/// What is wrong with the lists, a sentence each: all of it is told at once.
using problems = std::vector<std::string>;

expressions compile_list(std::string_view option, const std::vector<std::string>& texts,
                         problems& found) {
  expressions all;
  for (const std::string& text : texts) {
    auto pattern = std::make_unique<const RE2>(text, dialect());
    if (!pattern->ok()) {
      found.push_back(fmt::format("{}: '{}' is not a regular expression that RE2 understands: {}",
                                  option, text, pattern->error()));
    }
    all.push_back({text, std::move(pattern)});
  }
  return all;
}

list_pair compile_pair(std::string_view kind, const std::vector<std::string>& include,
                       const std::vector<std::string>& exclude, problems& found) {
  const std::string include_option = fmt::format("{}.include.list", kind);
  const std::string exclude_option = fmt::format("{}.exclude.list", kind);
  if (!include.empty() && !exclude.empty()) {
    found.push_back(fmt::format("{} and {} are both set", include_option, exclude_option));
  }
  return {compile_list(include_option, include, found),
          compile_list(exclude_option, exclude, found)};
}

}  // namespace

struct selection::compiled {
  list_pair schemas;
  list_pair tables;
  list_pair columns;
};

selection::selection(std::shared_ptr<const compiled> lists) : lists_(std::move(lists)) {}

result<selection> selection::compile(const selection_lists& lists) {
  problems found;
  auto all = std::make_shared<compiled>();
  all->schemas = compile_pair("schema", lists.schema_include, lists.schema_exclude, found);
  all->tables = compile_pair("table", lists.table_include, lists.table_exclude, found);
  all->columns = compile_pair("column", lists.column_include, lists.column_exclude, found);
  if (!found.empty()) {
    return error{error_class::configuration,
                 fmt::format("{}", fmt::join(found, "; ")),
                 "it cannot be told which tables and columns to capture",
                 "correct the list: expressions are RE2 syntax (no look-around, no "
                 "back-references), match the whole name without regard to case, and of "
                 "include and exclude only one may be set",
                 {}};
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

std::vector<std::string> selection::unmatched_table_includes(
    const std::vector<std::string>& tables) const {
  std::vector<std::string> unmatched;
  for (const expression& one : lists_->tables.include) {
    const bool matched = std::any_of(tables.begin(), tables.end(),
                                     [&](const auto& name) { return matches(one, name); });
    if (!matched) unmatched.push_back(one.text);
  }
  return unmatched;
}

}  // namespace walrelay::change
