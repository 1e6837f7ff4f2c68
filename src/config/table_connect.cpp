// What Kafka Connect itself reads from a connector's configuration.
#include "config/option_groups.hpp"
#include "config/value_rules.hpp"

namespace walrelay::config {
namespace {

constexpr std::string_view no_transforms = "transforms are not available yet";
constexpr std::string_view no_smt = "there is no converter or transform that could fail";
constexpr std::string_view schemaless =
    "records with a schema are not available yet, so schemas.enable is false here";

constexpr option_row json_converter(std::string_view name, std::string_view doc) {
  return {.name = name,
          .type = value_type::choice,
          .state = standing::narrower,
          .fallback = "org.apache.kafka.connect.json.JsonConverter",
          .accepted = "org.apache.kafka.connect.json.JsonConverter JsonConverter",
          .reason = "records are written as JSON",
          .doc = doc};
}

constexpr option_row differs(option_row row, std::string_view debezium) {
  row.debezium = debezium;
  return row;
}

constexpr option_row rows[] = {
    {.name = "name", .doc = "Name of the connector; the same as the name it stands under."},
    only("connector.class",
         "io.debezium.connector.postgresql.PostgresConnector PostgresConnector walrelay",
         "Java class of the connector.", "walrelay is a PostgreSQL connector and nothing else"),
    only("tasks.max", "1", "Tasks of the connector.", "one slot has one reader"),
    meaningless("tasks.max.enforce", value_type::boolean, "Enforce tasks.max.",
                "there is always one task"),
    json_converter("key.converter", "How keys are written."),
    differs(only("key.converter.schemas.enable", "false", "Keys carry their schema.", schemaless),
            "true"),
    json_converter("value.converter", "How values are written."),
    differs(
        only("value.converter.schemas.enable", "false", "Values carry their schema.", schemaless),
        "true"),
    meaningless("key.converter.schemas.cache.size", value_type::integer, "Schemas remembered.",
                "all of them are"),
    meaningless("value.converter.schemas.cache.size", value_type::integer, "Schemas remembered.",
                "all of them are"),
    only("key.converter.decimal.format", "BASE64", "How decimals in keys are written.",
         "NUMERIC is not available yet"),
    only("value.converter.decimal.format", "BASE64", "How decimals in values are written.",
         "NUMERIC is not available yet"),
    differs(only("key.converter.replace.null.with.default", "false",
                 "Write a column's default where the row has null.",
                 "it is not available yet, and it hides real nulls"),
            "true"),
    differs(only("value.converter.replace.null.with.default", "false",
                 "Write a column's default where the row has null.",
                 "it is not available yet, and it hides real nulls"),
            "true"),
    not_yet("key.converter.*", "Any other setting of the key's converter."),
    not_yet("value.converter.*", "Any other setting of the value's converter."),
    only("header.converter",
         "org.apache.kafka.connect.storage.SimpleHeaderConverter SimpleHeaderConverter",
         "How headers are written.", "other Java classes cannot run here"),
    not_yet("header.converter.*", "Any setting of the header's converter."),
    not_yet("transforms", "Chain of single message transforms.", no_transforms),
    not_yet("transforms.*", "Settings of a transform.", no_transforms),
    not_yet("predicates", "Conditions of transforms.", no_transforms),
    not_yet("predicates.*", "Settings of a condition.", no_transforms),
    only("errors.tolerance", "none", "Skip records that a converter refuses.",
         "a skipped record is a lost row"),
    meaningless("errors.retry.timeout", value_type::integer, "Retries inside a converter.", no_smt),
    meaningless("errors.retry.delay.max.ms", value_type::integer, "Pause between them.", no_smt),
    meaningless("errors.log.enable", value_type::boolean, "Log such failures.", no_smt),
    only("errors.log.include.messages", "false", "Log the row of such a failure.",
         "row values are never logged"),
    {.name = "exactly.once.support",
     .type = value_type::choice,
     .fallback = "required",
     .debezium = "requested",
     .accepted = "required requested",
     .doc = "Both words mean the same here: every row exactly once."},
    only("transaction.boundary", "poll", "When Kafka transactions are committed.",
         "commits follow commit.target.ms and commit.target.bytes"),
    refused("transaction.boundary.interval.ms", "Time between two commits.", "it has another name",
            "commit.target.ms"),
    refused("offsets.storage.topic", "Topic of the positions.", "it has another name",
            "offset.storage.topic"),
    {.name = "producer.override.*",
     .doc = "Setting of the Kafka producer; goes to librdkafka like kafka.*, and wins over it."},
    refused("consumer.override.*", "Setting of a Kafka consumer.", "write kafka.*"),
    refused("admin.override.*", "Setting of a Kafka admin client.", "write kafka.*"),
    meaningless("config.action.reload", value_type::text, "Restart when a secret changes.",
                "secrets are read at start"),
};

}  // namespace

std::span<const option_row> connect_rows() {
  return rows;
}

}  // namespace walrelay::config
