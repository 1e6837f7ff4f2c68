#include <walrelay/envelope/table_encoder.hpp>

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include <walrelay/base/json_text.hpp>

#include "envelope/encoder_for.hpp"
#include "envelope/key_columns.hpp"
#include "envelope/name_adjustment.hpp"
#include "envelope/object_writer.hpp"
#include "envelope/relation_encoder.hpp"

namespace walrelay::envelope {
namespace {

// Only a database in encoding SQL_ASCII can hold such names. They have no JSON form, and replacing
// bytes could make two columns one.
std::optional<error> unusable_names(const change::relation& relation) {
  const bool sound = is_valid_utf8(relation.schema) && is_valid_utf8(relation.table) &&
                     std::ranges::all_of(relation.columns, [](const change::column& column) {
                       return is_valid_utf8(column.name);
                     });
  if (sound) return std::nullopt;
  error refused;
  refused.kind = error_class::refuse;
  refused.found = fmt::format(
      "the name of the table with oid {}, of its schema or of one of its columns is not UTF-8",
      relation.id);
  refused.why = "JSON has no form for such a name";
  refused.remedy =
      "rename it, or leave the table out with table.exclude.list; a database in encoding UTF8 "
      "cannot hold such names";
  return refused;
}

error rule_refusal(std::string found, std::string why, std::string remedy) {
  return {error_class::refuse, std::move(found), std::move(why), std::move(remedy), {}};
}

/// A DELETE and an UPDATE of the key carry the replica identity alone, so with other columns in the
/// key such records would speak of a row that nobody has.
std::optional<error> unusable_key(const change::relation& relation,
                                  const std::vector<std::string>& wanted) {
  const bool changes_by_identity =
      relation.identity != change::replica_identity::full &&
      std::ranges::any_of(relation.columns, &change::column::in_identity);
  for (const std::string& name : wanted) {
    const auto column = std::ranges::find(relation.columns, name, &change::column::name);
    if (column == relation.columns.end()) {
      return rule_refusal(
          fmt::format("message.key.columns names column '{}', which table {} does not have", name,
                      relation.qualified_name()),
          "its records would have another key than was meant", "correct message.key.columns");
    }
    if (changes_by_identity && !column->in_identity) {
      return rule_refusal(
          fmt::format("message.key.columns names column '{}', which is not in the replica identity "
                      "of table {}",
                      name, relation.qualified_name()),
          "a DELETE does not carry it, so the record could not have the row's key",
          "take the table out of message.key.columns; to have that key, first set REPLICA IDENTITY "
          "FULL: it counts for what is written after");
    }
  }
  return std::nullopt;
}

/// A rule that cannot be kept must not be passed over: a column that was to be masked would be
/// there for all to read.
std::optional<error> misapplied_rule(const change::relation& relation, const table_context& context,
                                     const std::vector<std::string>& wanted_key) {
  for (const change::column& column : relation.columns) {
    const treatment* what =
        context.settings.rules.treatment_of(relation.schema, relation.table, column.name);
    if (what == nullptr) continue;
    const chosen_encoder chosen =
        encoder_for(column.type, {column.type_modifier, context.settings.values}, context.types);
    if (chosen.encoder->schema().type == "string") continue;
    return rule_refusal(fmt::format("{} names column {}.{} of type {}", what->option,
                                    relation.qualified_name(), column.name, chosen.type_name),
                        "only columns of character types can be cut, masked or hashed",
                        "take it out of the option, or leave it out with column.exclude.list");
  }
  return unusable_key(relation, wanted_key);
}

/// Two members of one name in one object would be one for most readers.
std::optional<error> clashing_fields(const change::relation& relation,
                                     const std::vector<std::string_view>& columns,
                                     name_adjustment how) {
  std::map<std::string, std::string_view> column_of;
  for (const std::string_view column : columns) {
    const auto [known, is_new] = column_of.emplace(adjusted_field_name(column, how), column);
    if (is_new) continue;
    return rule_refusal(fmt::format("field.name.adjustment.mode makes columns '{}' and '{}' of {} "
                                    "one field '{}'",
                                    known->second, column, relation.qualified_name(), known->first),
                        "a record cannot have two fields of one name",
                        "set it to avro_unicode, or leave one column out with column.exclude.list");
  }
  return std::nullopt;
}

std::optional<error> clashing_fields(const change::relation& relation,
                                     const std::vector<std::size_t>& key,
                                     const table_context& context) {
  std::vector<std::string_view> in_rows;
  for (const change::column& column : relation.columns) {
    if (context.columns.includes_column(relation.schema, relation.table, column.name)) {
      in_rows.push_back(column.name);
    }
  }
  std::vector<std::string_view> in_keys;
  for (const std::size_t column : key) in_keys.push_back(relation.columns[column].name);
  const name_adjustment how = context.settings.field_names;
  std::optional<error> clash = clashing_fields(relation, in_rows, how);
  return clash ? clash : clashing_fields(relation, in_keys, how);
}

}  // namespace

std::unique_ptr<table_encoder> table_encoder::bind(change::relation_ptr relation,
                                                   const table_context& context) {
  const std::vector<std::string> wanted =
      context.settings.rules.key_of(relation->schema, relation->table);
  std::vector<std::size_t> key = key_columns_of(*relation, context.facts, wanted);
  std::optional<error> unusable = unusable_names(*relation);
  if (!unusable) unusable = misapplied_rule(*relation, context, wanted);
  if (!unusable) unusable = clashing_fields(*relation, key, context);
  return std::make_unique<relation_encoder>(std::move(relation), std::move(key), context,
                                            std::move(unusable));
}

}  // namespace walrelay::envelope
