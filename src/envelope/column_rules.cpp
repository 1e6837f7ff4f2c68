#include <walrelay/envelope/column_rules.hpp>

#include <utility>

#include <fmt/format.h>

#include <walrelay/change/name_patterns.hpp>

#include "envelope/digest.hpp"

namespace walrelay::envelope {

struct column_rules::compiled {
  struct column_rule {
    change::name_patterns columns;
    treatment what;
  };
  struct key_rule {
    change::name_patterns tables;
    std::vector<std::string> columns;
  };
  std::vector<column_rule> columns;
  std::vector<key_rule> keys;
  change::name_patterns source_type_columns;
  change::name_patterns source_type_types;
};

column_rules::column_rules() : rules_(std::make_shared<const compiled>()) {}

result<column_rules> column_rules::compile(const column_rule_lists& lists) {
  auto rules = std::make_shared<compiled>();
  std::vector<std::string> problems;
  const auto add = [&](treatment what, const std::vector<std::string>& columns) {
    change::name_patterns patterns(what.option, columns, problems);
    rules->columns.push_back({std::move(patterns), std::move(what)});
  };
  for (const auto& [chars, columns] : lists.masks) {
    add({treatment::kind::mask, chars, {}, fmt::format("column.mask.with.{}.chars", chars)},
        columns);
  }
  for (const auto& rule : lists.hashes) {
    const std::string option = fmt::format("column.mask.hash.….{}", rule.algorithm);
    if (!digest::is_known(rule.algorithm)) {
      problems.push_back(fmt::format("{}: there is no such hash algorithm", option));
    }
    add({treatment::kind::hash, 0, rule, option}, rule.columns);
  }
  for (const auto& [chars, columns] : lists.truncations) {
    add({treatment::kind::truncate, chars, {}, fmt::format("column.truncate.to.{}.chars", chars)},
        columns);
  }
  for (const auto& [table, columns] : lists.keys) {
    rules->keys.push_back(
        {change::name_patterns("message.key.columns", {table}, problems), columns});
  }
  rules->source_type_columns =
      change::name_patterns("column.propagate.source.type", lists.source_type_columns, problems);
  rules->source_type_types =
      change::name_patterns("datatype.propagate.source.type", lists.source_type_types, problems);
  if (!problems.empty()) {
    return change::bad_patterns(problems, "it cannot be told which columns are meant");
  }
  column_rules made;
  made.rules_ = std::move(rules);
  return made;
}

const treatment* column_rules::treatment_of(std::string_view schema, std::string_view table,
                                            std::string_view column) const {
  const std::string name = fmt::format("{}.{}.{}", schema, table, column);
  for (const auto& rule : rules_->columns) {
    if (rule.columns.any_matches(name)) return &rule.what;
  }
  return nullptr;
}

bool column_rules::tells_source_type(std::string_view schema, std::string_view table,
                                     std::string_view column, std::string_view type) const {
  const bool asked =
      rules_->source_type_columns.any_matches(fmt::format("{}.{}.{}", schema, table, column)) ||
      rules_->source_type_types.any_matches(fmt::format("{}.{}.{}", schema, table, type));
  return asked && treatment_of(schema, table, column) == nullptr;
}

std::vector<std::string> column_rules::key_of(std::string_view schema,
                                              std::string_view table) const {
  const std::string name = fmt::format("{}.{}", schema, table);
  for (const auto& rule : rules_->keys) {
    if (rule.tables.any_matches(name)) return rule.columns;
  }
  return {};
}

}  // namespace walrelay::envelope
