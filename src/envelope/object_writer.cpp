#include "envelope/object_writer.hpp"

#include <utility>

namespace walrelay::envelope {
namespace {

constexpr std::string_view json_null = "null";

bool is_row(object_role role) {
  return role == object_role::row || role == object_role::identity_row;
}

spelling spelling_in(object_role role) {
  return role == object_role::key_header ? spelling::header : spelling::json;
}

}  // namespace

object_writer::object_writer(const change::relation& relation, const table_context& context)
    : policy_(context.settings.conversion_failure),
      observer_(context.observer),
      has_schemas_(embeds_schemas(context.settings)) {
  for (const change::column& column : relation.columns) {
    bound_column bound = bind_column(relation, column, context);
    if (bound.chosen.how != coverage::left_out &&
        context.columns.includes_column(relation.schema, relation.table, column.name)) {
      row_columns_.push_back(columns_.size());
    }
    columns_.push_back(std::move(bound));
  }
}

std::vector<schema_field> object_writer::key_schema(std::span<const std::size_t> which) const {
  std::vector<schema_field> fields;
  for (const std::size_t index : which) {
    const bound_column& column = columns_[index];
    fields.push_back({column.field, column.schema});
    fields.back().node.default_json = column.key_default;
  }
  return fields;
}

std::vector<schema_field> object_writer::row_schema() const {
  std::vector<schema_field> fields;
  for (const std::size_t index : row_columns_) {
    const bound_column& column = columns_[index];
    schema_node& node = fields.emplace_back(schema_field{column.field, column.schema}).node;
    node.parameters.insert(node.parameters.end(), column.source_type.begin(),
                           column.source_type.end());
    if (!column.comment.empty()) node.doc = column.comment;
  }
  return fields;
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
    const std::size_t start = out.size();
    const outcome done = write_value(column, values[index], role, out);
    if (has_schemas_) keep_schema_true(column, std::string_view(out).substr(start));
    if (done != outcome::written && stops(column, done, role)) return unwritable{index, done, role};
  }
  out += '}';
  return std::nullopt;
}

outcome object_writer::write_value(bound_column& column, const change::value& value,
                                   object_role role, std::string& out) {
  switch (value.kind) {
    case change::value_kind::null:
      return write_null_of(column, role, out);
    case change::value_kind::unchanged:
      out += column.placeholder;
      return is_row(role) ? column.placeholder_outcome : outcome::unavailable;
    case change::value_kind::text:
      if (column.chosen.how == coverage::as_text && is_row(role)) ++text_fallbacks_;
      return (is_row(role) ? *column.chosen.encoder : column.key_encoder())
          .write(value.text, spelling_in(role), out);
  }
  return outcome::malformed;
}

/// JsonConverter throws at a null that the schema does not allow, and the record could not be read.
void object_writer::keep_schema_true(bound_column& column, std::string_view written) {
  if (column.schema.need == presence::required && written == json_null) {
    column.schema.need = presence::optional;
    widened_ = true;
  }
  if (column.chosen.encoder->take_widened()) {
    column.schema.fields = column.chosen.encoder->schema().fields;
    widened_ = true;
  }
}

outcome object_writer::write_null_of(const bound_column& column, object_role role,
                                     std::string& out) {
  if (role == object_role::identity_row && !column.in_identity) {
    out += column.unsent;
    return outcome::written;
  }
  out += is_row(role) ? column.row_null : column.key_null;
  return outcome::written;
}

bool object_writer::stops(const bound_column& column, outcome what, object_role role) const {
  if (what == outcome::malformed) return true;
  // With a placeholder or null in it, it would be another row's key.
  if (!is_row(role)) return true;
  if (policy_ == on_conversion_failure::fail) return true;
  if (observer_) observer_({column.name, describe(what)});
  return false;
}

}  // namespace walrelay::envelope
