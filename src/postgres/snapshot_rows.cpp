#include <walrelay/postgres/snapshot_rows.hpp>

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "postgres/source_catalog_impl.hpp"
#include "postgres/sql_session.hpp"

namespace walrelay::postgres {

namespace {

constexpr std::size_t rows_a_fetch = 100;
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
  WHERE c.oid = $1::pg_catalog.oid AND p.pubname = $2
    AND a.attnum > 0 AND NOT a.attisdropped AND {listed}
  ORDER BY a.attnum)";

std::string shape_query_for(int server_version) {
  using namespace fmt::literals;
  const bool refined = server_version >= refined_publications_since;
  std::string listed = server_version >= generated_columns_since ? "true" : "a.attgenerated = ''";
  if (refined) listed += " AND a.attname = ANY (p.attnames)";
  return fmt::format(fmt::runtime(shape_query), "filter"_a = refined ? "p.rowfilter" : "NULL",
                     "listed"_a = listed);
}

change::column column_of(const pqxx::row& row) {
  return {text_of(row[5]), oid_of(row[6]), row[7].as<std::int32_t>(), row[8].as<bool>()};
}

change::value value_of(const pqxx::field& field) {
  if (field.is_null()) return {};
  return {change::value_kind::text, {field.c_str(), static_cast<std::size_t>(field.size())}};
}

}  // namespace

struct snapshot_rows::impl {
  std::unique_ptr<sql_session> session;

  [[nodiscard]] result<void> execute(const std::string& statement, std::string_view doing) {
    const auto done = session->run(doing, [&](pqxx::transaction_base& work) {
      work.exec(statement);
      return true;
    });
    if (!done) return done.error();
    return {};
  }
  [[nodiscard]] std::string select(const published& table, std::size_t most);
};

std::string snapshot_rows::impl::select(const published& table, std::size_t most) {
  std::string columns;
  for (const auto& column : table.shape.columns) {
    columns += (columns.empty() ? "" : ", ") + session->quote_name(column.name);
  }
  // ONLY: what a child holds is published as the child's.
  return fmt::format("SELECT {} FROM {} {}.{}{} LIMIT {}", columns, table.descendants ? "" : "ONLY",
                     session->quote_name(table.shape.schema),
                     session->quote_name(table.shape.table),
                     table.row_filter.empty() ? "" : " WHERE " + table.row_filter, most);
}

snapshot_rows::snapshot_rows(std::unique_ptr<impl> self) : self_(std::move(self)) {}
snapshot_rows::~snapshot_rows() = default;

result<std::unique_ptr<snapshot_rows>> snapshot_rows::open(const connection_settings& settings,
                                                           const std::string& snapshot) {
  auto session = sql_session::open(settings);
  if (!session) return session.error();
  auto self = std::make_unique<impl>(impl{*std::move(session)});
  // The name is the server's own: hexadecimal digits and dashes.
  for (const std::string& statement :
       {std::string("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"),
        fmt::format("SET TRANSACTION SNAPSHOT '{}'", snapshot)}) {
    if (auto done = self->execute(statement, "taking the slot's snapshot"); !done) {
      return done.error();
    }
  }
  return std::unique_ptr<snapshot_rows>{new snapshot_rows{std::move(self)}};
}

result<std::optional<snapshot_rows::published>> snapshot_rows::shape(
    oid table, const std::string& publication) {
  const std::string query = shape_query_for(self_->session->server_version());
  return self_->session->run("reading a table's columns", [&](pqxx::transaction_base& work) {
    const pqxx::result rows = work.exec_params(query, table.value(), publication);
    std::optional<published> found;
    if (rows.empty()) return found;
    found.emplace();
    found->shape.id = table;
    found->shape.schema = text_of(rows[0][0]);
    found->shape.table = text_of(rows[0][1]);
    found->shape.identity = static_cast<change::replica_identity>(text_of(rows[0][2]).at(0));
    found->descendants = text_of(rows[0][3]) == "p";
    found->row_filter = text_of(rows[0][4]);
    for (const pqxx::row& row : rows) found->shape.columns.push_back(column_of(row));
    return found;
  });
}

result<void> snapshot_rows::read(const published& table, std::size_t most,
                                 const row_function& on_row) {
  const std::string doing = fmt::format("reading rows of {}", table.shape.qualified_name());
  // A cursor, so that not all rows are in memory at once.
  const std::string declare =
      "DECLARE preview_rows NO SCROLL CURSOR FOR " + self_->select(table, most);
  if (auto done = self_->execute(declare, doing); !done) return done;
  const std::string fetch = fmt::format("FETCH {} FROM preview_rows", rows_a_fetch);
  std::vector<change::value> values;
  bool wanted = true;
  while (wanted) {
    const auto rows = self_->session->run(
        doing, [&](pqxx::transaction_base& work) -> pqxx::result { return work.exec(fetch); });
    if (!rows) return rows.error();
    for (const pqxx::row& row : *rows) {
      values.clear();
      for (const pqxx::field& field : row) values.push_back(value_of(field));
      if (wanted = on_row(values); !wanted) break;
    }
    wanted = wanted && static_cast<std::size_t>(rows->size()) == rows_a_fetch;
  }
  return self_->execute("CLOSE preview_rows", doing);
}

}  // namespace walrelay::postgres
