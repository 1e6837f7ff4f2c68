#include "envelope/object_writer.hpp"

#include <utility>

#include <walrelay/base/json_text.hpp>

#include "envelope/column_default.hpp"
#include "envelope/name_adjustment.hpp"
#include "envelope/source_type.hpp"
#include "envelope/string_text.hpp"
#include "envelope/treated_value.hpp"
#include "envelope/upper_case.hpp"

namespace walrelay::envelope {
namespace {

std::string member_of(std::string_view name, spelling how) {
  std::string member(",");
  // Names that are not UTF-8 never get here into a record: the table encoder refuses the table.
  if (!append_string(member, name, how)) member += "\"\"";
  member += ':';
  return member;
}

const std::string json_null = "null";

/// What stands for NULL and for what was not sent, and the schema that allows it.
void bind_absence(bound_column& bound, const change::column_facts* facts,
                  const envelope_settings& settings) {
  using null = change::column_facts::null;
  const bool required = facts != nullptr && facts->nulls == null::refused;
  const std::string fallback =
      facts != nullptr ? default_json(facts->default_expression, bound.chosen) : std::string();
  bound.schema = bound.chosen.encoder->schema();
  bound.schema.need = required ? presence::required : presence::optional;
  bound.schema.default_json = fallback;
  const auto null_in = [&](const converter_settings& converter) {
    const bool replaced = converter.nulls == converter_settings::null::replaced_by_default;
    return replaced && !fallback.empty() ? fallback : json_null;
  };
  bound.row_null = null_in(settings.value);
  bound.key_null = null_in(settings.key);
  const bool zero_demanded = settings.unsent == unsent_columns::as_zero ||
                             settings.value.schemas == converter_settings::schema::embedded;
  bound.unsent = bound.row_null;
  if (required && zero_demanded) {
    bound.unsent = fallback.empty() ? bound.chosen.encoder->zero() : fallback;
  }
}

schema_parameters source_type_parameters(const change::relation& relation,
                                         const change::column& column, const std::string& comment,
                                         const table_context& context) {
  const source_type type = source_type_of(column.type, column.type_modifier, context.types);
  if (!context.settings.rules.tells_source_type(relation.schema, relation.table, column.name,
                                                type.name)) {
    return {};
  }
  schema_parameters told{{"__debezium.source.column.type", upper_case(type.name)},
                         {"__debezium.source.column.length", std::to_string(type.length)},
                         {"__debezium.source.column.scale", std::to_string(type.scale)}};
  if (!comment.empty()) told.emplace_back("__debezium.source.column.comment", comment);
  told.emplace_back("__debezium.source.column.name", column.name);
  return told;
}

void bind_description(bound_column& bound, const change::relation& relation,
                      const change::column& column, const table_context& context) {
  const change::column_facts* facts =
      context.facts != nullptr ? context.facts->column(column.name) : nullptr;
  bind_absence(bound, facts, context.settings);
  const bool commented =
      context.settings.comments == column_comments::in_schemas && facts != nullptr;
  if (commented) bound.comment = facts->comment;
  bound.source_type = source_type_parameters(relation, column, bound.comment, context);
}

bool embeds_schema(const converter_settings& converter) {
  return converter.schemas == converter_settings::schema::embedded;
}

bool embeds_schemas(const envelope_settings& settings) {
  return embeds_schema(settings.key) || embeds_schema(settings.value);
}

value_modes modes_of(const envelope_settings& settings) {
  value_modes modes = settings.values;
  if (embeds_schemas(settings)) modes.arrays = array_shapes::one_dimension;
  return modes;
}

bound_column bind_column(const change::relation& relation, const change::column& column,
                         const table_context& context) {
  const treatment* treated =
      context.settings.rules.treatment_of(relation.schema, relation.table, column.name);
  bound_column bound;
  bound.name = column.name;
  bound.field = adjusted_field_name(column.name, context.settings.field_names);
  bound.json_member = member_of(bound.field, spelling::json);
  bound.header_member = member_of(bound.field, spelling::header);
  bound.in_identity = column.in_identity;
  const value_modes modes = modes_of(context.settings);
  bound.chosen = encoder_for(column.type, {column.type_modifier, modes}, context.types);
  if (treated != nullptr) {
    bound.chosen.encoder =
        make_treated(std::move(bound.chosen.encoder), *treated, column.type_modifier);
  }
  bound.placeholder_outcome = bound.chosen.encoder->write_placeholder(
      context.settings.unavailable_placeholder, bound.placeholder);
  bind_description(bound, relation, column, context);
  if (treated != nullptr && treated->what == treatment::kind::mask) {
    bound.row_null = bound.key_null = bound.unsent = mask_json(*treated);
  }
  return bound;
}

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
    fields.push_back({columns_[index].field, columns_[index].schema});
  }
  return fields;
}

std::vector<schema_field> object_writer::row_schema() const {
  std::vector<schema_field> fields = key_schema(row_columns_);
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const bound_column& column = columns_[row_columns_[i]];
    schema_node& node = fields[i].node;
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
      return column.chosen.encoder->write(value.text, spelling_in(role), out);
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
