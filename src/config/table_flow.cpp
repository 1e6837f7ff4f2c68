// Batches, memory, failures.
#include "config/option_groups.hpp"
#include "config/value_rules.hpp"

namespace walrelay::config {
namespace {

constexpr std::string_view bytes_bound = "memory is bounded in bytes by mailbox.bytes";
constexpr std::string_view no_polling = "changes are relayed as they arrive, there is no poll";

constexpr option_row whole_number(std::string_view name, scope where, std::string_view fallback,
                                  std::int64_t min, std::string_view doc) {
  return {.name = name,
          .type = value_type::integer,
          .where = where,
          .fallback = fallback,
          .min = min,
          .doc = doc};
}

constexpr option_row rows[] = {
    {.name = "transactional.id",
     .fallback = "walrelay.<connector>",
     .rule = rule_not_empty,
     .doc = "Identity of the Kafka producer. Keep it: it is what fences a second instance."},
    whole_number("transaction.timeout.ms", scope::connector, "60000", 1'000,
                 "How long Kafka waits before it aborts our open transaction. Below a minute every "
                 "long pause of a broker costs an abort."),
    whole_number("commit.target.ms", scope::both, "200", 1,
                 "An open transaction is committed at the first boundary after this time; sooner "
                 "when nothing more waits."),
    whole_number("commit.target.bytes", scope::both, "33554432", 1'024,
                 "An open transaction is committed at the first boundary after this many bytes."),
    whole_number(
        "mailbox.bytes", scope::both, "4194304", 65'536,
        "Encoded rows that may wait for the producer; beyond it the daemon stops reading."),
    whole_number("shutdown.grace.ms", scope::both, "10000", 0,
                 "How long a stop may take to commit what is whole."),
    whole_number("errors.max.retries", scope::connector, "-1", -1,
                 "Interruptions in a row after which the connector gives up; -1 is no limit, 0 is "
                 "the first one."),
    whole_number("retriable.restart.connector.wait.ms", scope::connector, "10000", 0,
                 "Longest pause between two attempts; the first pause is half a second at most and "
                 "doubles."),
    meaningless("max.batch.size", value_type::integer, "Records a batch.",
                "commits follow commit.target.ms and commit.target.bytes"),
    meaningless("max.queue.size", value_type::integer, "Records in memory.", bytes_bound),
    meaningless("max.queue.size.in.bytes", value_type::integer, "Bytes in memory.", bytes_bound),
    meaningless("queue.provider.type", value_type::text, "Where the queue is kept.", bytes_bound),
    meaningless("poll.interval.ms", value_type::integer, "Wait for data.", no_polling),
    meaningless("poll.dispatch.interval.ms", value_type::integer, "Pause between batches.",
                no_polling),
    meaningless("query.fetch.size", value_type::integer, "JDBC fetch size.",
                "there is no JDBC driver here"),
    whole_number(
        "heartbeat.interval.ms", scope::connector, "0", 0,
        "How often a record is written to the heartbeat topic; 0 is never. The position of "
        "an idle database moves without it."),
    {.name = "heartbeat.action.query",
     .doc = "SQL statement that is run in the database at each heartbeat."},
    only("event.processing.failure.handling.mode", "fail",
         "What to do with a change that cannot be processed.", "skipping a change loses it"),
    refused("custom.retriable.exception", "Java exceptions that are retried.",
            "errors are classed by their SQLSTATE and Kafka code"),
    meaningless("schema.refresh.mode", value_type::text, "When a table's layout is read again.",
                "the server announces every change of it in the stream"),
    meaningless("executor.shutdown.timeout.ms", value_type::integer, "Limit of a stop.",
                "use shutdown.grace.ms"),
    meaningless("statistics.metrics.enabled", value_type::text, "Percentiles of the lag.",
                "there are no JMX metrics here"),
    not_yet("custom.metric.tags", "Labels of the metrics."),
    meaningless("custom.sanitize.pattern", value_type::text, "Masks values in the log.",
                "secrets and row values are never logged"),
    not_yet("openlineage.integration.*", "Lineage events."),
};

}  // namespace

std::span<const option_row> flow_rows() {
  return rows;
}

}  // namespace walrelay::config
