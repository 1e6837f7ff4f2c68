// What Kafka Connect itself reads from a connector's configuration.
#include "config/option_groups.hpp"
#include "config/value_rules.hpp"

namespace walrelay::config {
namespace {

constexpr std::string_view no_smt = "there is no converter or transform that could fail";

constexpr option_row json_converter(std::string_view name, std::string_view doc) {
  return {.name = name,
          .type = value_type::choice,
          .state = standing::narrower,
          .fallback = "org.apache.kafka.connect.json.JsonConverter",
          .accepted = "org.apache.kafka.connect.json.JsonConverter JsonConverter",
          .reason = "records are written as JSON",
          .doc = doc};
}

constexpr option_row schemas_enable(std::string_view name, std::string_view doc) {
  return {.name = name,
          .type = value_type::boolean,
          .fallback = "false",
          .debezium = "true",
          .doc = doc};
}

constexpr option_row decimal_format(std::string_view name, std::string_view doc) {
  return {.name = name,
          .type = value_type::choice,
          .fallback = "BASE64",
          .accepted = "BASE64 NUMERIC",
          .doc = doc};
}

constexpr option_row replace_null(std::string_view name) {
  return {.name = name,
          .type = value_type::boolean,
          .fallback = "false",
          .debezium = "true",
          .doc = "Write a column's default where the row has NULL, which hides real NULLs."};
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
    schemas_enable("key.converter.schemas.enable", "Keys carry their schema."),
    json_converter("value.converter", "How values are written."),
    schemas_enable("value.converter.schemas.enable", "Values carry their schema."),
    meaningless("key.converter.schemas.cache.size", value_type::integer, "Schemas remembered.",
                "all of them are"),
    meaningless("value.converter.schemas.cache.size", value_type::integer, "Schemas remembered.",
                "all of them are"),
    decimal_format("key.converter.decimal.format", "How exact decimals in keys are written."),
    decimal_format("value.converter.decimal.format", "How exact decimals in values are written."),
    replace_null("key.converter.replace.null.with.default"),
    replace_null("value.converter.replace.null.with.default"),
    not_yet("key.converter.*", "Any other setting of the key's converter."),
    not_yet("value.converter.*", "Any other setting of the value's converter."),
    only("header.converter",
         "org.apache.kafka.connect.storage.SimpleHeaderConverter SimpleHeaderConverter",
         "How headers are written.", "other Java classes cannot run here"),
    not_yet("header.converter.*", "Any setting of the header's converter."),
    not_yet("transforms", "Chain of single message transforms."),
    not_yet("transforms.*", "Settings of a transform."),
    not_yet("predicates", "Conditions of transforms."),
    not_yet("predicates.*", "Settings of a condition."),
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
