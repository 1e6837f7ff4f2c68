// compatibility: debezium restores Debezium's default of every option that is not given.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "config/option_table.hpp"
#include "config/value_check.hpp"
#include "unit/config/config_helpers.hpp"

namespace walrelay::config::testing {

TEST_CASE("compatibility: defaults are walrelay's unless Debezium's are asked for") {
  const loaded result = loaded_from(with_options(""));
  const connector_options& shop = only_connector(result);
  CHECK_FALSE(shop.envelope.as_debezium);
  CHECK_FALSE(shop.envelope.key.schemas);
  CHECK_FALSE(shop.envelope.value.replace_null_with_default);
  CHECK(shop.envelope.unknown_types == "text");
  CHECK_FALSE(shop.envelope.context_headers);
}

TEST_CASE("compatibility: debezium switches the defaults") {
  const loaded result = loaded_from(with_options("compatibility: debezium"));
  const connector_options& shop = only_connector(result);
  CHECK(shop.envelope.as_debezium);
  CHECK(shop.envelope.key.schemas);
  CHECK(shop.envelope.value.schemas);
  CHECK(shop.envelope.key.replace_null_with_default);
  CHECK(shop.envelope.value.replace_null_with_default);
  CHECK(shop.envelope.unknown_types == "false");
  CHECK(shop.envelope.context_headers);
  CHECK(shop.replication.slot_name == "debezium");
  CHECK(shop.replication.publication_name == "dbz_publication");
  CHECK(shop.replication.autocreate == publication_autocreate::all_tables);
}

TEST_CASE("compatibility: what is given wins over Debezium's default") {
  const loaded result =
      loaded_from(with_options("compatibility: Debezium\n"
                               "slot.name: mine\n"
                               "value.converter.schemas.enable: false\n"
                               "include.unknown.datatypes: text"));
  const connector_options& shop = only_connector(result);
  CHECK(shop.replication.slot_name == "mine");
  CHECK(shop.envelope.key.schemas);
  CHECK_FALSE(shop.envelope.value.schemas);
  CHECK(shop.envelope.unknown_types == "text");
}

TEST_CASE("compatibility: given for the daemon it is every connector's") {
  const loaded result = loaded_from("compatibility: debezium\n" + with_options(""));
  CHECK(only_connector(result).envelope.as_debezium);
  CHECK(only_connector(result).replication.slot_name == "debezium");
}

TEST_CASE("compatibility: rows that are there already are relayed, as Debezium does") {
  const loaded result = loaded_from(with_options("compatibility: debezium"));
  CHECK(result.notes.empty());
  CHECK(only_connector(result).snapshot == snapshot_mode::initial);
  CHECK(only_connector(loaded_from(with_options(""))).snapshot == snapshot_mode::no_data);
}

TEST_CASE("compatibility: each of Debezium's defaults is a value of its option") {
  for (const option_group& group : option_groups())
    for (const option_row& row : group.rows) {
      if (row.debezium.empty()) continue;
      CAPTURE(row.name);
      CHECK(row.debezium != row.fallback);
      const given_value value{.items = {std::string(row.debezium)}};
      CHECK(check_value(row, row.name, value) == std::nullopt);
    }
}

TEST_CASE("compatibility: the page for people has each default that differs, and no other") {
  const auto page = read_text_file(WALRELAY_SOURCE_DIR "/docs/COMPATIBILITY.md");
  REQUIRE(page.has_value());
  std::size_t differing = 0;
  for (const option_group& group : option_groups())
    for (const option_row& row : group.rows) {
      if (row.debezium.empty()) continue;
      ++differing;
      CAPTURE(row.name);
      CHECK(has_text(*page,
                     fmt::format("| `{}` | `{}` | `{}` |", row.name, row.fallback, row.debezium)));
    }
  std::size_t listed = 0;
  for (auto at = page->find("\n| `"); at != page->npos; at = page->find("\n| `", at + 1)) ++listed;
  CHECK(listed == differing);
}

}  // namespace walrelay::config::testing
