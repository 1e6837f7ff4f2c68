// Every mode word that the option table accepts has its place in the envelope room.
#include <set>
#include <string>

#include <doctest/doctest.h>

#include "app/envelope_settings.hpp"
#include "config/option_table.hpp"

using namespace walrelay;

namespace {

using member = std::string config::envelope_options::*;

template <class Mode>
void each_word_is_another_mode(const char* option, member word, Mode envelope::value_modes::*mode) {
  std::set<Mode> found;
  const auto words = config::accepted_values(config::option_named(option));
  for (const std::string_view accepted : words) {
    CAPTURE(accepted);
    config::connector_options options;
    options.envelope.*word = accepted;
    found.insert(app::envelope_settings_of(options, "1").values.*mode);
  }
  CHECK(found.size() == words.size());
}

}  // namespace

TEST_CASE("envelope settings: each word of an option is a mode of its own") {
  using options = config::envelope_options;
  using modes = envelope::value_modes;
  each_word_is_another_mode("decimal.handling.mode", &options::decimals, &modes::decimals);
  each_word_is_another_mode("time.precision.mode", &options::times, &modes::times);
  each_word_is_another_mode("interval.handling.mode", &options::intervals, &modes::intervals);
  each_word_is_another_mode("binary.handling.mode", &options::binaries, &modes::binaries);
  each_word_is_another_mode("hstore.handling.mode", &options::hstores, &modes::hstores);
  each_word_is_another_mode("include.unknown.datatypes", &options::unknown_types, &modes::unknown);
}

TEST_CASE("envelope settings: each converter has its own decimal.format") {
  config::connector_options options;
  options.envelope.key.decimal_format = "NUMERIC";
  const auto settings = app::envelope_settings_of(options, "1");
  CHECK(settings.key.decimals == envelope::decimal_format::numeric);
  CHECK(settings.value.decimals == envelope::decimal_format::base64);
}

TEST_CASE("envelope settings: the defaults of both rooms agree") {
  const auto settings = app::envelope_settings_of({}, "1");
  const envelope::value_modes ours = settings.values;
  const envelope::value_modes theirs;
  CHECK(ours.decimals == theirs.decimals);
  CHECK(settings.key.decimals == envelope::converter_settings{}.decimals);
  CHECK(ours.times == theirs.times);
  CHECK(ours.intervals == theirs.intervals);
  CHECK(ours.binaries == theirs.binaries);
  CHECK(ours.hstores == theirs.hstores);
  CHECK(ours.money_fraction_digits == theirs.money_fraction_digits);
  CHECK(ours.unknown == theirs.unknown);
  CHECK_FALSE(settings.run_id.has_value());
}

TEST_CASE("envelope settings: what only compatibility decides") {
  config::connector_options options;
  CHECK(app::envelope_settings_of(options, "1").unsent == envelope::unsent_columns::as_null);
  CHECK(app::envelope_settings_of(options, "1").on_keyless_delete ==
        envelope::tombstones::leave_out);
  options.envelope.as_debezium = true;
  CHECK(app::envelope_settings_of(options, "1").unsent == envelope::unsent_columns::as_zero);
  CHECK(app::envelope_settings_of(options, "1").on_keyless_delete == envelope::tombstones::emit);
}

TEST_CASE("envelope settings: context headers name a run of their own") {
  config::connector_options options;
  options.envelope.context_headers = true;
  const auto first = app::envelope_settings_of(options, "1").run_id;
  const auto second = app::envelope_settings_of(options, "1").run_id;
  REQUIRE(first.has_value());
  CHECK(first->size() == 36);
  CHECK(first != second);
}
