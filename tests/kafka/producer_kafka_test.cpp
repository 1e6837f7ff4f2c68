#include <doctest/doctest.h>

#include <algorithm>

#include "kafka_fixture.hpp"

using namespace walrelay;
using namespace walrelay::kafka;
using namespace walrelay::kafka::test;

namespace {

constexpr topic_id rows{0};
constexpr topic_id offsets{1};

result<void> produce(transactional_producer& producer, const record_batch& batch) {
  return producer.produce(batch, 0, batch.size(), never);
}

}  // namespace

TEST_CASE(
    "what was committed arrives, in order, with nulls, empty parts and headers as they were") {
  const std::string topic = make_topic();
  const auto producer = open_producer(fresh_name("id"), {topic});
  const record_batch batch = batch_of({{"k1", "v1"},
                                       {"k1", std::nullopt},
                                       {std::nullopt, "no key"},
                                       {"", ""},
                                       {"k2", "v2", {{"h1", "one"}, {"h2", ""}, {"h1", "again"}}},
                                       {"k2", std::nullopt, {{"h", "x"}}}});
  REQUIRE(producer->begin().has_value());
  REQUIRE(produce(*producer, batch).has_value());
  const auto report = producer->commit(soon(), never);
  REQUIRE_MESSAGE(report.has_value(), report.error().message());

  const auto seen = consume(topic);
  REQUIRE(seen.size() == 6);
  CHECK(seen[0].value == "v1");
  CHECK_FALSE(seen[1].value.has_value());
  CHECK_FALSE(seen[2].key.has_value());
  CHECK(seen[3].key == "");
  CHECK(seen[3].value == "");
  using headers = std::vector<std::pair<std::string, std::string>>;
  CHECK(seen[4].headers == headers{{"h1", "one"}, {"h2", ""}, {"h1", "again"}});
  CHECK_FALSE(seen[5].value.has_value());
  CHECK(seen[5].headers == headers{{"h", "x"}});
}

TEST_CASE("only the records asked for are produced") {
  const std::string topic = make_topic();
  const auto producer = open_producer(fresh_name("id"), {topic});
  const record_batch batch = batch_of({{"a", "0"}, {"a", "1"}, {"a", "2"}, {"a", "3"}});
  REQUIRE(producer->begin().has_value());
  REQUIRE(producer->produce(batch, 1, 3, never).has_value());
  REQUIRE(producer->commit(soon(), never).has_value());
  const auto seen = consume(topic);
  REQUIRE(seen.size() == 2);
  CHECK(seen[0].value == "1");
  CHECK(seen[1].value == "2");
}

TEST_CASE("an undisturbed commit is reported as such, and one more transaction follows it") {
  const std::string topic = make_topic();
  const auto producer = open_producer(fresh_name("id"), {topic});
  for (int round = 0; round < 3; ++round) {
    REQUIRE(producer->begin().has_value());
    REQUIRE(produce(*producer, batch_of({{"k", "v"}})).has_value());
    const auto report = producer->commit(soon(), never);
    REQUIRE(report.has_value());
    CHECK(report->disturbed == (report->commit_time >= std::chrono::milliseconds{250}));
  }
  CHECK(producer->health().has_value());
  CHECK(consume(topic).size() == 3);
}

TEST_CASE("an aborted transaction leaves nothing visible") {
  const std::string topic = make_topic();
  const auto producer = open_producer(fresh_name("id"), {topic});
  REQUIRE(producer->begin().has_value());
  REQUIRE(produce(*producer, batch_of({{"k", "v"}})).has_value());
  producer->abort(soon());
  CHECK(consume(topic).empty());
}

TEST_CASE("keys go where Java clients send them") {
  constexpr std::int32_t partitions = 8;
  struct row {
    const char* key;
    std::int32_t murmur2;  // org.apache.kafka.common.utils.Utils.murmur2
  };
  const row known[] = {{"21", -973'932'308},
                       {"foobar", -790'332'482},
                       {"a-little-bit-long-string", -985'981'536},
                       {"a-little-bit-longer-string", -1'486'304'829},
                       {"lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8", -58'897'971},
                       {"abc", 479'470'107}};
  const std::string topic = make_topic(partitions);
  const auto producer = open_producer(fresh_name("id"), {topic});
  REQUIRE(producer->begin().has_value());
  for (const row& each : known)
    REQUIRE(produce(*producer, batch_of({{each.key, "v"}})).has_value());
  REQUIRE(producer->commit(soon(), never).has_value());
  const auto seen = consume(topic);
  REQUIRE(seen.size() == std::size(known));
  for (const row& each : known) {
    CAPTURE(each.key);
    const auto found =
        std::ranges::find(seen, std::optional<std::string>(each.key), &consumed::key);
    REQUIRE(found != seen.end());
    CHECK(found->partition == (each.murmur2 & 0x7fffffff) % partitions);
  }
}

TEST_CASE("more records than the queue holds go through") {
  const std::string topic = make_topic();
  const auto producer = open_producer(fresh_name("id"), {topic});
  const std::string value(2'000, 'x');
  std::vector<pair> many(1'000, pair{"k", value});
  const record_batch batch = batch_of(many);
  REQUIRE(producer->begin().has_value());
  for (int round = 0; round < 60; ++round)
    REQUIRE(produce(*producer, batch).has_value());  // 120 MB
  REQUIRE(producer->commit(soon(std::chrono::seconds{60}), never).has_value());
  CHECK(consume(topic).size() == 60'000);
}

TEST_CASE("a topic takes either keys or partition numbers, under whatever id") {
  const std::string topic = make_topic();
  const auto producer = open_producer(fresh_name("id"), {topic, topic});
  REQUIRE(producer->begin().has_value());
  REQUIRE(producer->produce_to(offsets, 0, "k", "v").has_value());
  const auto mixed = produce(*producer, batch_of({{"k", "v"}}, rows));
  REQUIRE_FALSE(mixed.has_value());
  CHECK(mixed.error().kind == error_class::refuse);
  CHECK_FALSE(producer->commit(soon(), never).has_value());
}

TEST_CASE("a topic that does not exist cannot be declared, and waiting for it ends") {
  const auto producer = open_producer(fresh_name("id"), {});
  const mono_time started = mono_now();
  const auto missing =
      producer->declare_topic(rows, fresh_name("absent"), soon(std::chrono::seconds{30}));
  REQUIRE_FALSE(missing.has_value());
  CHECK(missing.error().kind == error_class::retry);
  CHECK(mono_now() - started < std::chrono::seconds{10});
}

TEST_CASE("declaring again costs nothing, and an undeclared topic is our bug") {
  const std::string topic = make_topic();
  const auto producer = open_producer(fresh_name("id"), {topic});
  CHECK(producer->declare_topic(rows, topic, mono_now()).has_value());
  REQUIRE(producer->begin().has_value());
  const auto undeclared = producer->produce_to(topic_id{9}, 0, "k", "v");
  REQUIRE_FALSE(undeclared.has_value());
  CHECK(undeclared.error().kind == error_class::bug);
}
