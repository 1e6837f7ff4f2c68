#include <doctest/doctest.h>

#include <atomic>
#include <thread>

#include <fmt/format.h>

#include <walrelay/kafka/table_progress_store.hpp>

#include "kafka_fixture.hpp"
#include "unit/kafka/checkpoint_sample.hpp"

using namespace walrelay;
using namespace walrelay::kafka;
using namespace walrelay::kafka::test;

namespace {

constexpr topic_id offsets{0};
const std::string our_key = checkpoint_key("shop", "shop");

checkpoint numbered(std::uint64_t number) {
  checkpoint made = sample_checkpoint();
  made.number = checkpoint_number{number};
  return made;
}

void write(transactional_producer& producer, const std::string& key, const checkpoint& what) {
  const auto written = producer.produce_to(offsets, 0, key, encode_checkpoint(what));
  REQUIRE_MESSAGE(written.has_value(), written.error().message());
}

void commit(transactional_producer& producer, const std::string& key, const checkpoint& what) {
  REQUIRE(producer.begin().has_value());
  write(producer, key, what);
  const auto committed = producer.commit(soon(), never);
  REQUIRE_MESSAGE(committed.has_value(), committed.error().message());
}

std::string offsets_topic() {
  return make_topic(1, {{"cleanup.policy", "compact"}});
}

result<std::optional<checkpoint>> read(const std::string& topic, mono_time deadline = soon()) {
  return read_checkpoint(broker(), {topic, 0, our_key}, deadline, never);
}

/// The number of the checkpoint that is read, 0 when there is none.
std::uint64_t number_in(const std::string& topic) {
  const auto found = read(topic);
  REQUIRE_MESSAGE(found.has_value(), found.error().message());
  return *found ? (*found)->number.value() : 0;
}

}  // namespace

TEST_CASE("the checkpoint that was committed last is the one that is read") {
  const std::string topic = offsets_topic();
  const auto producer = open_producer(fresh_name("id"), {topic});
  commit(*producer, our_key, numbered(1));
  const checkpoint last = numbered(2);
  commit(*producer, our_key, last);
  const auto found = read(topic);
  REQUIRE_MESSAGE(found.has_value(), found.error().message());
  REQUIRE(found->has_value());
  CHECK(**found == last);
}

TEST_CASE(
    "all that is stored for a connector is read: its checkpoint and the newest of each table") {
  const std::string topic = offsets_topic();
  const auto producer = open_producer(fresh_name("id"), {topic});
  const auto store = [&](const std::string& key, const std::string& text) {
    const auto written = producer->produce_to(offsets, 0, key, text);
    REQUIRE_MESSAGE(written.has_value(), written.error().message());
  };
  const auto key_of = [](std::string_view table) {
    return table_progress_key("shop", "shop", table);
  };
  table_progress orders{"public.orders", table_copy_state::reading, oid{5}, "2:id2:20", {}, {}, 0};
  REQUIRE(producer->begin().has_value());
  store(key_of("public.orders"), encode_table_progress(orders));
  write(*producer, our_key, numbered(1));
  store(table_progress_key("shop", "other", "public.orders"), "not ours");
  REQUIRE(producer->commit(soon(), never).has_value());
  orders.state = table_copy_state::done;
  orders.last_key = "1:9";
  REQUIRE(producer->begin().has_value());
  store(key_of("public.orders"), encode_table_progress(orders));
  write(*producer, our_key, numbered(2));
  REQUIRE(producer->commit(soon(), never).has_value());

  const auto found = read_offsets(broker(), {topic, 0, our_key}, soon(), never);
  REQUIRE_MESSAGE(found.has_value(), found.error().message());
  CHECK(found->position == numbered(2));
  CHECK(found->tables == std::vector{orders});
}

TEST_CASE("nothing is found where there is no topic, no record, no record of our key") {
  CHECK(number_in(fresh_name("absent")) == 0);
  const std::string topic = offsets_topic();
  CHECK(number_in(topic) == 0);
  const auto producer = open_producer(fresh_name("id"), {topic});
  commit(*producer, checkpoint_key("other", "other"), numbered(7));
  CHECK(number_in(topic) == 0);
}

TEST_CASE("a tombstone of our key means that there is none") {
  const std::string topic = offsets_topic();
  {
    const auto producer = open_producer(fresh_name("id"), {topic});
    commit(*producer, our_key, numbered(1));
  }
  const auto eraser = open_producer(fresh_name("id"), {topic});
  REQUIRE(eraser->begin().has_value());
  REQUIRE(eraser->produce(batch_of({{our_key, std::nullopt}}), 0, 1, never).has_value());
  REQUIRE(eraser->commit(soon(), never).has_value());
  CHECK(number_in(topic) == 0);
}

TEST_CASE("an aborted tail is invisible, however long, and the older checkpoint is found") {
  const std::string topic = offsets_topic();
  const auto producer = open_producer(fresh_name("id"), {topic});
  commit(*producer, our_key, numbered(1));
  REQUIRE(producer->begin().has_value());
  for (std::uint64_t number = 2; number < 700; ++number)
    write(*producer, our_key, numbered(number));
  producer->abort(soon());
  CHECK(number_in(topic) == 1);
}

TEST_CASE("our record is found behind thousands of others' records") {
  const std::string topic = offsets_topic();
  const auto producer = open_producer(fresh_name("id"), {topic});
  commit(*producer, our_key, numbered(1));
  REQUIRE(producer->begin().has_value());
  const std::string other = checkpoint_key("other", "other");
  for (std::uint64_t number = 0; number < 3'000; ++number)
    write(*producer, other, numbered(number));
  REQUIRE(producer->commit(soon(), never).has_value());
  CHECK(number_in(topic) == 1);
}

TEST_CASE("someone's open transaction makes the reader wait, and then the newest is returned") {
  const std::string topic = offsets_topic();
  const auto foreign = open_producer(fresh_name("foreign"), {topic});
  const auto ours = open_producer(fresh_name("id"), {topic});
  commit(*ours, our_key, numbered(1));
  REQUIRE(foreign->begin().has_value());
  write(*foreign, checkpoint_key("other", "other"), numbered(9));
  // The record is in the log, not only accepted, before ours follows it.
  REQUIRE(consume(topic, isolation::read_uncommitted).size() >= 1);
  while (consume(topic, isolation::read_uncommitted).size() < 2) foreign->poll();
  commit(*ours, our_key, numbered(2));

  const auto hidden = read(topic, soon(std::chrono::seconds{2}));
  REQUIRE_FALSE(hidden.has_value());
  CHECK(hidden.error().kind == error_class::retry);
  CHECK(hidden.error().found.find("open transaction") != std::string::npos);

  // The reader asks before each look at the partition; one record of it is visible.
  constexpr int looks_in_vain = 8;
  std::atomic<int> looks = 0;
  const auto looking = [&] {
    ++looks;
    looks.notify_one();
    return false;
  };
  std::uint64_t number = 0;
  mono_time read_at;
  std::thread reader([&] {
    const auto found = read_checkpoint(broker(), {topic, 0, our_key}, soon(), looking);
    if (found && *found) number = (*found)->number.value();
    read_at = mono_now();
    looks = looks_in_vain;
    looks.notify_one();
  });
  for (int seen = looks; seen < looks_in_vain; seen = looks) looks.wait(seen);
  const mono_time ended = mono_now();
  foreign->abort(soon());
  reader.join();
  CHECK(number == 2);
  CHECK(read_at >= ended);
}

TEST_CASE("the read-back after a fencing init sees what the fenced instance committed") {
  const std::string topic = offsets_topic();
  const std::string id = fresh_name("id");
  const auto first = open_producer(id, {topic});
  commit(*first, our_key, numbered(1));
  REQUIRE(first->begin().has_value());
  write(*first, our_key, numbered(2));
  const auto second = open_producer(id, {topic});
  CHECK(number_in(topic) == 1);
  CHECK_FALSE(first->commit(soon(), never).has_value());
  commit(*second, our_key, numbered(2));
  CHECK(number_in(topic) == 2);
}

TEST_CASE("a record that is no checkpoint is refused, not passed over for an older one") {
  const std::string topic = offsets_topic();
  const auto producer = open_producer(fresh_name("id"), {topic});
  commit(*producer, our_key, numbered(1));
  REQUIRE(producer->begin().has_value());
  REQUIRE(producer->produce_to(offsets, 0, our_key, "{\"lsn\":5}").has_value());
  REQUIRE(producer->commit(soon(), never).has_value());
  const auto found = read(topic);
  REQUIRE_FALSE(found.has_value());
  CHECK(found.error().kind == error_class::refuse);
}

TEST_CASE("a partition that the topic does not have is refused") {
  const std::string topic = offsets_topic();
  const auto found = read_checkpoint(broker(), {topic, 3, our_key}, soon(), never);
  REQUIRE_FALSE(found.has_value());
  CHECK(found.error().kind == error_class::refuse);
}

TEST_CASE("a broker that cannot be reached is not taken for an absent topic") {
  auto nowhere = broker();
  nowhere.properties["bootstrap.servers"] = "127.0.0.1:1";
  const mono_time started = mono_now();
  const auto late =
      read_checkpoint(nowhere, {"offsets", 0, our_key}, soon(std::chrono::seconds{2}), never);
  REQUIRE_FALSE(late.has_value());
  CHECK(late.error().kind == error_class::retry);
  const auto stopped =
      read_checkpoint(nowhere, {"offsets", 0, our_key}, soon(), [] { return true; });
  REQUIRE_FALSE(stopped.has_value());
  CHECK(stopped.error().code == "given_up");
  CHECK(mono_now() - started < std::chrono::seconds{6});
}

TEST_CASE("the whole read-back takes a fraction of a second") {
  const std::string topic = offsets_topic();
  const auto producer = open_producer(fresh_name("id"), {topic});
  for (std::uint64_t number = 1; number < 20; ++number)
    commit(*producer, our_key, numbered(number));
  const mono_time started = mono_now();
  CHECK(number_in(topic) == 19);
  const auto took = mono_now() - started;
  MESSAGE(std::chrono::duration_cast<milliseconds>(took).count() << " ms");
  CHECK(took < milliseconds{450});  // with the default of fetch.wait.max.ms it takes 500 at least
}
