#include "postgres/published_shape.hpp"
#include "postgres/command.hpp"

#include <cstdlib>
#include <utility>

#include <fmt/format.h>

#include "postgres/quoting.hpp"

namespace walrelay::postgres {

namespace {

constexpr int refined_publications_since = 150000;
constexpr int generated_columns_since = 180000;

// The identity is told as pgoutput tells it: flag 1 of each column.
constexpr const char* shape_query = R"(
  SELECT n.nspname, c.relname, c.relreplident, c.relkind, {filter}, a.attname, a.atttypid,
         a.atttypmod,
         CASE c.relreplident
           WHEN 'f' THEN true
           WHEN 'n' THEN false
           ELSE EXISTS (SELECT FROM pg_catalog.pg_index i
                        WHERE i.indrelid = c.oid
                          AND CASE c.relreplident WHEN 'd' THEN i.indisprimary
                                                  ELSE i.indisreplident END
                          AND a.attnum = ANY ((i.indkey::pg_catalog.int2[])[0:i.indnkeyatts - 1]))
         END
  FROM pg_catalog.pg_class c
  JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_catalog.pg_publication_tables p ON p.schemaname = n.nspname AND p.tablename = c.relname
  JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid
  WHERE c.oid = {table} AND p.pubname = {publication}
    AND a.attnum > 0 AND NOT a.attisdropped AND {listed}
  ORDER BY a.attnum)";

std::string query_for(PGconn* connection, oid table, const std::string& publication) {
  using namespace fmt::literals;
  const int version = PQserverVersion(connection);
  const bool refined = version >= refined_publications_since;
  std::string listed = version >= generated_columns_since ? "true" : "a.attgenerated = ''";
  if (refined) listed += " AND a.attname = ANY (p.attnames)";
  return fmt::format(fmt::runtime(shape_query), "filter"_a = refined ? "p.rowfilter" : "NULL",
                     "listed"_a = listed, "table"_a = table.value(),
                     "publication"_a = quoted_literal(connection, publication));
}

std::string_view text_at(const PGresult* rows, int row, int column) {
  return PQgetvalue(rows, row, column);
}

std::uint32_t oid_at(const PGresult* rows, int row, int column) {
  return static_cast<std::uint32_t>(std::strtoul(PQgetvalue(rows, row, column), nullptr, 10));
}

change::column column_at(const PGresult* rows, int row) {
  return {std::string(text_at(rows, row, 5)), oid{oid_at(rows, row, 6)},
          static_cast<std::int32_t>(std::strtol(PQgetvalue(rows, row, 7), nullptr, 10)),
          text_at(rows, row, 8) == "t"};
}

}  // namespace

result<std::optional<snapshot_session::published>> published_shape(PGconn* connection, oid table,
                                                                   const std::string& publication,
                                                                   const wait_limits& limits) {
  const auto rows = run_command(connection, query_for(connection, table, publication), limits,
                                "reading a table's columns");
  if (!rows) return rows.error();
  std::optional<snapshot_session::published> found;
  const int count = PQntuples(rows->get());
  if (count == 0) return found;
  found.emplace();
  found->shape.id = table;
  found->shape.schema = text_at(rows->get(), 0, 0);
  found->shape.table = text_at(rows->get(), 0, 1);
  found->shape.identity = static_cast<change::replica_identity>(text_at(rows->get(), 0, 2).at(0));
  found->descendants = text_at(rows->get(), 0, 3) == "p";
  found->row_filter = text_at(rows->get(), 0, 4);
  for (int row = 0; row < count; ++row) found->shape.columns.push_back(column_at(rows->get(), row));
  return found;
}

}  // namespace walrelay::postgres
