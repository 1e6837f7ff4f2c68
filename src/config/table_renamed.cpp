// Names that people bring along from older versions, or guess.
#include "config/option_groups.hpp"

namespace walrelay::config {
namespace {

constexpr option_row renamed(std::string_view name, std::string_view instead) {
  return refused(name, "Another name.", "it has another name", instead);
}

constexpr option_row rows[] = {
    renamed("tables", "table.include.list"),
    renamed("schemas", "schema.include.list"),
    renamed("columns", "column.include.list"),
    renamed("database.server.name", "topic.prefix"),
    renamed("database.host", "database.hostname"),
    renamed("database.username", "database.user"),
    renamed("database.database", "database.dbname"),
    renamed("database.name", "database.dbname"),
    renamed("schema.whitelist", "schema.include.list"),
    renamed("schema.blacklist", "schema.exclude.list"),
    renamed("table.whitelist", "table.include.list"),
    renamed("table.blacklist", "table.exclude.list"),
    renamed("column.whitelist", "column.include.list"),
    renamed("column.blacklist", "column.exclude.list"),
    renamed("toasted.value.placeholder", "unavailable.value.placeholder"),
    renamed("bootstrap.servers", "kafka.bootstrap.servers"),
    refused("schemas.enable", "Records carry their schema.",
            "write key.converter.schemas.enable and value.converter.schemas.enable"),
    refused("offset.flush.interval.ms", "How often a Connect worker stores positions.",
            "every commit stores its position; remove the option"),
};

}  // namespace

std::span<const option_row> renamed_rows() {
  return rows;
}

}  // namespace walrelay::config
