// Topics: their names, and how they are created.
#include "config/option_groups.hpp"
#include "config/value_rules.hpp"

namespace walrelay::config {
namespace {

constexpr option_row count(std::string_view name, std::int64_t max, std::string_view doc) {
  return {.name = name,
          .type = value_type::integer,
          .fallback = "-1",
          .min = -1,
          .max = max,
          .rule = rule_not_zero,
          .doc = doc};
}

constexpr option_row rows[] = {
    {.name = "topic.prefix",
     .need = presence::required,
     .rule = rule_topic_prefix,
     .doc = "Name of the source: the first part of every topic, part of the checkpoint's key, and "
            "the 'name' of the source block. It cannot change without a new start."},
    {.name = "topic.naming.strategy",
     .type = value_type::choice,
     .state = standing::narrower,
     .fallback = "io.debezium.schema.SchemaTopicNamingStrategy",
     .accepted = "io.debezium.schema.SchemaTopicNamingStrategy SchemaTopicNamingStrategy",
     .reason = "other Java classes cannot run here",
     .doc = "Java class that names topics."},
    {.name = "topic.delimiter",
     .fallback = ".",
     .rule = rule_topic_characters,
     .doc = "What stands between prefix, schema and table in a topic's name."},
    meaningless("topic.cache.size", value_type::integer, "Topic names that are remembered.",
                "all of them are"),
    {.name = "topic.heartbeat.prefix",
     .fallback = "__debezium-heartbeat",
     .rule = rule_topic_part,
     .doc = "First part of the heartbeat topic's name; topic.prefix is the other."},
    {.name = "topic.heartbeat.name",
     .rule = rule_topic_name,
     .doc = "The heartbeat topic's whole name, instead."},
    {.name = "topic.transaction",
     .fallback = "transaction",
     .rule = rule_topic_part,
     .doc = "Last part of the transaction topic's name; topic.prefix is the other."},
    only("topic.creation.enable", "true", "Create topics that are missing.",
         "a topic that the broker creates on its own has settings that nobody chose"),
    count("topic.creation.default.partitions", 100'000,
          "Partitions of a topic that is created; -1 is the broker's default."),
    count("topic.creation.default.replication.factor", 32'767,
          "Replicas of a topic that is created; -1 is the broker's default."),
    {.name = "topic.creation.default.*",
     .doc = "Any other setting of a topic that is created, such as cleanup.policy."},
    not_yet("topic.creation.groups", "Groups of topics with settings of their own."),
    not_yet("topic.creation.*", "Settings of such a group.",
            "write topic.creation.default.* for all topics"),
    {.name = "offset.storage.topic",
     .fallback = "walrelay-offsets.<connector>",
     .rule = rule_topic_name,
     .doc =
         "Compacted topic that holds the checkpoint. Sharing one between connectors is possible, "
         "but an open transaction of one then delays the start of the others."},
    {.name = "offset.storage.replication.factor",
     .type = value_type::integer,
     .fallback = "-1",
     .min = -1,
     .max = 32'767,
     .rule = rule_not_zero,
     .doc = "Replicas of that topic when it is created; -1 is the broker's default."},
};

}  // namespace

std::span<const option_row> topic_rows() {
  return rows;
}

}  // namespace walrelay::config
