// B71: a secret is never shown, whatever else is wrong with the file.
#include <doctest/doctest.h>

#include "config/flat_document.hpp"
#include "config/interpolate.hpp"
#include "config/option_table.hpp"
#include "config/value_check.hpp"
#include "unit/config/config_helpers.hpp"

namespace walrelay::config::testing {
namespace {

const world around{
    .environment = {{"PW", "hunter2"}, {"EMPTY", ""}, {"SLOT", "HUNTER2"}, {"N", "hunter2x"}},
    .files = {{"/run/pw", "hunter2\n"},
              {"/run/db.properties",
               "# hunter2\n! hunter2\n\npassword = hunter2\nuser:cdc\nlong=a\\\n   b\nspaced key\n"
               "password=hunter2b\n"},
              {"/run/nul", std::string("hunter2\0", 8)}},
    .overrides = {},
    .connector = {}};

}  // namespace

TEST_CASE("secrets: references lead to environment, file and property") {
  struct row {
    const char* reference;
    const char* value;
  };
  for (const auto& [reference, value] :
       {row{"${env:PW}", "hunter2"}, row{"${file:/run/pw}", "hunter2"},
        row{"${file:/run/db.properties:password}", "hunter2b"},
        row{"${file:/run/db.properties:user}", "cdc"}, row{"${file:/run/db.properties:long}", "ab"},
        row{"${file:/run/db.properties:spaced}", "key"}, row{"${env:EMPTY}", ""},
        row{"<${env:PW}-${env:PW}>", "<hunter2-hunter2>"},
        row{"${routedByValue}", "${routedByValue}"}, row{"a$b}:{c", "a$b}:{c"}}) {
    CAPTURE(std::string(reference));
    given_value given{.items = {reference}};
    const auto troubles = interpolate(given, request_for("", around));
    CHECK(troubles.empty());
    CHECK(given.text() == value);
    const bool refers = given.text() != reference;
    CHECK((given.visibility == exposure::hidden) == refers);
  }
  CHECK(find_property("esc\\:aped=x\\ty\n", "esc:aped") == std::string("x\ty"));
}

TEST_CASE("secrets: references that lead nowhere name themselves, not what they found") {
  struct row {
    const char* reference;
    const char* said;
  };
  for (const auto& [reference, said] :
       {row{"${env:MISSING}", "MISSING is not set"}, row{"${env:}", "name of an environment"},
        row{"${env:A B}", "name of an environment"}, row{"${file:}", "takes a path"},
        row{"${file:/nowhere}", "/nowhere"}, row{"${file:/run/db.properties:nope}", "'nope=...'"},
        row{"${file:/run/nul}", "NUL"}, row{"${vault:x}", "'vault'"}}) {
    CAPTURE(std::string(reference));
    given_value given{.items = {reference}};
    const auto troubles = interpolate(given, request_for("", around));
    REQUIRE(troubles.size() == 1);
    CHECK(has_text(troubles[0], said));
    CHECK_FALSE(has_text(troubles[0], "hunter2"));
  }
}

TEST_CASE("secrets: what was found is not looked at again") {
  given_value given{.items = {"${env:OUTER}"}};
  const auto troubles =
      interpolate(given, request_for("", {.environment = {{"OUTER", "${env:PW}"}, {"PW", "x"}},
                                          .files = {},
                                          .overrides = {},
                                          .connector = {}}));
  CHECK(troubles.empty());
  CHECK(given.text() == "${env:PW}");
}

TEST_CASE("secrets: never in a problem, whatever is wrong") {
  const char* options[] = {
      "database.pasword: hunter2",
      "databse: {password: hunter2}",
      "tabels: \"${env:PW}\"",
      "frobnicate: hunter2",
      "slot.name: \"${env:SLOT}\"",
      "database.port: \"${env:PW}\"",
      "table.include.list: \"${env:PW}(\"",
      "database.sslmode: \"${env:PW}\"",
      "errors.max.retries: \"${env:PW}\"",
      "name: \"${env:PW}\"",
      "kafka.bootstrap.servers: \"${env:PW}:x\"",
      "database.sslpassword: {hunter2}",
      "database.sslpassword: [hunter2]",
      "database.sslpassword: !hunter2 x",
      "database.sslpassword: *hunter2",
      "database.sslpassword: &hunter2",
      "database.sslpassword: @hunter2",
      "database.sslpassword: a: hunter2",
      "database.sslpassword: 'hunter2",
      "database.sslpassword: \"hunter\\q2\"",
      "database.sslpassword: a\nhunter2",
      "kafka.sasl.password: {hunter2: }",
      "kafka.ssl.truststore.password: hunter2",
      "producer.override.sasl.jaas.config: org.x required password=\"hunter2\";",
      "driver.password: hunter2",
      "offset.storage.topic: \"shop.${env:PW}\"",
      "database.sslpassword: \"a\\0hunter2\"",
      "transforms.x.password: hunter2",
      "producer.override.sasl.passwrd: hunter2\nslot.name: A",
  };
  for (const char* option : options) {
    CAPTURE(std::string(option));
    const auto result = outcome(with_options(option), around);
    CHECK(std::holds_alternative<std::vector<problem>>(result));
    const std::string shown = everything_shown(result);
    CHECK_FALSE(has_text(shown, "hunter2"));
    CHECK_FALSE(has_text(shown, "HUNTER2"));
    CHECK_FALSE(has_text(shown, "pa55-of-pg"));
  }
}

TEST_CASE("secrets: a value is shown only when neither its option nor its origin forbids it") {
  given_value value{.items = {"hunter2("}};
  CHECK(has_text(shown_value("slot.name", value), "hunter2"));
  CHECK_FALSE(has_text(shown_value("database.password", value), "hunter2"));
  const option_row secret_list{.name = "database.password", .type = value_type::regex_list};
  CHECK_FALSE(has_text(*check_value(secret_list, "database.password", value), "hunter2"));
  CHECK(has_text(*check_value(secret_list, "table.include.list", value), "hunter2"));
  value.visibility = exposure::hidden;
  CHECK_FALSE(has_text(shown_value("slot.name", value), "hunter2"));
  CHECK_FALSE(has_text(*check_value(secret_list, "table.include.list", value), "hunter2"));
}

TEST_CASE("secrets: the parser's own messages come without the piece of text that they quote") {
  const std::string shown = everything_shown(outcome("kafka.sasl.password: \"hunter\\q2\"\n"));
  CHECK(has_text(shown, "unknown escape character"));
  CHECK_FALSE(has_text(shown, "character: q"));
}

TEST_CASE("secrets: not in notes, not on the command line") {
  CHECK_FALSE(has_text(everything_shown(outcome(
                           with_options("poll.interval.ms: 5\ncustom.sanitize.pattern: hunter2"))),
                       "hunter2"));
  world set = around;
  set.overrides = {"database.password=hunter2"};
  const std::string shown = everything_shown(outcome(with_options(""), set));
  CHECK(has_text(shown, "visible to everyone"));
  CHECK_FALSE(has_text(shown, "hunter2"));
  set.overrides = {"database.password=${env:PW}"};
  CHECK(only_connector(loaded_from(with_options(""), set)).database.password.reveal() == "hunter2");
}

TEST_CASE("secrets: client settings from outside the file are kept apart") {
  const auto result = loaded_from(
      with_options("kafka.sasl.password: hunter2\nkafka.sasl.username: \"${env:PW}\"\n"
                   "kafka.security.protocol: SASL_SSL\nkafka.bootstrap.servers: \"${env:N}:1\""),
      around);
  const sink_options& sink = only_connector(result).sink;
  CHECK(sink.client_secrets.at("sasl.password").reveal() == "hunter2");
  CHECK(sink.client_secrets.at("sasl.username").reveal() == "hunter2");
  CHECK(sink.client == std::map<std::string, std::string>{{"bootstrap.servers", "hunter2x:1"},
                                                          {"security.protocol", "SASL_SSL"}});
}

}  // namespace walrelay::config::testing
