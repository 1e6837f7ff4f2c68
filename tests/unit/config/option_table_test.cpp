// The option table itself: complete, consistent, explained.
#include <chrono>
#include <set>
#include <string>

#include <doctest/doctest.h>

#include "config/option_table.hpp"
#include "config/option_values.hpp"
#include "config/suggest.hpp"
#include "config/value_check.hpp"
#include "unit/config/config_helpers.hpp"
#include "unit/config/debezium_names.hpp"

namespace walrelay::config::testing {
namespace {

template <class Check>
void for_each_row(Check&& check) {
  for (const option_group& group : option_groups())
    for (const option_row& row : group.rows) {
      CAPTURE(row.name);
      check(row);
    }
}

}  // namespace

TEST_CASE("option table: every Debezium name has a row") {
  for (const char* name : debezium_names) {
    CAPTURE(std::string(name));
    CHECK(find_option(name) != nullptr);
  }
}

TEST_CASE("option table: no name stands twice") {
  std::set<std::string_view> names;
  for_each_row([&](const option_row& row) { CHECK(names.insert(row.name).second); });
}

TEST_CASE("option table: every row is explained, and what is not taken has its reason") {
  for_each_row([](const option_row& row) {
    CHECK(row.doc.size() > 3);
    CHECK(row.doc.ends_with('.'));
    const bool needs_reason = row.state == standing::meaningless ||
                              row.state == standing::narrower || row.state == standing::refused;
    if (needs_reason) CHECK_FALSE(row.reason.empty());
    if (row.state == standing::narrower) CHECK_FALSE(row.accepted.empty());
    if (!row.instead.empty()) {
      CHECK(row.state == standing::refused);
      CHECK(option_named(row.instead).state == standing::implemented);
    }
  });
}

TEST_CASE("option table: every default passes its own check") {
  for_each_row([](const option_row& row) {
    if (row.fallback.empty()) return;
    const given_value value{.items = {default_text(row, "shop")}};
    CHECK(check_value(row, row.name, value) == std::nullopt);
  });
}

TEST_CASE("option table: choices have a default among them") {
  for_each_row([](const option_row& row) {
    if (row.type != value_type::choice) return;
    const auto values = accepted_values(row);
    CHECK(std::find(values.begin(), values.end(), row.fallback) != values.end());
  });
}

TEST_CASE("option table: explain knows every row and shows its standing") {
  for_each_row([](const option_row& row) {
    const auto text = explain(row.name);
    REQUIRE(text.has_value());
    CHECK(has_text(*text, row.doc));
    CHECK(has_text(*text, "standing"));
    if (!row.reason.empty()) CHECK(has_text(*text, row.reason));
    CHECK(has_text(explain_all(), row.name));
  });
}

TEST_CASE("option table: explain of a group lists it, of an unknown name suggests") {
  CHECK(has_text(*explain("database"), "database.hostname"));
  CHECK(has_text(*explain("slot.name"), "walrelay_<connector>"));
  CHECK(has_text(*explain("column.truncate.to.N.chars"), "Cuts matching text columns"));
  const auto unknown = explain("slot.nmae");
  REQUIRE(unknown.has_error());
  CHECK(unknown.error().kind == error_class::configuration);
  CHECK(has_text(unknown.error().message(), "slot.name"));
}

TEST_CASE("option table: patterns give way to longer patterns and exact names") {
  CHECK(find_option("topic.creation.default.retention.ms")->name == "topic.creation.default.*");
  CHECK(find_option("topic.creation.logs.partitions")->name == "topic.creation.*");
  CHECK(find_option("column.mask.hash.v2.SHA-256.with.salt.x")->name ==
        "column.mask.hash.v2.*.with.salt.*");
  CHECK(find_option("kafka.linger.ms")->name == "kafka.*");
  CHECK(find_option("producer.override.linger.ms")->name == "producer.override.*");
  CHECK(find_option("producer.override.acks")->name == "kafka.acks");
  CHECK(find_option("producer.override.") == nullptr);
  CHECK(find_option("kafka.") == nullptr);
  CHECK(find_option("no.such.option") == nullptr);
}

TEST_CASE("option table: secrets are known by row or by their name") {
  for (const char* name :
       {"database.password", "database.sslpassword", "kafka.sasl.password",
        "kafka.ssl.key.password", "kafka.ssl.key.pem", "kafka.sasl.oauthbearer.client.secret",
        "producer.override.sasl.password", "producer.override.sasl.jaas.config",
        "databse.passwrod.password"}) {
    CAPTURE(std::string(name));
    CHECK(is_secret(name));
  }
  for (const char* name : {"database.user", "kafka.sasl.username", "slot.name",
                           "kafka.ssl.key.location", "kafka.sasl.oauthbearer.token.endpoint.url"}) {
    CAPTURE(std::string(name));
    CHECK_FALSE(is_secret(name));
  }
}

TEST_CASE("option table: suggestions") {
  struct row {
    const char* wrong;
    const char* meant;
  };
  for (const auto& [wrong, meant] :
       {row{"tabels", "table.include.list"}, row{"table.inlcude.list", "table.include.list"},
        row{"Topic.Prefix", "topic.prefix"}, row{"topic.prefx", "topic.prefix"},
        row{"hostname", "database.hostname"}, row{"dbname", "database.dbname"},
        row{"database.tcpkeepalive", "database.tcpKeepAlive"}, row{"log.levl", "log.level"}}) {
    CAPTURE(std::string(wrong));
    CHECK(suggest_option(wrong) == std::string(meant));
  }
  CHECK(suggest_option("zzz") == std::nullopt);
  CHECK(suggest_option("completely.unrelated.words") == std::nullopt);
  CHECK(suggest_group("databse") == std::string("database"));
  CHECK(suggest_group("conectors") == std::string("connectors"));
  CHECK(edit_distance("abcd", "abdc") == 1);
  CHECK(edit_distance("", "abc") == 3);
}

TEST_CASE("option table: a name of any length is soon compared with all others") {
  const std::string endless(200'000, 'k');
  const auto started = std::chrono::steady_clock::now();
  CHECK(suggest_group(endless) == std::nullopt);
  CHECK(suggest_option(endless) == std::nullopt);
  CHECK(std::chrono::steady_clock::now() - started < std::chrono::seconds{1});
}

}  // namespace walrelay::config::testing
