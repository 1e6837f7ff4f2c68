#include <walrelay/kafka/record_limit.hpp>

#include <algorithm>
#include <charconv>

namespace walrelay::kafka {

namespace {

/// librdkafka's default of message.max.bytes, and ours of batch.size.
constexpr std::size_t client_default = 1'000'000;
constexpr std::size_t queue_bytes = 8u << 20;

std::size_t bytes_of(const client_settings& client, const char* property) {
  std::size_t bytes = client_default;
  if (const auto set = client.properties.find(property); set != client.properties.end()) {
    const std::string& text = set->second;
    std::from_chars(text.data(), text.data() + text.size(), bytes);
  }
  return bytes;
}

}  // namespace

std::size_t record_bytes_max(const client_settings& client, const topic_state& topic) {
  const std::size_t of_client = bytes_of(client, "message.max.bytes");
  if (topic.max_message_bytes <= 0) return of_client;
  return std::min(of_client, static_cast<std::size_t>(topic.max_message_bytes));
}

std::size_t queue_bytes_max(const producer_settings& settings) {
  return std::max(queue_bytes, bytes_of(settings.client, "message.max.bytes"));
}

std::size_t batch_bytes_max(const producer_settings& settings) {
  const std::size_t of_client = std::min(bytes_of(settings.client, "batch.size"),
                                         bytes_of(settings.client, "message.max.bytes"));
  return std::min(of_client, settings.batch_bytes_max.value_or(of_client));
}

}  // namespace walrelay::kafka
