// consume: an independent read_committed consumer for the benchmarks, on plain librdkafka and none
// of walrelay's code. Reads one topic until COUNT records, then prints one line of figures:
//   records=… first_us=… last_us=… [p50_ms=… p90_ms=… p99_ms=… max_ms=…]
// Times are wall-clock microseconds of arrival. With --latency each record's `source.ts_us` (the
// commit's time) is compared with its arrival, except for the first SKIPPED: after those it says
// "warm" on a line of its own, and what is written from then on is measured.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include <librdkafka/rdkafka.h>

namespace {

std::int64_t now_us() {
  return std::chrono::duration_cast<std::chrono::microseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

/// The first `"ts_us":` of a record is the source block's.
std::int64_t commit_time_us(std::string_view value) {
  constexpr std::string_view name = "\"ts_us\":";
  const auto at = value.find(name);
  return at == std::string_view::npos ? 0
                                      : std::strtoll(value.data() + at + name.size(), nullptr, 10);
}

[[noreturn]] void die(const std::string& what) {
  std::fprintf(stderr, "consume: %s\n", what.c_str());
  std::exit(1);
}

rd_kafka_t* make_consumer(const char* bootstrap) {
  char text[512];
  rd_kafka_conf_t* conf = rd_kafka_conf_new();
  const std::pair<const char*, const char*> properties[] = {
      {"bootstrap.servers", bootstrap},      {"group.id", "walrelay-bench"},
      {"isolation.level", "read_committed"}, {"enable.auto.commit", "false"},
      {"fetch.wait.max.ms", "10"},           {"auto.offset.reset", "earliest"},
      {"socket.nagle.disable", "true"},      {"topic.metadata.refresh.interval.ms", "1000"}};
  for (const auto& [name, value] : properties) {
    if (rd_kafka_conf_set(conf, name, value, text, sizeof text) != RD_KAFKA_CONF_OK) die(text);
  }
  rd_kafka_t* consumer = rd_kafka_new(RD_KAFKA_CONSUMER, conf, text, sizeof text);
  if (consumer == nullptr) die(text);
  rd_kafka_poll_set_consumer(consumer);
  return consumer;
}

void print_latencies(std::vector<std::int64_t>& us) {
  std::sort(us.begin(), us.end());
  const auto at = [&](double share) {
    return static_cast<double>(us[std::min(
               us.size() - 1, static_cast<std::size_t>(share * static_cast<double>(us.size())))]) /
           1e3;
  };
  std::printf(" p50_ms=%.1f p90_ms=%.1f p99_ms=%.1f max_ms=%.1f", at(0.5), at(0.9), at(0.99),
              at(1));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) die("usage: consume BOOTSTRAP TOPIC COUNT [--latency SKIPPED]");
  const std::size_t wanted = std::strtoull(argv[3], nullptr, 10);
  const bool latency = argc > 5 && std::strcmp(argv[4], "--latency") == 0;
  const std::size_t skipped = latency ? std::strtoull(argv[5], nullptr, 10) : 0;
  rd_kafka_t* consumer = make_consumer(argv[1]);
  rd_kafka_topic_partition_list_t* partitions = rd_kafka_topic_partition_list_new(1);
  rd_kafka_topic_partition_list_add(partitions, argv[2], 0)->offset = RD_KAFKA_OFFSET_BEGINNING;
  if (rd_kafka_assign(consumer, partitions)) die("assign failed");

  std::vector<std::int64_t> latencies;
  std::size_t records = 0;
  std::int64_t first = 0;
  std::int64_t last = 0;
  while (records < wanted) {
    rd_kafka_message_t* message = rd_kafka_consumer_poll(consumer, 120'000);
    if (message == nullptr)
      die("nothing arrived for 120 s after " + std::to_string(records) + " records");
    if (message->err == RD_KAFKA_RESP_ERR_NO_ERROR && message->payload != nullptr) {
      last = now_us();
      if (records++ == 0) first = last;
      if (latency && records > skipped) {
        const std::string_view value(static_cast<const char*>(message->payload), message->len);
        latencies.push_back(last - commit_time_us(value));
      }
      if (latency && records == skipped) {
        std::printf("warm\n");
        std::fflush(stdout);
      }
    }
    rd_kafka_message_destroy(message);
  }
  std::printf("records=%zu first_us=%lld last_us=%lld", records, static_cast<long long>(first),
              static_cast<long long>(last));
  if (latency) print_latencies(latencies);
  std::printf("\n");
  rd_kafka_topic_partition_list_destroy(partitions);
  rd_kafka_consumer_close(consumer);
  rd_kafka_destroy(consumer);
}
