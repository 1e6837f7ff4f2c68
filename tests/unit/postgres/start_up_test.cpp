// What the start-up packet says: the settings that pin values' text (INV-11), host lists, versions.
#include <algorithm>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "postgres/start_up.hpp"

using namespace walrelay::postgres;
using namespace std::chrono_literals;

namespace {

std::string last_value(const keyword_list& keywords, std::string_view name) {
  std::string value = "(absent)";
  for (const auto& [keyword, text] : keywords) {
    if (keyword == name) value = text;
  }
  return value;
}

bool has(const std::string& options, std::string_view option) {
  return (" " + options + " ").find(" -c " + std::string{option} + " ") != std::string::npos;
}

}  // namespace

TEST_CASE("every setting that changes the text of a value is pinned") {
  const std::string options = session_options({});
  for (const std::string option :
       {"datestyle=ISO", "intervalstyle=postgres", "timezone=UTC", "extra_float_digits=3",
        "bytea_output=hex", "lc_monetary=C", "search_path=\"$user\",public",
        "quote_all_identifiers=off", "wal_sender_timeout=15000", "tcp_keepalives_idle=5",
        "tcp_keepalives_interval=2", "tcp_keepalives_count=3", "lock_timeout=0"}) {
    CAPTURE(option);
    CHECK(has(options, option));
  }
}

TEST_CASE("a statement's time is limited for SQL and never for the stream") {
  connection_settings settings;
  settings.statement_timeout = 1234ms;
  const auto sql = start_up_keywords(settings, session_kind::sql);
  const auto stream = start_up_keywords(settings, session_kind::replication);
  CHECK(has(last_value(sql, "options"), "statement_timeout=1234"));
  CHECK(has(last_value(stream, "options"), "statement_timeout=0"));
  CHECK(last_value(sql, "replication") == "(absent)");
  CHECK(last_value(stream, "replication") == "database");
}

TEST_CASE("the operator's keywords override defaults but not what exactly-once depends on") {
  connection_settings settings;
  settings.application_name = "walrelay:shop";
  settings.keywords = {{"keepalives_idle", "60"},
                       {"options", "-c datestyle=German"},
                       {"client_encoding", "LATIN1"},
                       {"application_name", "mine"}};
  const auto keywords = start_up_keywords(settings, session_kind::replication);
  CHECK(last_value(keywords, "keepalives_idle") == "60");
  CHECK(last_value(keywords, "client_encoding") == "UTF8");
  CHECK(last_value(keywords, "application_name") == "walrelay:shop");
  const std::string options = last_value(keywords, "options");
  REQUIRE(has(options, "datestyle=German"));
  CHECK(options.find("datestyle=German") < options.find("datestyle=ISO"));
}

TEST_CASE("connect_timeout is in whole seconds, rounded up, at least two") {
  struct row {
    std::string name;
    std::chrono::milliseconds timeout;
    const char* keyword;
  };
  for (const row& expected : {row{"less than libpq allows", 300ms, "2"}, row{"exact", 10s, "10"},
                              row{"rounded up", 10'001ms, "11"}}) {
    CAPTURE(expected.name);
    connection_settings settings;
    settings.connect_timeout = expected.timeout;
    CHECK(last_value(start_up_keywords(settings, session_kind::sql), "connect_timeout") ==
          expected.keyword);
  }
}

TEST_CASE("each of several hosts is an attempt of its own") {
  struct row {
    std::string name;
    const char* hosts;
    const char* ports;
    std::vector<std::pair<std::string, std::string>> attempts;
  };
  const std::vector<row> rows{
      {"one host", "a", "1", {{"a", "1"}}},
      {"one port for all", "a,b", "1", {{"a", "1"}, {"b", "1"}}},
      {"a port each", "a,b", "1,2", {{"a", "1"}, {"b", "2"}}},
      {"lists that do not fit are libpq's to refuse", "a,b", "1,2,3", {{"a,b", "1,2,3"}}},
      {"an empty member is libpq's default", "a,,c", "1", {{"a", "1"}, {"", "1"}, {"c", "1"}}},
  };
  for (const row& expected : rows) {
    CAPTURE(expected.name);
    const auto attempts = split_hosts({{"host", expected.hosts}, {"port", expected.ports}});
    REQUIRE(attempts.size() == expected.attempts.size());
    for (std::size_t i = 0; i < attempts.size(); ++i) {
      CHECK(last_value(attempts[i], "host") == expected.attempts[i].first);
      CHECK(last_value(attempts[i], "port") == expected.attempts[i].second);
    }
  }
  CHECK(split_hosts({{"dbname", "x"}}).size() == 1);
}

TEST_CASE("settings of newer servers are not sent to older ones") {
  const std::size_t for_all = late_settings(130010).size();
  CHECK(late_settings(140000).size() == for_all + 1);
  CHECK(late_settings(160004).size() == for_all + 1);
  CHECK(late_settings(170000).size() == for_all + 2);
}
