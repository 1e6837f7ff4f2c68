#include "app/envelope_settings.hpp"

#include <utility>

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
  auto compiled = envelope::column_rules::compile(lists);
  WALRELAY_ENSURE(compiled.has_value(),
                  "the option table accepted a rule that does not compile: {}",
                  compiled.error().message());
  return std::move(*compiled);
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
  settings.on_keyless_delete =
      envelope::tombstones::leave_out;  // null key, null value: no use to anyone
  settings.unavailable_placeholder = options.envelope.unavailable_value_placeholder;
  settings.conversion_failure = to_envelope(options.envelope.converting_failure);
  settings.rules = rules_of(options.columns);
  settings.unchanged = options.columns.skip_unchanged ? envelope::unchanged_rows::leave_out
                                                      : envelope::unchanged_rows::emit;
  return settings;
}

}  // namespace walrelay::app
