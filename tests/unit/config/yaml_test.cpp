// YAML to flat options: forms that mean the same, and files that mean nothing.
#include <doctest/doctest.h>

#include "config/flat_document.hpp"
#include "unit/config/config_helpers.hpp"

namespace walrelay::config::testing {
namespace {

constexpr const char* good_files[] = {
    // nested, dotted, mixed
    "kafka: {bootstrap: {servers: 'k:9092'}}\n"
    "connectors: {shop: {topic: {prefix: shop}, database: {hostname: db, user: u, dbname: d}}}\n",
    "kafka.bootstrap.servers: k:9092\n"
    "connectors.shop.topic.prefix: shop\n"
    "connectors.shop.database.hostname: db\n"
    "connectors.shop.database: {user: u, dbname: d}\n",
    "connectors.shop:\n"
    "  kafka.bootstrap.servers: k:9092\n"
    "  topic.prefix: shop\n"
    "  database: {hostname: db, user: u}\n"
    "  database.dbname: d\n",
    // Windows
    "\xEF\xBB\xBFkafka:\r\n  bootstrap.servers: k:9092\r\nconnectors:\r\n  shop:\r\n"
    "    topic.prefix: shop\r\n    database: {hostname: db, user: u, dbname: d}\r\n",
    // one document with its markers
    "---\nkafka.bootstrap.servers: k:9092\nconnectors: {shop: {topic.prefix: shop, "
    "database: {hostname: db, user: u, dbname: d}}}\n...\n",
    // anchors
    "kafka.bootstrap.servers: &brokers k:9092\nconnectors: {shop: {topic.prefix: &p shop, "
    "database: {hostname: db, user: u, dbname: d}, topic.creation.default.x: *p}}\n",
};

struct broken {
  const char* name;
  std::string text;
  int line;
  const char* said;
};

const broken broken_files[] = {
    {"empty", "", 0, "empty"},
    {"only a comment", "# nothing\n", 0, "empty"},
    {"only a marker", "---\n", 0, "empty"},
    {"a text", "hello\n", 1, "mapping"},
    {"a list", "- a\n- b\n", 1, "mapping"},
    {"two documents", "log.level: info\n---\nlog.level: debug\n", 2, "second YAML document"},
    {"tab in the indentation", "kafka:\n\tbootstrap.servers: k\n", 2, "tab"},
    {"tab in the first line", "\tkafka: x\n", 1, "tab"},
    {"tab among blanks", "kafka:\n  a: b\n\tc: d\n", 3, "tab"},
    {"wrong indentation", "kafka:\n  a: b\n c: d\n", 3, "not valid YAML"},
    {"two values in a line", "a: b: c\n", 1, "not valid YAML"},
    {"unknown alias", "a: *b\n", 1, "quotes"},
    {"reserved character", "a: @b\n", 1, "quotes"},
    {"open list", "a: [b, c\nd: e\n", 2, "not valid YAML"},
    {"reference without quotes in braces", "database: {password: ${env:A}}\n", 1, "quotes"},
    {"NUL byte", std::string("a: b\nc: \0d\n", 11), 2, "NUL"},
    {"not UTF-8", "a: b\nc: \xff\n", 2, "UTF-8"},
    {"half a character", "a: \xc3", 1, "UTF-8"},
    {"UTF-16",
     std::string("\xFF\xFE"
                 "a\0",
                 4),
     1, "UTF-16"},
    {"thousands of brackets", std::string(5'000, '['), 1, "not valid YAML"},
};

}  // namespace

TEST_CASE("yaml: forms that mean the same") {
  for (const char* text : good_files) {
    CAPTURE(std::string(text));
    const loaded result = loaded_from(text);
    const connector_options& shop = only_connector(result);
    CHECK(shop.name == "shop");
    CHECK(shop.topic_prefix == "shop");
    CHECK(shop.database.hostname == "db");
    CHECK(shop.database.dbname == "d");
    CHECK(shop.sink.client.at("bootstrap.servers") == "k:9092");
  }
}

TEST_CASE("yaml: files that cannot be read are one problem at its line") {
  for (const broken& one : broken_files) {
    CAPTURE(std::string(one.name));
    const auto problems = problems_of(one.text);
    INFO(describe(problems, "walrelay.yaml"));
    REQUIRE(problems.size() == 1);
    CHECK(problems[0].line == one.line);
    CHECK(problems[0].option.empty());
    CHECK(has_text(problems[0].text, one.said));
  }
}

TEST_CASE("yaml: keys given twice, at any level") {
  struct row {
    const char* text;
    const char* option;
    int line;
  };
  for (const auto& [text, option, line] :
       {row{"log.level: info\nlog.level: info\n", "log.level", 2},
        row{"kafka: {a: b}\nlog.level: info\nkafka: {c: d}\n", "kafka", 3},
        row{"kafka:\n  a: b\n  a: c\n", "kafka.a", 3},
        row{"log: {level: info}\nlog.level: debug\n", "log.level", 2},
        row{"connectors: {a: {}}\nconnectors: {b: {}}\n", "connectors", 2},
        row{"connectors:\n  a: {}\n  a: {}\n", "connectors.a", 3},
        row{"connectors:\n  a: {slot: {name: x}, slot.name: y}\n", "slot.name", 2}}) {
    CAPTURE(std::string(text));
    const flat_document document = flatten_yaml(text);
    REQUIRE(document.problems.size() == 1);
    CHECK(document.problems[0].option == option);
    CHECK(document.problems[0].line == line);
    CHECK(has_text(document.problems[0].text, "given twice, first in line"));
  }
}

TEST_CASE("yaml: a merge key brings in what is not given") {
  const loaded result = loaded_from(
      "kafka.bootstrap.servers: k:9092\n"
      "connectors:\n"
      "  shop: &shop\n"
      "    topic.prefix: shop\n"
      "    database: {hostname: db, user: u, dbname: d}\n"
      "    tombstones.on.delete: false\n"
      "  stock:\n"
      "    <<: *shop\n"
      "    topic.prefix: stock\n"
      "    database.dbname: stock\n");
  REQUIRE(result.options.connectors.size() == 2);
  const connector_options& stock = result.options.connectors[1];
  CHECK(stock.topic_prefix == "stock");
  CHECK(stock.database.dbname == "stock");
  CHECK(stock.database.hostname == "db");
  CHECK_FALSE(stock.envelope.tombstones_on_delete);
}

TEST_CASE("yaml: an alias inside itself ends") {
  for (const char* text : {"connectors:\n  a: &x {b: *x, c: *x}\n", "kafka: &x {a: *x}\n",
                           "connectors:\n  a: &x\n    <<: *x\n", "kafka.a: &x [*x]\n"}) {
    CAPTURE(std::string(text));
    CHECK(std::holds_alternative<std::vector<problem>>(outcome(text)));
  }
}

TEST_CASE("yaml: a quote that is never closed is found") {
  for (const char* text : {"log.level: info\nkafka.a: \"b\nkafka.c: d\n",
                           "log.level: info\nkafka.a: 'it''s\nkafka.c: d\n",
                           "log.level: info\nkafka.a: \"b\\\"\nkafka.c: d\n"}) {
    CAPTURE(std::string(text));
    const flat_document document = flatten_yaml(text);
    REQUIRE_FALSE(document.problems.empty());
    CHECK(document.problems[0].line == 2);
  }
  CHECK(flatten_yaml("kafka.a: \"b\\\"c\"\nkafka.d: 'it''s'\nkafka.e: a\"b\n").problems.empty());
}

TEST_CASE("yaml: connectors must be mappings") {
  for (const char* text :
       {"connectors: [a, b]\n", "connectors: shop\n", "connectors:\n", "connectors: {shop: text}\n",
        "connectors: {shop: [a]}\n", "connectors:\n  shop.topic.prefix: x\n"}) {
    CAPTURE(std::string(text));
    CHECK(has_text(everything_shown(outcome(text)), "mapping"));
  }
  CHECK(has_text(everything_shown(outcome("log.level: info\n")), "at least one connector"));
  CHECK(has_text(everything_shown(outcome("conectors: {shop: {topic.prefix: x}}\n")),
                 "did you mean connectors?"));
}

TEST_CASE("yaml: a list equals a comma-joined text") {
  const auto by_text = loaded_from(with_options("table.include.list: 'public.a, public.b'"));
  const auto by_list = loaded_from(with_options("table.include.list: [public.a, public.b]"));
  const std::vector<std::string> both{"public.a", "public.b"};
  CHECK(only_connector(by_text).capture.table_include == both);
  CHECK(only_connector(by_list).capture.table_include == both);
}

}  // namespace walrelay::config::testing
