// Column treatment and values that are not at hand.
#include "config/option_groups.hpp"
#include "config/value_rules.hpp"

namespace walrelay::config {
namespace {

constexpr std::string_view jvm_class = "it names Java classes, which cannot run here";

constexpr option_row columns(std::string_view name, std::string_view doc) {
  return {.name = name, .type = value_type::regex_list, .doc = doc};
}

constexpr option_row rows[] = {
    columns("column.truncate.to.*.chars", "Cuts matching text columns to N characters."),
    columns("column.mask.with.*.chars",
            "Replaces matching text columns by N asterisks, also where they are NULL."),
    columns("column.mask.hash.*.with.salt.*",
            "Replaces matching text columns by a salted hash (MD5, SHA-1, SHA-256, ...) over "
            "Java's serialized form, cut to the column's length."),
    columns("column.mask.hash.v2.*.with.salt.*",
            "The same over the plain bytes, which other programs can compute as well."),
    columns("column.propagate.source.type",
            "Adds the PostgreSQL type, length, scale and name of matching columns to the schema, "
            "as parameters __debezium.source.column.*; not of columns that are masked or cut."),
    columns("datatype.propagate.source.type",
            "The same for columns whose schema.table.type matches, e.g. public.orders.numeric; the "
            "type's name is that of pg_type (int4, bpchar, _text)."),
    refused("converters", "Custom value converters.", jvm_class),
    refused("post.processors", "Custom record processors.", jvm_class),
    {.name = "include.unknown.datatypes",
     .type = value_type::choice,
     .fallback = "text",
     .debezium = "false",
     .accepted = "text false true",
     .doc = "Columns of types that are not known: the server's text, left out (false), or the "
            "bytes of that text (true)."},
    {.name = "include.schema.comments",
     .type = value_type::boolean,
     .fallback = "false",
     .doc = "Comments of columns as 'doc' in the schema, and among the parameters of columns whose "
            "type is propagated."},
    {.name = "unavailable.value.placeholder",
     .fallback = "__debezium_unavailable_value",
     .rule = rule_placeholder,
     .doc = "Text that stands for a large value which the server did not send because the update "
            "left it unchanged."},
};

}  // namespace

std::span<const option_row> column_rows() {
  return rows;
}

}  // namespace walrelay::config
