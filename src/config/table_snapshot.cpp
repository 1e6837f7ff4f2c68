// Snapshots: the rows that captured tables have already.
#include "config/option_groups.hpp"

namespace walrelay::config {
namespace {

constexpr option_row no_snapshot(std::string_view name, std::string_view doc) {
  return not_yet(name, doc);
}

constexpr option_row mode_row() {
  option_row row = only("snapshot.mode", "no_data initial",
                        "Whether the rows that captured tables have already are relayed. no_data: "
                        "only changes. initial: also those rows, of tables with a key, once.",
                        "Debezium's other modes are not available yet");
  row.debezium = "initial";
  return row;
}

constexpr option_row rows[] = {
    mode_row(),
    no_snapshot("snapshot.mode.configuration.based.snapshot.data", "Part of configuration_based."),
    no_snapshot("snapshot.mode.configuration.based.snapshot.schema",
                "Part of configuration_based."),
    no_snapshot("snapshot.mode.configuration.based.start.stream", "Part of configuration_based."),
    no_snapshot("snapshot.mode.configuration.based.snapshot.on.schema.error",
                "Part of configuration_based."),
    no_snapshot("snapshot.mode.configuration.based.snapshot.on.data.error",
                "Part of configuration_based."),
    refused("snapshot.mode.custom.name", "Java class of a custom mode.",
            "Java classes cannot run here"),
    no_snapshot("snapshot.isolation.mode", "Isolation level of the snapshot's transaction."),
    only("snapshot.locking.mode", "none", "Table locks during a snapshot.",
         "tables are copied beside the stream, without locks"),
    refused("snapshot.locking.mode.custom.name", "Java class of a custom locking mode.",
            "Java classes cannot run here"),
    no_snapshot("snapshot.lock.timeout.ms", "Limit for getting these locks."),
    no_snapshot("snapshot.query.mode", "How a table's rows are queried."),
    refused("snapshot.query.mode.custom.name", "Java class of a custom query.",
            "Java classes cannot run here"),
    no_snapshot("snapshot.include.collection.list", "Tables to snapshot."),
    no_snapshot("snapshot.select.statement.overrides", "Tables with a SELECT of their own."),
    no_snapshot("snapshot.select.statement.overrides.*", "The SELECT of one of these tables."),
    no_snapshot("snapshot.fetch.size", "Rows a fetch."),
    no_snapshot("snapshot.max.threads", "Tables or chunks read at once."),
    no_snapshot("snapshot.max.threads.multiplier", "Chunks a thread."),
    no_snapshot("legacy.snapshot.max.threads", "One thread a table."),
    no_snapshot("snapshot.tables.order.by.row.count", "Order of the tables."),
    no_snapshot("snapshot.delay.ms", "Pause before the snapshot."),
    only("streaming.delay.ms", "0", "Pause before the stream.",
         "a pause before the stream is not available"),
    no_snapshot("incremental.snapshot.chunk.size", "Rows a chunk."),
    no_snapshot("incremental.snapshot.watermarking.strategy", "How watermarks are written."),
    no_snapshot("incremental.snapshot.allow.schema.changes", "Allow schema changes meanwhile."),
};

}  // namespace

std::span<const option_row> snapshot_rows() {
  return rows;
}

}  // namespace walrelay::config
