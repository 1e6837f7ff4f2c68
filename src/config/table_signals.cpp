// Signals and notifications: none yet.
#include "config/option_groups.hpp"

namespace walrelay::config {
namespace {

constexpr option_row no_signal(std::string_view name, std::string_view doc) {
  return not_yet(name, doc);
}

constexpr option_row rows[] = {
    no_signal("signal.data.collection", "The signal table."),
    no_signal("signal.enabled.channels", "Channels that are read."),
    no_signal("signal.poll.interval.ms", "How often channels are read."),
    no_signal("signal.emit.failure.max.retries", "Retries of a watermark write."),
    no_signal("signal.emit.failure.backoff.ms", "Pause between these retries."),
    no_signal("signal.kafka.topic", "Topic of the Kafka channel."),
    no_signal("signal.kafka.groupId", "Consumer group of the Kafka channel."),
    no_signal("signal.kafka.bootstrap.servers", "Brokers of the Kafka channel."),
    no_signal("signal.kafka.poll.timeout.ms", "Limit of one read of the Kafka channel."),
    no_signal("signal.consumer.*", "Settings of the Kafka channel's consumer."),
    no_signal("signal.file", "File of the file channel."),
    not_yet("notification.enabled.channels", "Where notifications go."),
    not_yet("notification.sink.topic.name", "Topic of notifications."),
};

}  // namespace

std::span<const option_row> signal_rows() {
  return rows;
}

}  // namespace walrelay::config
