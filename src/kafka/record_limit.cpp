#include <walrelay/kafka/record_limit.hpp>

#include <algorithm>
#include <charconv>

namespace walrelay::kafka {

namespace {
/// librdkafka's default of message.max.bytes.
constexpr std::size_t client_default = 1'000'000;
}  // namespace

std::size_t record_bytes_max(const client_settings& client, const topic_state& topic) {
  std::size_t of_client = client_default;
  if (const auto set = client.properties.find("message.max.bytes");
      set != client.properties.end()) {
    const std::string& text = set->second;
    std::from_chars(text.data(), text.data() + text.size(), of_client);
  }
  if (topic.max_message_bytes <= 0) return of_client;
  return std::min(of_client, static_cast<std::size_t>(topic.max_message_bytes));
}

}  // namespace walrelay::kafka
