#include <doctest/doctest.h>

#include "kafka_fixture.hpp"

using namespace walrelay;
using namespace walrelay::kafka;
using namespace walrelay::kafka::test;

namespace {

constexpr topic_id rows{0};
constexpr topic_id offsets{1};

result<void> produce(transactional_producer& producer, const std::vector<pair>& records) {
  const record_batch batch = batch_of(records);
  return producer.produce(batch, 0, batch.size(), never);
}

std::unique_ptr<transactional_producer> ready_producer(const producer_settings& settings,
                                                       const std::string& topic) {
  auto made = transactional_producer::create(settings);
  REQUIRE(made.has_value());
  REQUIRE((*made)->init(soon(), never).has_value());
  REQUIRE((*made)->declare_topic(rows, topic, soon()).has_value());
  return std::move(*made);
}

}  // namespace

TEST_CASE("a second instance fences the first, whose commit then fails") {
  const std::string topic = make_topic();
  const std::string id = fresh_name("id");
  const auto first = open_producer(id, {topic});
  REQUIRE(first->begin().has_value());
  REQUIRE(produce(*first, {{"k", "of the first"}}).has_value());

  const auto second = open_producer(id, {topic});
  const auto fenced = first->commit(soon(), never);
  REQUIRE_FALSE(fenced.has_value());
  CHECK(fenced.error().kind == error_class::restart_producer);
  CHECK(fenced.error().code == "_FENCED");
  CHECK_FALSE(first->health().has_value());
  CHECK_FALSE(first->begin().has_value());

  REQUIRE(second->begin().has_value());
  REQUIRE(produce(*second, {{"k", "of the second"}}).has_value());
  REQUIRE(second->commit(soon(), never).has_value());
  const auto seen = consume(topic);
  REQUIRE(seen.size() == 1);
  CHECK(seen[0].value == "of the second");
}

TEST_CASE("an instance that was fenced while idle learns it from its commit at the latest") {
  const std::string topic = make_topic();
  const std::string id = fresh_name("id");
  const auto first = open_producer(id, {topic});
  const auto second = open_producer(id, {topic});
  REQUIRE(first->begin().has_value());
  static_cast<void>(produce(*first, {{"k", "of the first"}}));  // may well be accepted
  const auto fenced = first->commit(soon(), never);
  REQUIRE_FALSE(fenced.has_value());
  CHECK(fenced.error().kind == error_class::restart_producer);
  CHECK(fenced.error().code == "_FENCED");
  CHECK(consume(topic).empty());
}

TEST_CASE("a refused record spoils its transaction: the checkpoint is not committed without it") {
  const std::string topic = make_topic();
  const std::string offsets_topic = make_topic();
  const auto producer = open_producer(fresh_name("id"), {topic, offsets_topic});
  REQUIRE(producer->begin().has_value());
  REQUIRE(producer->produce_to(offsets, 0, "k", "first").has_value());
  const auto refused = producer->produce_to(offsets, 7, "k", "to a partition that is not there");
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().kind == error_class::rewind);
  REQUIRE(producer->produce_to(offsets, 0, "k", "the checkpoint").has_value());
  const auto committed = producer->commit(soon(), never);
  REQUIRE_FALSE(committed.has_value());
  CHECK(committed.error().kind == error_class::rewind);
  producer->abort(soon());
  CHECK(consume(offsets_topic).empty());
}

TEST_CASE("a topic that is deleted under way never leads to a commit without its rows") {
  const std::string topic = make_topic();
  const std::string offsets_topic = make_topic();
  const auto producer = open_producer(fresh_name("id"), {topic, offsets_topic});
  delete_topic(topic);
  REQUIRE(producer->begin().has_value());
  REQUIRE(producer->produce_to(offsets, 0, "k", "the checkpoint").has_value());
  // Refused at once or lost later: both must be noticed.
  static_cast<void>(produce(*producer, {{"k", "v", {{"h", "x"}}}, {"k", "v"}}));
  const mono_time started = mono_now();
  const auto committed = producer->commit(soon(), never);
  CHECK(mono_now() - started < std::chrono::seconds{10});  // not for the transaction's timeout
  REQUIRE_FALSE(committed.has_value());
  INFO(committed.error().message());
  CHECK(committed.error().kind != error_class::bug);
  CHECK(committed.error().kind != error_class::refuse);
  producer->abort(soon(std::chrono::seconds{3}));
  CHECK(consume(offsets_topic).empty());
}

TEST_CASE(
    "a record that is too large is refused, by the client or by the topic, and says what to "
    "raise") {
  const std::string topic = make_topic(1, {{"max.message.bytes", "1000"}});
  {
    const auto producer = open_producer(fresh_name("id"), {topic});
    REQUIRE(producer->begin().has_value());
    const auto local = produce(*producer, {{"k", std::string(1'500'000, 'x')}});
    REQUIRE_FALSE(local.has_value());
    CHECK(local.error().kind == error_class::refuse);
    CHECK(local.error().remedy.find("max.message.bytes") != std::string::npos);
    CHECK_FALSE(producer->commit(soon(), never).has_value());
  }
  auto settings = producer_of(fresh_name("id"));
  settings.client.properties["compression.type"] = "none";
  const auto producer = ready_producer(settings, topic);
  REQUIRE(producer->begin().has_value());
  static_cast<void>(produce(*producer, {{"k", std::string(2'000, 'x')}}));
  const auto remote = producer->commit(soon(), never);
  REQUIRE_FALSE(remote.has_value());
  CHECK(remote.error().kind == error_class::refuse);
  CHECK(remote.error().code == "MSG_SIZE_TOO_LARGE");
}

TEST_CASE("a topic that takes less than a batch gets smaller batches") {
  const std::string topic = make_topic(1, {{"max.message.bytes", "20000"}});
  auto settings = producer_of(fresh_name("id"));
  settings.client.properties = {{"bootstrap.servers", broker().properties.at("bootstrap.servers")},
                                {"compression.type", "none"},
                                {"linger.ms", "100"}};
  const auto commit_burst = [&]() -> result<commit_report> {
    const auto producer = ready_producer(settings, topic);
    REQUIRE(producer->begin().has_value());
    REQUIRE(produce(*producer, std::vector<pair>(500, {"k", std::string(1'000, 'x')})).has_value());
    return producer->commit(soon(), never);
  };
  const auto refused = commit_burst();
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().code == "MSG_SIZE_TOO_LARGE");

  settings.batch_bytes_max = 20'000;
  const auto committed = commit_burst();
  REQUIRE_MESSAGE(committed.has_value(), committed.error().message());
  CHECK(consume(topic).size() == 500);
}

TEST_CASE("a record without a key is refused by a compacted topic") {
  const std::string topic = make_topic(1, {{"cleanup.policy", "compact"}});
  const auto producer = open_producer(fresh_name("id"), {topic});
  REQUIRE(producer->begin().has_value());
  static_cast<void>(produce(*producer, {{std::nullopt, "v"}}));
  const auto committed = producer->commit(soon(), never);
  REQUIRE_FALSE(committed.has_value());
  CHECK(committed.error().kind == error_class::refuse);
  CHECK(committed.error().code == "INVALID_RECORD");
  CHECK(committed.error().remedy.find("message.key.columns") != std::string::npos);
}

TEST_CASE("a handle can be destroyed at any moment of a transaction") {
  const std::string topic = make_topic();
  for (int microseconds = 0; microseconds < 600; microseconds += 20) {
    CAPTURE(microseconds);
    const auto producer = open_producer(fresh_name("id"), {topic});
    REQUIRE(producer->begin().has_value());
    REQUIRE(producer->produce_to(rows, 0, "k", "v").has_value());
    const mono_time until = mono_now() + std::chrono::microseconds{microseconds};
    while (mono_now() < until) continue;  // a sleep would be longer than what it should hit
  }
  CHECK(consume(topic).empty());
}

TEST_CASE("a transaction timeout beyond the broker's is refused at init") {
  auto settings = producer_of(fresh_name("id"));
  settings.transaction_timeout = std::chrono::hours{20};
  const auto made = transactional_producer::create(settings);
  REQUIRE(made.has_value());
  const auto refused = (*made)->init(soon(), never);
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().kind == error_class::refuse);
  CHECK(refused.error().remedy.find("transaction.max.timeout.ms") != std::string::npos);
}

TEST_CASE("waiting for a broker that is not there ends at the deadline or on request") {
  auto settings = producer_of(fresh_name("id"));
  settings.client.properties["bootstrap.servers"] = "127.0.0.1:1";
  const auto made = transactional_producer::create(settings);
  REQUIRE(made.has_value());
  mono_time started = mono_now();
  const auto late = (*made)->init(soon(std::chrono::milliseconds{1'500}), never);
  REQUIRE_FALSE(late.has_value());
  CHECK(late.error().kind == error_class::retry);
  CHECK(mono_now() - started < std::chrono::seconds{4});

  started = mono_now();
  const auto stopped =
      (*made)->init(soon(), [&] { return mono_now() - started > milliseconds{200}; });
  REQUIRE_FALSE(stopped.has_value());
  CHECK(stopped.error().code == "given_up");
  CHECK(mono_now() - started < std::chrono::seconds{3});
}
