// kafka.*: everything goes to librdkafka, save what exactly-once depends on. The same names under
// producer.override.* have the same answer.
#include "config/option_groups.hpp"
#include "config/value_rules.hpp"

namespace walrelay::config {
namespace {

constexpr option_row owned(std::string_view name, std::string_view why) {
  return refused(name, "Kafka client setting that the daemon chooses itself.", why);
}

constexpr std::string_view idempotence = "exactly-once needs it on";
constexpr std::string_view acks = "exactly-once needs the acknowledgement of all replicas in sync";
constexpr std::string_view in_flight =
    "it decides the order of records, which is part of exactly-once";
constexpr std::string_view delivery =
    "a record is retried until its transaction ends, whose limit is transaction.timeout.ms";
constexpr std::string_view backoff =
    "the daemon tells a repeated commit from a clean one by this pause";
constexpr std::string_view partition =
    "records go where Java clients would send them, by the murmur2 hash of the key";
constexpr std::string_view consumer =
    "the daemon's only consumer reads the checkpoint, in its own way";
constexpr std::string_view no_group = "the daemon is in no consumer group and stores no offsets";
constexpr std::string_view queue = "the daemon bounds the queue itself, see mailbox.bytes";
constexpr std::string_view callbacks = "the daemon counts every delivery itself";
constexpr std::string_view jvm = "it belongs to the Java client and has no counterpart here";
constexpr std::string_view truststore =
    "librdkafka reads PEM files; name the authorities' file in kafka.ssl.ca.location";

constexpr option_row rows[] = {
    {.name = "kafka.bootstrap.servers",
     .where = scope::both,
     .need = presence::required,
     .rule = rule_brokers,
     .doc = "Brokers to start from, host:port separated by commas."},
    refused("kafka.metadata.broker.list", "Another name.", "it has another name",
            "kafka.bootstrap.servers"),
    refused("kafka.transactional.id", "Another name.", "it is an option of the connector",
            "transactional.id"),
    refused("kafka.transaction.timeout.ms", "Another name.", "it is an option of the connector",
            "transaction.timeout.ms"),
    owned("kafka.enable.idempotence", idempotence),
    owned("kafka.enable.gapless.guarantee", "transactions already give more than it promises"),
    owned("kafka.acks", acks),
    owned("kafka.request.required.acks", acks),
    owned("kafka.max.in.flight", in_flight),
    owned("kafka.max.in.flight.requests.per.connection", in_flight),
    owned("kafka.queuing.strategy", in_flight),
    owned("kafka.msg_order_cmp", in_flight),
    owned("kafka.message.timeout.ms", delivery),
    owned("kafka.delivery.timeout.ms", delivery),
    owned("kafka.retries", delivery),
    owned("kafka.message.send.max.retries", delivery),
    owned("kafka.retry.backoff.ms", backoff),
    owned("kafka.retry.backoff.max.ms", backoff),
    owned("kafka.partitioner", partition),
    owned("kafka.partitioner.class", partition),
    owned("kafka.partitioner_cb", partition),
    owned("kafka.isolation.level", "checkpoints are only ever read as committed"),
    owned("kafka.queued.max.messages.kbytes", consumer),
    owned("kafka.group.id", no_group),
    owned("kafka.group.instance.id", no_group),
    owned("kafka.group.protocol.type", no_group),
    owned("kafka.partition.assignment.strategy", no_group),
    owned("kafka.coordinator.query.interval.ms", no_group),
    owned("kafka.session.timeout.ms", no_group),
    owned("kafka.heartbeat.interval.ms", no_group),
    owned("kafka.max.poll.interval.ms", no_group),
    owned("kafka.offset.store.*", no_group),
    owned("kafka.consume.callback.max.messages", callbacks),
    owned("kafka.enable.auto.commit", consumer),
    owned("kafka.auto.commit.enable", consumer),
    owned("kafka.auto.commit.interval.ms", consumer),
    owned("kafka.enable.auto.offset.store", consumer),
    owned("kafka.auto.offset.reset", consumer),
    owned("kafka.enable.partition.eof", consumer),
    owned("kafka.check.crcs", consumer),
    owned("kafka.queue.buffering.max.messages", queue),
    owned("kafka.queue.buffering.max.kbytes", queue),
    owned("kafka.queue.buffering.backpressure.threshold", queue),
    owned("kafka.delivery.report.only.error", callbacks),
    owned("kafka.produce.offset.report", callbacks),
    owned("kafka.dr_cb", callbacks),
    owned("kafka.dr_msg_cb", callbacks),
    owned("kafka.*_cb", callbacks),
    owned("kafka.enabled_events", callbacks),
    owned("kafka.opaque", callbacks),
    owned("kafka.default_topic_conf", callbacks),
    owned("kafka.statistics.interval.ms", "nobody would read librdkafka's statistics"),
    owned("kafka.log.queue", "librdkafka's log would be lost"),
    owned("kafka.interceptors", "an interceptor may change records"),
    owned("kafka.plugin.library.paths", "an interceptor may change records"),
    owned("kafka.allow.auto.create.topics",
          "a topic that the broker creates on its own has settings that nobody chose"),
    owned("kafka.builtin.features", "it cannot be set"),
    owned("kafka.key.serializer", jvm),
    owned("kafka.value.serializer", jvm),
    owned("kafka.interceptor.classes", jvm),
    owned("kafka.metric.reporters", jvm),
    owned("kafka.max.block.ms", jvm),
    owned("kafka.buffer.memory", queue),
    owned("kafka.ssl.truststore.location", truststore),
    owned("kafka.ssl.truststore.type", truststore),
    owned("kafka.ssl.truststore.password", truststore),
    owned("kafka.ssl.keystore.type", "librdkafka reads PKCS#12 from kafka.ssl.keystore.location"),
    owned("kafka.sasl.jaas.config", "write kafka.sasl.username and kafka.sasl.password"),
    owned("kafka.sasl.login.callback.handler.class", jvm),
    {.name = "kafka.*",
     .where = scope::both,
     .doc = "Any other setting of librdkafka, for every connector or for one; it replaces the "
            "daemon's own default, and librdkafka itself checks name and value."},
};

}  // namespace

std::span<const option_row> kafka_rows() {
  return rows;
}

}  // namespace walrelay::config
