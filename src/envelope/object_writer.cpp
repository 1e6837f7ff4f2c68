#include "envelope/object_writer.hpp"

#include <utility>

#include <walrelay/base/json_text.hpp>

#include "envelope/string_text.hpp"

namespace walrelay::envelope {
namespace {

std::string member_of(std::string_view name, spelling how) {
  std::string member(",");
  // Names that are not UTF-8 never get here into a record: the table encoder refuses the table.
  if (!append_string(member, name, how)) member += "\"\"";
  member += ':';
  return member;
}

bound_column bind_column(const change::column& column, const change::type_catalog& types,
                         const envelope_settings& settings) {
  bound_column bound;
  bound.name = column.name;
  bound.json_member = member_of(column.name, spelling::json);
  bound.header_member = member_of(column.name, spelling::header);
  bound.chosen = encoder_for(column.type, {column.type_modifier, settings.values}, types);
  bound.placeholder_outcome =
      bound.chosen.encoder->write_placeholder(settings.unavailable_placeholder, bound.placeholder);
  return bound;
}

spelling spelling_in(object_role role) {
  return role == object_role::key_header ? spelling::header : spelling::json;
}

}  // namespace

object_writer::object_writer(const change::relation& relation, const change::type_catalog& types,
                             const change::selection& columns, const envelope_settings& settings,
                             conversion_observer observer)
    : policy_(settings.conversion_failure), observer_(std::move(observer)) {
  for (const change::column& column : relation.columns) {
    bound_column bound = bind_column(column, types, settings);
    if (columns.includes_column(relation.schema, relation.table, column.name)) {
      row_columns_.push_back(columns_.size());
    } else {
      bound.capture = in_rows::left_out;
    }
    columns_.push_back(std::move(bound));
  }
}

std::optional<unwritable> object_writer::write(std::span<const std::size_t> which,
                                               std::span<const change::value> values,
                                               object_role role, std::string& out) {
  out += '{';
  std::size_t skip_comma = 1;
  for (const std::size_t index : which) {
    bound_column& column = columns_[index];
    const std::string_view member =
        role == object_role::key_header ? column.header_member : column.json_member;
    out += member.substr(std::exchange(skip_comma, 0));
    const outcome done = write_value(column, values[index], role, out);
    if (done != outcome::written && stops(column, done, role)) return unwritable{index, done, role};
  }
  out += '}';
  return std::nullopt;
}

outcome object_writer::write_value(bound_column& column, const change::value& value,
                                   object_role role, std::string& out) {
  switch (value.kind) {
    case change::value_kind::null:
      out += "null";
      return outcome::written;
    case change::value_kind::unchanged:
      out += column.placeholder;
      return role == object_role::row ? column.placeholder_outcome : outcome::unavailable;
    case change::value_kind::text:
      if (column.chosen.how == coverage::as_text && role == object_role::row) ++text_fallbacks_;
      return column.chosen.encoder->write(value.text, spelling_in(role), out);
  }
  return outcome::malformed;
}

bool object_writer::stops(const bound_column& column, outcome what, object_role role) const {
  if (what == outcome::malformed) return true;
  // A key with a placeholder in it would be another row's key.
  if (what == outcome::unavailable && role != object_role::row) return true;
  if (policy_ == on_conversion_failure::fail) return true;
  const bool reports =
      role == object_role::row || (role == object_role::key && column.capture == in_rows::left_out);
  if (reports && observer_) observer_({column.name, describe(what)});
  return false;
}

}  // namespace walrelay::envelope
