#include "kafka/properties.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <walrelay/kafka/record_limit.hpp>

namespace walrelay::kafka {

namespace {

/// Short, so that a connection that has died quietly does not hold back a commit for a minute.
constexpr milliseconds socket_timeout{10'000};

/// librdkafka warns about a property of the other kind of client, and only there.
void append_operators(property_list& list, const client_settings& settings) {
  list.insert(list.end(), settings.properties.begin(), settings.properties.end());
}

/// K5, and what every handle of ours begins with.
property_list common_defaults(milliseconds longest_request) {
  return {{"client.id", "walrelay"},
          {"socket.timeout.ms", fmt::format("{}", longest_request.count())},
          {"socket.nagle.disable", "true"},
          {"reconnect.backoff.max.ms", "500"}};
}

/// What config refuses, here too.
void append_common(property_list& list) {
  list.insert(list.end(), {{"allow.auto.create.topics", "false"},  //
                           {"statistics.interval.ms", "0"}});
}

}  // namespace

property_list producer_properties(const producer_settings& settings) {
  const milliseconds timeout = settings.transaction_timeout;
  // librdkafka refuses a request that may take longer than a transaction.
  property_list list = common_defaults(std::min(socket_timeout, timeout));
  list.insert(list.end(),
              {{"linger.ms", "5"},
               {"batch.size", "1000000"},
               {"batch.num.messages", "10000"},
               {"compression.codec", "lz4"},
               // An unknown topic must not hold back a commit for long (KAFKA.md section 8).
               {"topic.metadata.propagation.max.ms", "2000"}});
  append_operators(list, settings.client);
  append_common(list);
  if (settings.batch_bytes_max) {
    list.emplace_back("batch.size", fmt::format("{}", batch_bytes_max(settings)));
  }
  list.insert(list.end(),
              {{"transactional.id", settings.transactional_id},
               {"transaction.timeout.ms", fmt::format("{}", timeout.count())},
               {"enable.idempotence", "true"},
               {"acks", "all"},
               {"partitioner", "murmur2_random"},
               {"retry.backoff.ms", fmt::format("{}", retry_backoff.count())},
               // The memory budget of everything accepted and not yet delivered (INV-10); what is
               // on its way to the broker comes on top, at most five batches.
               {"queue.buffering.max.messages", "100000"},
               {"queue.buffering.max.kbytes",
                fmt::format("{}", (queue_bytes_max(settings) + 1023) / 1024)}});
  return list;
}

property_list admin_properties(const client_settings& settings) {
  property_list list = common_defaults(socket_timeout);
  append_operators(list, settings);
  append_common(list);
  return list;
}

property_list reader_properties(const client_settings& settings, isolation level) {
  property_list list = common_defaults(socket_timeout);
  list.insert(list.end(), {{"fetch.wait.max.ms", "10"}, {"fetch.error.backoff.ms", "100"}});
  append_operators(list, settings);
  append_common(list);
  list.insert(list.end(),
              {{"isolation.level",
                level == isolation::read_committed ? "read_committed" : "read_uncommitted"},
               {"enable.auto.commit", "false"},
               {"enable.partition.eof", "true"},
               // Where the log starts later than we ask, its first record is the next one there is.
               {"auto.offset.reset", "earliest"},
               {"check.crcs", "true"},
               {"queued.max.messages.kbytes", "16384"}});
  return list;
}

}  // namespace walrelay::kafka
