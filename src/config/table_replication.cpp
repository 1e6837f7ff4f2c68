// Slot and publication.
#include "config/option_groups.hpp"
#include "config/value_rules.hpp"

namespace walrelay::config {
namespace {

constexpr option_row rows[] = {
    only("plugin.name", "pgoutput", "Logical decoding plugin.",
         "pgoutput is part of every supported server, no other plugin is read"),
    {.name = "slot.name",
     .fallback = "walrelay_<connector>",
     .debezium = "debezium",
     .rule = rule_slot_name,
     .doc = "Replication slot, created at the first start. It belongs to this connector alone."},
    only("slot.drop.on.stop", "false", "Drop the slot when the connector stops.",
         "a dropped slot loses every change until the next start; drop it by hand with "
         "pg_drop_replication_slot when the connector is retired"),
    {.name = "slot.failover",
     .type = value_type::boolean,
     .fallback = "false",
     .doc = "Create the slot so that it is synchronised to standbys (PostgreSQL 17 and newer)."},
    refused("slot.stream.params", "Parameters for the decoding plugin.",
            "the parameters of the stream decide what exactly-once can promise and are chosen by "
            "the daemon; remove the option"),
    meaningless("slot.max.retries", value_type::integer, "Attempts to get a slot that is in use.",
                "the daemon waits as a standby until the slot is free"),
    meaningless("slot.retry.delay.ms", value_type::integer, "Pause between these attempts.",
                "the daemon waits as a standby until the slot is free"),
    meaningless("create.slot.command.timeout", value_type::integer,
                "Limit for the creation of the slot.",
                "the daemon waits for the transactions that run then, until it is stopped"),
    refused("offset.mismatch.strategy", "What to do when slot and stored position disagree.",
            "a slot that is ahead of the checkpoint means lost rows, so the connector stops and "
            "explains; then decide with 'walrelay offsets adopt' or 'walrelay offsets reset'"),
    {.name = "publication.name",
     .fallback = "walrelay_<connector>",
     .debezium = "dbz_publication",
     .rule = rule_publication_name,
     .doc = "Publication that names the tables to relay."},
    {.name = "publication.autocreate.mode",
     .type = value_type::choice,
     .fallback = "filtered",
     .debezium = "all_tables",
     .accepted = "disabled filtered all_tables no_tables",
     .doc = "Whether a missing publication is created: not at all, for the captured tables, for "
            "all tables, or empty."},
    {.name = "publish.via.partition.root",
     .type = value_type::boolean,
     .fallback = "false",
     .doc = "Rows of partitions appear under the partitioned table's name; a property of the "
            "publication that is created."},
    not_yet("replica.identity.autoset.values", "Sets REPLICA IDENTITY of matching tables.",
            "run ALTER TABLE ... REPLICA IDENTITY yourself"),
    {.name = "status.update.interval.ms",
     .type = value_type::integer,
     .fallback = "5000",
     .debezium = "10000",
     .min = 100,
     .doc = "How often the position is reported to the server; never less often than a third of "
            "wal.sender.timeout.ms."},
    {.name = "wal.sender.timeout.ms",
     .type = value_type::integer,
     .fallback = "15000",
     .min = 1'000,
     .max = 3'600'000,
     .doc = "wal_sender_timeout of our own replication connection: after this silence the server "
            "frees the slot of a daemon that is gone."},
    only("lsn.flush.mode", "connector connector_and_driver",
         "Who moves the slot. Both words mean the same here: the slot follows the checkpoint, also "
         "on an idle database.",
         "'manual' would leave the server's WAL to grow"),
    only("flush.lsn.source", "true", "Older form of lsn.flush.mode.",
         "'false' would leave the server's WAL to grow"),
    meaningless("lsn.flush.timeout.ms", value_type::integer, "Limit for moving the slot.",
                "moving the slot is one message that nobody waits for"),
    meaningless("lsn.flush.timeout.action", value_type::text, "What to do after that limit.",
                "moving the slot is one message that nobody waits for"),
    only("xmin.fetch.interval.ms", "0", "How often the slot's xmin is read for the source block.",
         "the source block's xmin is not available yet"),
    only("read.only", "false", "Never write to the database.",
         "it steers incremental snapshots, which are not available yet"),
    only("log.position.check.enable", "true",
         "Check at start that the slot still has the position.",
         "the check is what protects you from a silent gap"),
    meaningless("offset.activity.monitor.interval.ms", value_type::integer,
                "Warns when the stored position stands still.",
                "the position also moves while the captured tables are idle"),
};

}  // namespace

std::span<const option_row> replication_rows() {
  return rows;
}

}  // namespace walrelay::config
