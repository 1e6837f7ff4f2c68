#include <doctest/doctest.h>

#include "kafka_fixture.hpp"

using namespace walrelay;
using namespace walrelay::kafka;
using namespace walrelay::kafka::test;

namespace {

std::unique_ptr<topic_admin> open_admin() {
  auto made = topic_admin::create(broker());
  REQUIRE(made.has_value());
  return std::move(*made);
}

}  // namespace

TEST_CASE("a topic that does not exist is absent, and asking does not create it") {
  const auto admin = open_admin();
  const std::string name = fresh_name("absent");
  for (int round = 0; round < 2; ++round) {
    const auto described = admin->describe(name, soon());
    REQUIRE_MESSAGE(described.has_value(), described.error().message());
    CHECK_FALSE(described->has_value());
  }
}

TEST_CASE("ensure creates what is missing and leaves what exists as it is") {
  const auto admin = open_admin();
  const std::string name = fresh_name("topic");
  const auto made = admin->ensure(
      {name, 3, 1, {{"cleanup.policy", "compact"}, {"max.message.bytes", "5000"}}}, soon());
  REQUIRE_MESSAGE(made.has_value(), made.error().message());
  CHECK(made->partitions == 3);
  CHECK(made->max_message_bytes == 5'000);
  CHECK(made->cleanup_policy == "compact");

  const auto again = admin->ensure({name, 7, -1, {{"cleanup.policy", "delete"}}}, soon());
  REQUIRE(again.has_value());
  CHECK(again->partitions == 3);
  CHECK(again->cleanup_policy == "compact");
  const auto described = admin->describe(name, soon());
  REQUIRE(described.has_value());
  REQUIRE(described->has_value());
  CHECK((*described)->partitions == 3);
}

TEST_CASE("the broker's defaults are asked for with -1") {
  const auto admin = open_admin();
  const auto made = admin->ensure({fresh_name("topic"), -1, -1, {}}, soon());
  REQUIRE_MESSAGE(made.has_value(), made.error().message());
  CHECK(made->partitions == 1);
  CHECK(made->cleanup_policy == "delete");
  CHECK(made->max_message_bytes > 1'000'000);
}

TEST_CASE("a topic that cannot be created is refused with what to change") {
  struct row {
    const char* name;
    topic_request request;
    std::string_view remedy;
  };
  const row rows[] = {
      {"bad name", {"no spaces allowed", 1, 1, {}}, "topic.prefix"},
      {"empty name", {"", 1, 1, {}}, "topic.prefix"},
      {"bad setting", {fresh_name("topic"), 1, 1, {{"cleanup.policy", "shred"}}}, "topic.creation"},
      {"no partitions", {fresh_name("topic"), 0, 1, {}}, "topic.creation"},
  };
  const auto admin = open_admin();
  for (const row& each : rows) {
    CAPTURE(each.name);
    const auto made = admin->ensure(each.request, soon(std::chrono::seconds{10}));
    REQUIRE_FALSE(made.has_value());
    INFO(made.error().message());
    CHECK(made.error().kind == error_class::refuse);
    CHECK(made.error().remedy.find(each.remedy) != std::string::npos);
  }
}

TEST_CASE("more replicas than brokers are waited for, then told") {
  const auto admin = open_admin();
  const auto made = admin->ensure({fresh_name("topic"), 1, 5, {}}, soon(std::chrono::seconds{2}));
  REQUIRE_FALSE(made.has_value());
  CHECK(made.error().kind == error_class::retry);
  CHECK(made.error().remedy.find("replication factor") != std::string::npos);
}

TEST_CASE("the cluster has an id") {
  const auto id = open_admin()->cluster_id(soon());
  REQUIRE(id.has_value());
  CHECK(id->size() == 22);
}

TEST_CASE("without a broker every question ends at its deadline, to be asked again") {
  auto nowhere = broker();
  nowhere.properties["bootstrap.servers"] = "127.0.0.1:1";
  const auto admin = topic_admin::create(nowhere);
  REQUIRE(admin.has_value());
  const auto in_a_second = [] { return soon(std::chrono::seconds{1}); };
  const mono_time started = mono_now();
  const auto id = (*admin)->cluster_id(in_a_second());
  REQUIRE_FALSE(id.has_value());
  CHECK(id.error().kind == error_class::retry);
  const auto described = (*admin)->describe("topic", in_a_second());
  REQUIRE_FALSE(described.has_value());
  CHECK(described.error().kind == error_class::retry);
  const auto made = (*admin)->ensure({"topic", 1, 1, {}}, in_a_second());
  REQUIRE_FALSE(made.has_value());
  CHECK(made.error().kind == error_class::retry);
  CHECK(mono_now() - started < std::chrono::seconds{8});
}
