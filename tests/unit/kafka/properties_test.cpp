#include <doctest/doctest.h>

#include <map>
#include <string>

#include "kafka/client.hpp"
#include "kafka/properties.hpp"

using namespace walrelay;
using namespace walrelay::kafka;

namespace {

/// What is in force after all were set in their order.
std::map<std::string, std::string> in_force(const property_list& list) {
  std::map<std::string, std::string> last;
  for (const auto& [name, value] : list) last[name] = value;
  return last;
}

producer_settings settings_with(std::map<std::string, std::string> properties) {
  return {{std::move(properties), {}}, "walrelay.shop", milliseconds{60'000}};
}

}  // namespace

TEST_CASE("what exactly-once depends on cannot be overruled") {
  const producer_settings overruled = settings_with({{"enable.idempotence", "false"},
                                                     {"acks", "1"},
                                                     {"partitioner", "random"},
                                                     {"retry.backoff.ms", "1"},
                                                     {"transactional.id", "other"},
                                                     {"transaction.timeout.ms", "1"},
                                                     {"allow.auto.create.topics", "true"},
                                                     {"statistics.interval.ms", "1000"},
                                                     {"queue.buffering.max.kbytes", "2000000"}});
  auto forced = in_force(producer_properties(overruled));
  CHECK(forced["enable.idempotence"] == "true");
  CHECK(forced["acks"] == "all");
  CHECK(forced["partitioner"] == "murmur2_random");
  CHECK(forced["retry.backoff.ms"] == "500");
  CHECK(forced["transactional.id"] == "walrelay.shop");
  CHECK(forced["transaction.timeout.ms"] == "60000");
  CHECK(forced["allow.auto.create.topics"] == "false");
  CHECK(forced["statistics.interval.ms"] == "0");
  CHECK(forced["queue.buffering.max.kbytes"] == "8192");
}

TEST_CASE("the queue holds the largest record that may come") {
  auto large = in_force(producer_properties(settings_with({{"message.max.bytes", "20000000"}})));
  CHECK(large["queue.buffering.max.kbytes"] == "19532");
}

TEST_CASE("defaults give way to the operator") {
  auto defaults = in_force(producer_properties(settings_with({})));
  CHECK(defaults["linger.ms"] == "5");
  CHECK(defaults["compression.codec"] == "lz4");
  auto chosen =
      in_force(producer_properties(settings_with({{"linger.ms", "50"}, {"client.id", "x"}})));
  CHECK(chosen["linger.ms"] == "50");
  CHECK(chosen["client.id"] == "x");
}

TEST_CASE("a topic's limit makes batches smaller, never larger") {
  producer_settings settings = settings_with({{"batch.size", "50000"}});
  settings.batch_bytes_max = 20'000;
  CHECK(in_force(producer_properties(settings))["batch.size"] == "20000");
  settings.batch_bytes_max = 70'000;
  CHECK(in_force(producer_properties(settings))["batch.size"] == "50000");
}

TEST_CASE("an operator's limits of the network hold for every kind of client") {
  const client_settings chosen{{{"socket.timeout.ms", "3000"},
                                {"socket.nagle.disable", "false"},
                                {"reconnect.backoff.max.ms", "2000"},
                                {"fetch.wait.max.ms", "50"}},
                               {}};
  const property_list lists[] = {
      producer_properties({chosen, "walrelay.shop", milliseconds{60'000}}),
      admin_properties(chosen), reader_properties(chosen, isolation::read_committed)};
  for (const property_list& list : lists) {
    auto forced = in_force(list);
    for (const auto& [name, value] : chosen.properties) {
      CAPTURE(name);
      CHECK(forced[name] == value);
    }
  }
  CHECK(client::consumer(lists[2], {}).has_value());
}

TEST_CASE("a request that may take longer than a transaction is refused, not shortened") {
  producer_settings slow = settings_with({{"socket.timeout.ms", "20000"}});
  CHECK(client::producer(producer_properties(slow), {}).has_value());
  slow.transaction_timeout = milliseconds{10'000};
  const auto refused = client::producer(producer_properties(slow), {});
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().kind == error_class::configuration);
  CHECK(refused.error().message().find("socket.timeout.ms") != std::string::npos);
}

TEST_CASE("an alias of a default wins over it in librdkafka") {
  const auto made = client::producer(
      producer_properties(
          settings_with({{"compression.type", "zstd"}, {"queue.buffering.max.ms", "7"}})),
      {});
  REQUIRE(made.has_value());
  const rd_kafka_conf_t* conf = rd_kafka_conf((*made)->raw());
  const auto value_of = [&](const char* name) {
    char text[64];
    std::size_t size = sizeof text;
    REQUIRE(rd_kafka_conf_get(conf, name, text, &size) == RD_KAFKA_CONF_OK);
    return std::string(text);
  };
  CHECK(value_of("compression.codec") == "zstd");
  CHECK(value_of("linger.ms") == "7");
}

TEST_CASE("the reader is never in a group's hands and sees what its isolation says") {
  auto committed = in_force(reader_properties({}, isolation::read_committed));
  CHECK(committed["isolation.level"] == "read_committed");
  CHECK(committed["enable.auto.commit"] == "false");
  CHECK(committed["fetch.wait.max.ms"] == "10");
  CHECK(committed["enable.partition.eof"] == "true");
  CHECK(in_force(reader_properties({}, isolation::read_uncommitted))["isolation.level"] ==
        "read_uncommitted");
}

TEST_CASE("all three kinds of client accept their properties") {
  CHECK(client::producer(producer_properties(settings_with({})), {}).has_value());
  CHECK(client::producer(admin_properties({}), {}).has_value());
  CHECK(client::consumer(reader_properties({}, isolation::read_committed), {}).has_value());
  producer_settings hasty = settings_with({});
  hasty.transaction_timeout = milliseconds{5'000};
  CHECK(client::producer(producer_properties(hasty), {}).has_value());
}

TEST_CASE("a setting that librdkafka refuses is a configuration error that hides its value") {
  const auto unknown =
      client::producer(producer_properties(settings_with({{"no.such", "hunter2"}})), {});
  REQUIRE_FALSE(unknown.has_value());
  CHECK(unknown.error().kind == error_class::configuration);
  CHECK(unknown.error().message().find("kafka.no.such") != std::string::npos);
  CHECK(unknown.error().message().find("hunter2") == std::string::npos);

  const auto invalid =
      client::producer(producer_properties(settings_with({{"linger.ms", "hunter2"}})), {});
  REQUIRE_FALSE(invalid.has_value());
  CHECK(invalid.error().kind == error_class::configuration);
  CHECK(invalid.error().message().find("hunter2") == std::string::npos);

  // Each is fine, both together are not: rd_kafka_new says so.
  const auto together = client::producer(
      producer_properties(settings_with({{"max.in.flight.requests.per.connection", "50"}})), {});
  REQUIRE_FALSE(together.has_value());
  CHECK(together.error().kind == error_class::configuration);
}
