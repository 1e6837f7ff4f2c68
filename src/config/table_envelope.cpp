// How rows are written.
#include "config/option_groups.hpp"
#include "config/value_rules.hpp"

namespace walrelay::config {
namespace {

/// One of the named values, the first being the default.
constexpr option_row mode(std::string_view name, std::string_view accepted, std::string_view doc) {
  return {.name = name,
          .type = value_type::choice,
          .fallback = accepted.substr(0, accepted.find(' ')),
          .accepted = accepted,
          .doc = doc};
}

constexpr option_row rows[] = {
    mode("decimal.handling.mode", "precise double string",
         "How numeric and money are written: the exact decimal in Connect's binary form, a number "
         "that may lose digits, or the exact decimal as text."),
    {.name = "time.precision.mode",
     .type = value_type::choice,
     .state = standing::narrower,
     .fallback = "adaptive",
     .accepted = "adaptive adaptive_time_microseconds connect isostring microseconds nanoseconds",
     .reason = "structured is newer than the Debezium whose records were recorded, 3.6.1, and its "
               "fields were still being changed",
     .doc = "How dates, times and timestamps are written: a number in the column's own precision, "
            "in milliseconds (connect), microseconds or nanoseconds, or text."},
    mode("interval.handling.mode", "numeric string",
         "How intervals are written: microseconds, where a month counts 30.4375 days, or ISO "
         "8601."),
    mode("binary.handling.mode", "bytes base64 base64-url-safe hex",
         "How bytea is written. In JSON, bytes and base64 are the same text under two schemas."),
    mode("hstore.handling.mode", "json map",
         "How hstore is written: JSON text in a string, or an object."),
    {.name = "money.fraction.digits",
     .type = value_type::integer,
     .fallback = "2",
     .max = 18,
     .doc =
         "Scale of money where decimal.handling.mode is precise; money has two digits, and fewer "
         "are rounded half up."},
    mode(
        "schema.name.adjustment.mode", "none avro avro_unicode",
        "Makes the names of schemas names that Avro accepts: other characters become an underscore "
        "(avro) or an underscore and their code (avro_unicode: '-' is _u002d)."),
    mode("field.name.adjustment.mode", "none avro avro_unicode",
         "The same for the names of columns, also where records carry no schema. Two columns that "
         "become one name are refused."),
    {.name = "tombstones.on.delete",
     .type = value_type::boolean,
     .fallback = "true",
     .doc = "A delete is followed by a record without value, so that compaction forgets the key."},
    {.name = "provide.transaction.metadata",
     .type = value_type::boolean,
     .fallback = "false",
     .doc = "Each event tells its place in its transaction, whose beginning and end are records of "
            "the transaction topic."},
    meaningless("transaction.metadata.factory", value_type::text,
                "Java class that makes transaction metadata.", "Java classes cannot run here"),
    {.name = "extended.headers.enabled",
     .type = value_type::boolean,
     .fallback = "false",
     .debezium = "true",
     .doc = "Four headers __debezium.context.* on every row's records. They say the same in each "
            "record and can cost more than the row."},
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
     .where = scope::both,
     .fallback = "walrelay",
     .accepted = "walrelay debezium",
     .doc = "Whose defaults apply to options that are not given, where walrelay's differ from "
            "Debezium's. 'debezium' also fills columns that the server did not send with zeros "
            "where NULL is not allowed, and writes tombstones without key."},
};

}  // namespace

std::span<const option_row> envelope_rows() {
  return rows;
}

}  // namespace walrelay::config
