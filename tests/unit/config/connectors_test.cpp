// Several connectors in one file, their names, and the sample files.
#include <doctest/doctest.h>

#include "unit/config/config_helpers.hpp"

namespace walrelay::config::testing {
namespace {

std::string connector_text(const std::string& name, const std::string& options) {
  return "  " + name + ": {" + options + "}\n";
}

std::string two(const std::string& first, const std::string& second) {
  return "kafka.bootstrap.servers: k:9092\nconnectors:\n" + connector_text("one", first) +
         connector_text("two", second);
}

std::string file_in_repository(const std::string& name) {
  const auto text = read_text_file(WALRELAY_SOURCE_DIR "/config/" + name);
  REQUIRE(text.has_value());
  return *text;
}

constexpr const char* first = "topic.prefix: a, database: {hostname: 'h,DB', user: u, dbname: d}";

}  // namespace

TEST_CASE("connectors: what two must not share") {
  struct row {
    const char* second;
    const char* option;
  };
  for (const auto& [second, option] :
       {row{"topic.prefix: a, database: {hostname: x, user: u, dbname: d}", "topic.prefix"},
        row{"topic.prefix: b, slot.name: walrelay_one, database: {hostname: db, user: u, dbname: "
            "e}",
            "slot.name"},
        row{"topic.prefix: b, transactional.id: walrelay.one, database: {hostname: x, user: u, "
            "dbname: d}",
            "transactional.id"},
        row{"topic.prefix: b, offset.storage.topic: a.x, database: {hostname: x, user: u, dbname: "
            "d}",
            "offset.storage.topic"}}) {
    CAPTURE(std::string(second));
    const auto problems = problems_of(two(first, second));
    INFO(describe(problems, "f"));
    REQUIRE(problems.size() == 1);
    CHECK(problems[0].connector == "two");
    CHECK(problems[0].option == option);
    CHECK(problems[0].line == 4);
    CHECK(has_text(problems[0].text, "'one'"));
  }
}

TEST_CASE("connectors: the same slot name on another server or port is fine") {
  for (const char* server : {"hostname: x", "hostname: db, port: 5433"}) {
    CAPTURE(std::string(server));
    const std::string second = "topic.prefix: b, slot.name: walrelay_one, database: {" +
                               std::string(server) + ", user: u, dbname: d}";
    CHECK(loaded_from(two(first, second)).options.connectors.size() == 2);
  }
}

TEST_CASE("connectors: a shared offsets topic is noted") {
  const std::string shared = ", offset.storage.topic: offsets";
  const loaded result = loaded_from(
      two(first + shared, "topic.prefix: b, database: {hostname: x, user: u, dbname: d}" + shared));
  REQUIRE(result.notes.size() == 1);
  CHECK(result.notes[0].option == "offset.storage.topic");
}

TEST_CASE("connectors: names become slot names, or are refused") {
  const auto named = [](const std::string& name, const std::string& more = {}) {
    return "kafka.bootstrap.servers: k:9092\nconnectors:\n" +
           connector_text(name, std::string(first) + more);
  };
  const loaded fitted = loaded_from(named("My-Shop.v2"));
  CHECK(only_connector(fitted).replication.slot_name == "walrelay_my_shop_v2");
  CHECK(only_connector(fitted).replication.publication_name == "walrelay_my_shop_v2");
  CHECK(only_connector(fitted).sink.transactional_id == "walrelay.My-Shop.v2");
  CHECK(only_connector(fitted).sink.offset_topic == "walrelay-offsets.My-Shop.v2");

  const auto problems = problems_of(named("'my shop'"));
  REQUIRE(problems.size() == 2);
  CHECK(problems[0].option == "slot.name");
  CHECK(has_text(problems[0].text, "set slot.name"));
  CHECK(problems[1].option == "offset.storage.topic");
  CHECK(loaded_from(named("'my shop'", ", slot.name: s, offset.storage.topic: o"))
            .options.connectors.size() == 1);
}

TEST_CASE("connectors: --connector keeps one, and looks up only its references") {
  const std::string text =
      two(first, "topic.prefix: b, database: {hostname: \"${env:ELSEWHERE}\", user: u, dbname: d}");
  world around;
  around.connector = "one";
  CHECK(only_connector(loaded_from(text, around)).name == "one");
  around.connector = "three";
  const auto problems = problems_of(text, around);
  REQUIRE_FALSE(problems.empty());
  CHECK(has_text(everything_shown(outcome(text, around)), "it has 'one', 'two'"));
}

TEST_CASE("connectors: daemon-wide values are defaults") {
  const loaded result = loaded_from(
      "commit.target.ms: 50\n" +
      two(first,
          "topic.prefix: b, commit.target.ms: 60, database: {hostname: x, user: u, dbname: d}"));
  CHECK(result.options.connectors[0].flow.commit_target_time == milliseconds(50));
  CHECK(result.options.connectors[1].flow.commit_target_time == milliseconds(60));
}

TEST_CASE("sample files: quickstart.yaml") {
  world around;
  around.environment = {{"WALRELAY_QUICKSTART_PGHOST", "127.0.0.1"},
                        {"WALRELAY_QUICKSTART_PGPORT", "54321"},
                        {"WALRELAY_QUICKSTART_PASSWORD", "secret"},
                        {"WALRELAY_QUICKSTART_BOOTSTRAP", "127.0.0.1:29092"}};
  const loaded result = loaded_from(file_in_repository("quickstart.yaml"), around);
  CHECK(result.notes.empty());
  const connector_options& shop = only_connector(result);
  CHECK(shop.name == "shop");
  CHECK(shop.topic_prefix == "shop");
  CHECK(shop.database.user == "walrelay");
  CHECK(shop.database.port == "54321");
  CHECK(shop.database.password.reveal() == "secret");
  CHECK(shop.capture.table_include ==
        std::vector<std::string>{"public.customers", "public.orders"});
  CHECK(shop.sink.client.at("bootstrap.servers") == "127.0.0.1:29092");
  CHECK(shop.sink.topics.partitions == 1);
  CHECK(shop.sink.topics.replication_factor == 1);
  CHECK(shop.sink.offset_topic_replication_factor == 1);

  CHECK(problems_of(file_in_repository("quickstart.yaml")).size() == 4);
}

TEST_CASE("sample files: walrelay.example.yaml") {
  world around;
  around.environment = {{"SHOP_PASSWORD", "secret"}};
  const loaded result = loaded_from(file_in_repository("walrelay.example.yaml"), around);
  CHECK(result.notes.empty());
  CHECK(only_connector(result).database.sslmode == "verify-full");
}

TEST_CASE("files: what cannot be read is said") {
  for (const char* path : {"/no/such/file", "/"}) {
    CAPTURE(std::string(path));
    const auto text = read_text_file(path);
    REQUIRE(text.has_error());
    CHECK(text.error().kind == error_class::configuration);
    CHECK(has_text(text.error().message(), path));
  }
}

}  // namespace walrelay::config::testing
