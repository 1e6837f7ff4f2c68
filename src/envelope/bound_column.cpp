#include "envelope/bound_column.hpp"

#include <algorithm>
#include <utility>

#include "envelope/column_default.hpp"
#include "envelope/fixed_decimal.hpp"
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

constexpr std::string_view json_null = "null";

std::string null_in(const converter_settings& converter, const std::string& fallback) {
  const bool replaced = converter.nulls == converter_settings::null::replaced_by_default;
  return std::string(replaced && !fallback.empty() ? fallback : json_null);
}

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
  bound.key_default = bound.chosen_in_keys && facts != nullptr
                          ? default_json(facts->default_expression, *bound.chosen_in_keys)
                          : fallback;
  bound.row_null = null_in(settings.value, fallback);
  bound.key_null = null_in(settings.key, bound.key_default);
  const bool zero_demanded = settings.unsent == unsent_columns::as_zero ||
                             settings.value.schemas == converter_settings::schema::embedded;
  bound.unsent = bound.row_null;
  if (required && zero_demanded) {
    bound.unsent = fallback.empty() ? bound.chosen.encoder->zero() : fallback;
  }
  if (!bound.mask.empty()) bound.row_null = bound.key_null = bound.unsent = bound.mask;
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

const change::column_facts* facts_of(std::string_view column, const table_context& context) {
  return context.facts != nullptr ? context.facts->column(column) : nullptr;
}

void bind_description(bound_column& bound, const change::relation& relation,
                      const change::column& column, const table_context& context) {
  const change::column_facts* facts = facts_of(column.name, context);
  bind_absence(bound, facts, context.settings);
  const bool commented =
      context.settings.comments == column_comments::in_schemas && facts != nullptr;
  if (commented) bound.comment = facts->comment;
  bound.source_type = source_type_parameters(relation, column, bound.comment, context);
}

bool embeds_schema(const converter_settings& converter) {
  return converter.schemas == converter_settings::schema::embedded;
}

value_modes modes_of(const envelope_settings& settings, const converter_settings& converter) {
  value_modes modes = settings.values;
  modes.decimal_text = converter.decimals;
  if (embeds_schemas(settings)) modes.arrays = array_shapes::one_dimension;
  return modes;
}

bool is_decimal(const schema_node& schema) {
  return schema.name == decimal_schema_name ||
         std::ranges::any_of(schema.fields,
                             [](const schema_field& field) { return is_decimal(field.node); });
}

void bind_encoders(bound_column& bound, const change::column& column,
                   const table_context& context) {
  const envelope_settings& settings = context.settings;
  const value_modes modes = modes_of(settings, settings.value);
  bound.chosen = encoder_for(column.type, {column.type_modifier, modes}, context.types);
  if (settings.key.decimals == settings.value.decimals) return;
  if (!is_decimal(bound.chosen.encoder->schema())) return;
  const value_modes in_keys = modes_of(settings, settings.key);
  bound.chosen_in_keys = encoder_for(column.type, {column.type_modifier, in_keys}, context.types);
}

}  // namespace

bool shows_catalog_facts(const envelope_settings& settings) {
  using null = converter_settings::null;
  return embeds_schemas(settings) || settings.key.nulls == null::replaced_by_default ||
         settings.value.nulls == null::replaced_by_default ||
         settings.unsent == unsent_columns::as_zero;
}

bool embeds_schemas(const envelope_settings& settings) {
  return embeds_schema(settings.key) || embeds_schema(settings.value);
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
  bind_encoders(bound, column, context);
  if (treated != nullptr) {
    bound.chosen.encoder =
        make_treated(std::move(bound.chosen.encoder), *treated, column.type_modifier);
  }
  bound.placeholder_outcome = bound.chosen.encoder->write_placeholder(
      context.settings.unavailable_placeholder, bound.placeholder);
  if (treated != nullptr && treated->what == treatment::kind::mask) {
    bound.mask = mask_json(*treated);
  }
  bind_description(bound, relation, column, context);
  return bound;
}

void learn_labels(bound_column& bound, const table_context& context) {
  bound.chosen.encoder->learn_labels(context.types);
  const change::column_facts* facts = facts_of(bound.name, context);
  schema_node described = bound.chosen.encoder->schema();
  described.need = bound.schema.need;
  described.default_json = bound.schema.default_json;
  if (facts != nullptr) {
    bind_absence(bound, facts, context.settings);
    described.default_json = bound.schema.default_json;
  }
  bound.schema = std::move(described);
}

}  // namespace walrelay::envelope
