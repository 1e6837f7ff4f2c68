// One mistake at a time: exactly one problem, at its line, naming the option, with the reason.
#include <doctest/doctest.h>

#include "unit/config/config_helpers.hpp"

namespace walrelay::config::testing {
namespace {

constexpr int first_option_line = 6;  // of with_options()

struct mistake {
  const char* name;
  const char* option;  // as it is reported
  const char* line;    // one line of YAML
  const char* said;    // part of the text
};

constexpr mistake mistakes[] = {
    {"port is not a number", "database.port", "database.port: abc", "found 'abc'"},
    {"port is too high", "database.port", "database.port: 70000", "1 to 65535"},
    {"port is zero", "database.port", "database.port: 0", "1 to 65535"},
    {"more ports than hosts", "database.port", "database.port: 5432,5433", "2 ports for 1 hosts"},
    {"misspelt list", "tabels", "tabels: public.orders", "did you mean table.include.list?"},
    {"unknown name", "frobnicate.all", "frobnicate.all: yes", "unknown option"},
    {"unknown database name", "database.pasword", "database.pasword: x", "database.password"},
    {"unknown mode of TLS", "database.sslmode", "database.sslmode: verify_full", "verify-full"},
    {"word for a truth value", "tombstones.on.delete", "tombstones.on.delete: maybe",
     "true or false"},
    {"negative time-out", "database.query.timeout.ms", "database.query.timeout.ms: -5", "from 0"},
    {"negative wait", "retriable.restart.connector.wait.ms",
     "retriable.restart.connector.wait.ms: -1", "from 0"},
    {"retries below no limit", "errors.max.retries", "errors.max.retries: -2", "from -1"},
    {"number with a unit", "shutdown.grace.ms", "shutdown.grace.ms: 10s", "whole number"},
    {"number beyond 64 bits", "mailbox.bytes", "mailbox.bytes: 99999999999999999999",
     "whole number"},
    {"slot name with a dash", "slot.name", "slot.name: my-slot", "a-z, 0-9 and _"},
    {"slot name in upper case", "slot.name", "slot.name: Shop", "a-z, 0-9 and _"},
    {"slot name of 64", "slot.name",
     "slot.name: a123456789012345678901234567890123456789012345678901234567890123", "1 to 63"},
    {"publication with a quote", "publication.name", "publication.name: \"a'b\"", "quotes"},
    {"regex that does not compile", "table.include.list", "table.include.list: 'public.(a'", "RE2"},
    {"regex with look-ahead", "table.include.list", "table.include.list: 'public.(?!a).*'",
     "look-ahead"},
    {"comma inside a repetition", "table.include.list", "table.include.list: 'public.a{1,2}'",
     "YAML list"},
    {"empty element", "table.include.list", "table.include.list: 'public.a,,public.b'",
     "empty elements"},
    {"operations that do not exist", "skipped.operations", "skipped.operations: x", "c, u, d, t"},
    {"none beside others", "skipped.operations", "skipped.operations: 't,none'", "none alone"},
    {"no operations", "skipped.operations", "skipped.operations: ''", "none"},
    {"prefix with a blank", "topic.delimiter", "topic.delimiter: ' '", "16 characters"},
    {"zero partitions", "topic.creation.default.partitions", "topic.creation.default.partitions: 0",
     "-1 for the broker's default"},
    {"other plugin", "plugin.name", "plugin.name: decoderbufs", "pgoutput"},
    {"snapshot", "snapshot.mode", "snapshot.mode: always",
     "must be no_data or initial (Debezium's other modes are not available yet)"},
    {"snapshot detail", "snapshot.fetch.size", "snapshot.fetch.size: 10", "not available yet"},
    {"other decimals", "decimal.handling.mode", "decimal.handling.mode: float", "double or string"},
    {"structured times", "time.precision.mode", "time.precision.mode: structured",
     "structured is newer than the Debezium"},
    {"dead-letter topic", "record.oversize.policy", "record.oversize.policy: dlq",
     "not available yet"},
    {"other connector class", "connector.class",
     "connector.class: io.debezium.connector.mysql.MySqlConnector", "PostgresConnector"},
    {"two tasks", "tasks.max", "tasks.max: 2", "one slot has one reader"},
    {"Avro", "value.converter", "value.converter: io.confluent.connect.avro.AvroConverter", "JSON"},
    {"other decimal format", "key.converter.decimal.format", "key.converter.decimal.format: HEX",
     "BASE64 or NUMERIC"},
    {"unknown types", "include.unknown.datatypes", "include.unknown.datatypes: maybe", "text"},
    {"scale of money", "money.fraction.digits", "money.fraction.digits: 19", "0 to 18"},
    {"a statement that no heartbeat runs", "heartbeat.action.query",
     "heartbeat.action.query: SELECT 1", "heartbeat.interval.ms is 0"},
    {"transform", "transforms.unwrap.type",
     "transforms.unwrap.type: io.debezium.transforms.ExtractNewRecordState", "not available yet"},
    {"masked column", "column.mask.with.five.chars", "column.mask.with.five.chars: public.a.b",
     "the number of characters must be 0 to"},
    {"hash", "column.mask.hash.CRC32.with.salt.s", "column.mask.hash.CRC32.with.salt.s: public.a.b",
     "'CRC32' is not a hash algorithm; it must be one of MD5"},
    {"key columns", "message.key.columns", "message.key.columns: public.a", "TABLE:COLUMN"},
    {"placeholder in hex", "unavailable.value.placeholder",
     "unavailable.value.placeholder: 'hex:00'", "not available yet"},
    {"compatibility", "compatibility", "compatibility: kafka", "walrelay or debezium"},
    {"dropped slot", "slot.drop.on.stop", "slot.drop.on.stop: true", "loses every change"},
    {"mismatch strategy", "offset.mismatch.strategy", "offset.mismatch.strategy: trust_slot",
     "walrelay offsets"},
    {"driver setting", "driver.sslmode", "driver.sslmode: require", "database.*"},
    {"renamed option", "database.server.name", "database.server.name: x", "write topic.prefix"},
    {"Connect's offsets topic", "offsets.storage.topic", "offsets.storage.topic: x",
     "write offset.storage.topic"},
    {"daemon's option in a connector", "log.level", "log.level: debug", "top level"},
    {"other name than its place", "name", "name: other", "'shop'"},
    {"acks", "kafka.acks", "kafka.acks: 1", "exactly-once"},
    {"idempotence", "kafka.enable.idempotence", "kafka.enable.idempotence: false", "exactly-once"},
    {"in flight", "kafka.max.in.flight", "kafka.max.in.flight: 10", "order"},
    {"delivery time-out", "producer.override.delivery.timeout.ms",
     "producer.override.delivery.timeout.ms: 1", "transaction.timeout.ms"},
    {"partitioner", "kafka.partitioner", "kafka.partitioner: random", "murmur2"},
    {"own transactional id for Kafka", "kafka.transactional.id", "kafka.transactional.id: x",
     "write transactional.id"},
    {"callback", "kafka.stats_cb", "kafka.stats_cb: x", "not accepted"},
    {"JKS", "producer.override.ssl.truststore.location",
     "producer.override.ssl.truststore.location: /x.jks", "ssl.ca.location"},
    {"broker without port number", "kafka.bootstrap.servers",
     "kafka.bootstrap.servers: 'localhost:x'", "host:port"},
    {"checkpoints among rows", "offset.storage.topic", "offset.storage.topic: shop.public.a",
     "choose another"},
    {"commit target too long", "commit.target.ms", "commit.target.ms: 40000", "half"},
    {"short transaction time-out", "transaction.timeout.ms", "transaction.timeout.ms: 500", "1000"},
    {"group given a text", "topic", "topic: shop", "group of options"},
    {"option given a mapping", "slot.name", "slot.name: {a: b}", "takes a value"},
    {"unknown group", "databse", "databse: {sslmode: prefer, sslcert: /a}",
     "did you mean database?"},
    {"list of lists", "table.include.list", "table.include.list: [[a, b]]", "must be texts"},
    {"no value", "slot.name", "slot.name:", "no value"},
    {"tag", "slot.name", "slot.name: !vault abc", "YAML tag"},
    {"NUL in a text", "slot.name", "slot.name: \"a\\0b\"", "NUL"},
    {"environment variable that is not set", "slot.name", "slot.name: \"${env:NO_SUCH}\"",
     "NO_SUCH is not set"},
    {"file that is not there", "slot.name", "slot.name: \"${file:/no/such}\"", "/no/such"},
    {"unknown source", "slot.name", "slot.name: \"${vault:a}\"", "not a source"},
};

}  // namespace

TEST_CASE("config: each mistake is one problem at its line") {
  for (const mistake& one : mistakes) {
    CAPTURE(std::string(one.name));
    const auto problems = problems_of(with_options(one.line));
    INFO(describe(problems, "walrelay.yaml"));
    REQUIRE(problems.size() == 1);
    CHECK(problems[0].option == one.option);
    CHECK(problems[0].line == first_option_line);
    CHECK(problems[0].connector == "shop");
    CHECK(has_text(problems[0].text, one.said));
  }
}

TEST_CASE("config: lists that exclude each other") {
  const auto problems =
      problems_of(with_options("table.include.list: public.a\ntable.exclude.list: public.b"));
  REQUIRE(problems.size() == 1);
  CHECK(problems[0].option == "table.exclude.list");
  CHECK(problems[0].line == first_option_line + 1);
}

TEST_CASE("config: what is missing is named, once each") {
  const auto problems = problems_of("connectors: {shop: {slot.name: x}}\n");
  REQUIRE(problems.size() == 5);
  for (const char* option : {"topic.prefix", "database.hostname", "database.user",
                             "database.dbname", "kafka.bootstrap.servers"}) {
    CAPTURE(std::string(option));
    CHECK(std::any_of(problems.begin(), problems.end(), [&](const problem& one) {
      return one.option == option && one.line == 0 && has_text(one.text, "missing");
    }));
  }
}

TEST_CASE("config: a misspelt required option is not also missing") {
  const auto problems = problems_of(
      "kafka.bootstrap.servers: k:9092\n"
      "connectors:\n"
      "  shop:\n"
      "    topic.prefx: shop\n"
      "    databse: {hostname: db, user: u, dbname: d}\n");
  REQUIRE(problems.size() == 2);
  CHECK(problems[0].option == "topic.prefx");
  CHECK(problems[1].option == "databse");
}

TEST_CASE("config: a file with 12 mistakes reports 12, in the order of its lines") {
  const auto problems = problems_of(
      "log.level: loud\n"                                     // 1
      "listeners: http://127.0.0.1:8083\n"                    // 2
      "kafka: {bootstrap.servers: 'k:9092', acks: 1}\n"       // 3
      "slot.name: outside\n"                                  // 4
      "connectors:\n"                                         //
      "  shop:\n"                                             //
      "    topic.prefix: 'a b'\n"                             // 5
      "    database: {hostname: db, port: 70000, user: u}\n"  // 6; dbname is missing: 12
      "    tabels: public.orders\n"                           // 7
      "    snapshot.mode: when_needed\n"                      // 8
      "    snapshot.mode: always\n"                           // 9
      "    column.include.list: '('\n"                        // 10
      "    shutdown.grace.ms: -1\n");                         // 11
  INFO(describe(problems, "walrelay.yaml"));
  REQUIRE(problems.size() == 12);
  for (std::size_t i = 1; i + 1 < problems.size(); ++i)
    CHECK(problems[i - 1].line <= problems[i].line);
  CHECK(problems.back().option == "database.dbname");
}

TEST_CASE("config: describe gives file, line, connector, option") {
  const auto problems = problems_of(with_options("slot.name: A"));
  CHECK(describe(problems, "walrelay.yaml") ==
        "walrelay.yaml:6: connector 'shop': slot.name: found 'A'; it must be 1 to 63 characters, "
        "each one of a-z, 0-9 and _\n");
}

}  // namespace walrelay::config::testing
