#include "app/envelope_settings.hpp"

#include <initializer_list>
#include <random>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include <walrelay/base/ensure.hpp>

namespace walrelay::app {

namespace {

envelope::on_conversion_failure to_envelope(config::failure_handling handling) {
  switch (handling) {
    case config::failure_handling::fail:
      return envelope::on_conversion_failure::fail;
    case config::failure_handling::warn:
      return envelope::on_conversion_failure::warn;
    case config::failure_handling::skip:
      return envelope::on_conversion_failure::skip;
  }
  WALRELAY_ENSURE(false, "failure handling {}", static_cast<int>(handling));
}

envelope::column_rules rules_of(const config::column_options& columns) {
  using hash = envelope::column_rule_lists::hash;
  envelope::column_rule_lists lists;
  for (const auto& rule : columns.truncations) {
    lists.truncations.push_back({rule.chars, rule.columns});
  }
  for (const auto& rule : columns.masks) lists.masks.push_back({rule.chars, rule.columns});
  for (const auto& rule : columns.hashes) {
    const bool plain = rule.input == config::column_options::hash_input::plain;
    lists.hashes.push_back({rule.algorithm, rule.salt,
                            plain ? hash::input::plain : hash::input::java_serialized,
                            rule.columns});
  }
  for (const auto& rule : columns.keys) lists.keys.push_back({rule.table, rule.columns});
  lists.source_type_columns = columns.source_type_columns;
  lists.source_type_types = columns.source_type_types;
  auto compiled = envelope::column_rules::compile(lists);
  WALRELAY_ENSURE(compiled.has_value(),
                  "the option table accepted a rule that does not compile: {}",
                  compiled.error().message());
  return std::move(*compiled);
}

/// The option table accepts these words only.
template <class Enum>
Enum mode_of(std::string_view word,
             std::initializer_list<std::pair<std::string_view, Enum>> names) {
  for (const auto& [name, value] : names)
    if (name == word) return value;
  WALRELAY_ENSURE(false, "no mode is called '{}'", word);
}

envelope::value_modes value_modes_of(const config::envelope_options& options) {
  using namespace envelope;
  return {
      .decimals = mode_of<decimal_mode>(options.decimals, {{"precise", decimal_mode::precise},
                                                           {"double", decimal_mode::as_double},
                                                           {"string", decimal_mode::as_string}}),
      .times = mode_of<time_mode>(
          options.times, {{"adaptive", time_mode::adaptive},
                          {"adaptive_time_microseconds", time_mode::adaptive_time_microseconds},
                          {"connect", time_mode::connect},
                          {"isostring", time_mode::isostring},
                          {"microseconds", time_mode::microseconds},
                          {"nanoseconds", time_mode::nanoseconds}}),
      .intervals = mode_of<interval_mode>(
          options.intervals,
          {{"numeric", interval_mode::numeric}, {"string", interval_mode::as_string}}),
      .binaries =
          mode_of<binary_mode>(options.binaries, {{"bytes", binary_mode::bytes},
                                                  {"base64", binary_mode::base64},
                                                  {"base64-url-safe", binary_mode::base64_url_safe},
                                                  {"hex", binary_mode::hex}}),
      .hstores = mode_of<hstore_mode>(options.hstores,
                                      {{"json", hstore_mode::json}, {"map", hstore_mode::map}}),
      .money_fraction_digits = options.money_fraction_digits,
      .unknown = mode_of<unknown_types>(options.unknown_types, {{"text", unknown_types::as_text},
                                                                {"false", unknown_types::left_out},
                                                                {"true", unknown_types::as_bytes}}),
      .not_finite = options.as_debezium ? not_finite_words::debezium : not_finite_words::postgres};
}

envelope::key_change_records key_change_records_of(const config::envelope_options& options) {
  using enum envelope::key_change_records;
  if (options.skips('d')) return options.skips('c') ? none : create_alone;
  return options.skips('c') ? delete_alone : all;
}

envelope::name_adjustment adjustment_of(std::string_view word) {
  using envelope::name_adjustment;
  return mode_of<name_adjustment>(word, {{"none", name_adjustment::none},
                                         {"avro", name_adjustment::avro},
                                         {"avro_unicode", name_adjustment::avro_unicode}});
}

envelope::converter_settings converter_of(const config::converter_options& options) {
  using settings = envelope::converter_settings;
  return {.schemas = options.schemas ? settings::schema::embedded : settings::schema::left_out,
          .nulls = options.replace_null_with_default ? settings::null::replaced_by_default
                                                     : settings::null::kept,
          .decimals = mode_of<envelope::decimal_format>(
              options.decimal_format, {{"BASE64", envelope::decimal_format::base64},
                                       {"NUMERIC", envelope::decimal_format::numeric}})};
}

/// A new one with each stream, in the form of a random UUID (version 4).
std::string random_run_id() {
  std::random_device source;
  const unsigned version = 0x4000U | (source() & 0xfffU);
  const unsigned variant = 0x8000U | (source() & 0x3fffU);
  return fmt::format("{:08x}-{:04x}-{:04x}-{:04x}-{:04x}{:08x}", source(), source() & 0xffffU,
                     version, variant, source() & 0xffffU, source());
}

}  // namespace

envelope::envelope_settings envelope_settings_of(const config::connector_options& options,
                                                 std::string version) {
  envelope::envelope_settings settings;
  settings.topic_prefix = options.topic_prefix;
  settings.database = options.database.dbname;
  settings.version = std::move(version);
  settings.on_delete = options.envelope.tombstones_on_delete ? envelope::tombstones::emit
                                                             : envelope::tombstones::leave_out;
  // Null key, null value: no use to anyone.
  settings.on_keyless_delete =
      options.envelope.as_debezium ? envelope::tombstones::emit : envelope::tombstones::leave_out;
  settings.unavailable_placeholder = options.envelope.unavailable_value_placeholder;
  settings.conversion_failure = to_envelope(options.envelope.converting_failure);
  settings.rules = rules_of(options.columns);
  settings.unchanged = options.columns.skip_unchanged ? envelope::unchanged_rows::leave_out
                                                      : envelope::unchanged_rows::emit;
  settings.on_key_change = key_change_records_of(options.envelope);
  settings.schema_names = adjustment_of(options.envelope.schema_names);
  settings.field_names = adjustment_of(options.envelope.field_names);
  settings.comments = options.envelope.schema_comments ? envelope::column_comments::in_schemas
                                                       : envelope::column_comments::left_out;
  settings.values = value_modes_of(options.envelope);
  settings.key = converter_of(options.envelope.key);
  settings.value = converter_of(options.envelope.value);
  settings.unsent = options.envelope.as_debezium ? envelope::unsent_columns::as_zero
                                                 : envelope::unsent_columns::as_null;
  const bool leaves_marker = options.envelope.as_debezium &&
                             settings.value.nulls == envelope::converter_settings::null::kept;
  if (leaves_marker) settings.streamed = envelope::streamed_marker::null;
  if (options.envelope.context_headers) settings.run_id = random_run_id();
  return settings;
}

}  // namespace walrelay::app
