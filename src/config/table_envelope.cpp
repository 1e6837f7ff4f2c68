// How rows are written.
#include "config/option_groups.hpp"
#include "config/value_rules.hpp"

namespace walrelay::config {
namespace {

constexpr std::string_view other_modes = "the other modes are not available yet";

constexpr option_row only_for_now(std::string_view name, std::string_view accepted,
                                  std::string_view debezium, std::string_view doc,
                                  std::string_view reason) {
  option_row row = only(name, accepted, doc, reason);
  row.debezium = debezium;
  return row;
}

constexpr option_row rows[] = {
    only("decimal.handling.mode", "precise", "How numeric values are written.", other_modes),
    only("time.precision.mode", "adaptive", "How dates, times and timestamps are written.",
         other_modes),
    only("interval.handling.mode", "numeric", "How intervals are written.", other_modes),
    only("binary.handling.mode", "bytes", "How bytea is written.", other_modes),
    only("hstore.handling.mode", "json", "How hstore is written.", other_modes),
    only("money.fraction.digits", "2", "Scale of money.", "other scales are not available yet"),
    only("schema.name.adjustment.mode", "none", "Replaces characters in schema names.",
         other_modes),
    only("field.name.adjustment.mode", "none", "Replaces characters in field names.", other_modes),
    {.name = "tombstones.on.delete",
     .type = value_type::boolean,
     .fallback = "true",
     .doc = "A delete is followed by a record without value, so that compaction forgets the key."},
    only("provide.transaction.metadata", "false", "The transaction topic and block.",
         "transaction metadata is not available yet"),
    meaningless("transaction.metadata.factory", value_type::text,
                "Java class that makes transaction metadata.", "Java classes cannot run here"),
    only_for_now("extended.headers.enabled", "false", "true", "Context headers on every record.",
                 "these headers are not available yet; they cost more than the row"),
    only("sourceinfo.struct.maker",
         "io.debezium.connector.postgresql.PostgresSourceInfoStructMaker",
         "Java class that makes the source block.",
         "the source block is Debezium's own, other classes cannot run here"),
    {.name = "event.converting.failure.handling.mode",
     .type = value_type::choice,
     .fallback = "warn",
     .accepted = "warn fail skip",
     .doc = "A value with no place in the chosen representation becomes null with a warning, stops "
            "the connector, or becomes null without a word in the log."},
    {.name = "record.oversize.policy",
     .type = value_type::choice,
     .state = standing::narrower,
     .fallback = "fail",
     .accepted = "fail",
     .reason = "the dead-letter topic (dlq) is not available yet",
     .doc = "What to do with a row that Kafka would refuse for its size: the connector stops and "
            "names table, key and size."},
    {.name = "compatibility",
     .type = value_type::choice,
     .state = standing::narrower,
     .where = scope::both,
     .fallback = "walrelay",
     .accepted = "walrelay",
     .reason = "'debezium', which switches every default to Debezium's, is not available yet",
     .doc = "Whose defaults apply where walrelay's differ from Debezium's."},
};

}  // namespace

std::span<const option_row> envelope_rows() {
  return rows;
}

}  // namespace walrelay::config
