#include <map>
#include <optional>
#include <string>

#include <doctest/doctest.h>

#include <walrelay/kafka/record_limit.hpp>

using namespace walrelay::kafka;

TEST_CASE("the smaller limit of client and topic holds") {
  struct row {
    const char* name;
    const char* of_client;  // nothing: not set
    std::int64_t of_topic;
    std::size_t expected;
  };
  const row rows[] = {
      {"defaults of both", nullptr, 1'048'588, 1'000'000},
      {"the topic takes less", nullptr, 5'000, 5'000},
      {"the client sends more", "20000000", 10'485'760, 10'485'760},
      {"the client sends less", "2000", 1'048'588, 2'000},
      {"the cluster does not tell", nullptr, 0, 1'000'000},
      {"the cluster does not tell, the client is set", "3000", 0, 3'000},
  };
  for (const row& each : rows) {
    CAPTURE(each.name);
    client_settings client;
    if (each.of_client != nullptr) client.properties["message.max.bytes"] = each.of_client;
    topic_state topic;
    topic.max_message_bytes = each.of_topic;
    CHECK(record_bytes_max(client, topic) == each.expected);
  }
}

TEST_CASE("the smallest limit of a batch holds") {
  struct row {
    const char* name;
    std::map<std::string, std::string> properties;
    std::optional<std::size_t> of_topics;
    std::size_t expected;
  };
  const row rows[] = {
      {"defaults", {}, {}, 1'000'000},
      {"a topic takes less", {}, 20'000, 20'000},
      {"the operator wants less than the topics take", {{"batch.size", "5000"}}, 20'000, 5'000},
      {"the operator wants more than the topics take", {{"batch.size", "5000000"}}, 20'000, 20'000},
      {"the client sends less", {{"message.max.bytes", "2000"}}, {}, 2'000},
      {"the client sends more", {{"message.max.bytes", "20000000"}}, {}, 1'000'000},
  };
  for (const row& each : rows) {
    CAPTURE(each.name);
    producer_settings settings;
    settings.client.properties = each.properties;
    settings.batch_bytes_max = each.of_topics;
    CHECK(batch_bytes_max(settings) == each.expected);
  }
}
