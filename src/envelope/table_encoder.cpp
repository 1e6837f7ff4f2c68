#include <walrelay/envelope/table_encoder.hpp>

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include <walrelay/base/json_text.hpp>

#include "envelope/key_columns.hpp"
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

}  // namespace

std::unique_ptr<table_encoder> table_encoder::bind(change::relation_ptr relation,
                                                   const table_context& context) {
  std::vector<std::size_t> key = key_columns_of(*relation, context.facts);
  std::optional<error> unusable = unusable_names(*relation);
  return std::make_unique<relation_encoder>(std::move(relation), std::move(key), context,
                                            std::move(unusable));
}

}  // namespace walrelay::envelope
