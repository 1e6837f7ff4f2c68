// Publications: what one holds, as a digest that changes with its content and with nothing else,
// and how one is made.
#include <fmt/format.h>

#include "postgres/source_catalog_impl.hpp"

namespace walrelay::postgres {

namespace {

/// Row filters, column lists and whole schemas.
constexpr int refined_publications_since = 150000;

// One statement, so that all parts come from one snapshot of the catalog. JSON text keeps the parts
// apart. pg_publication's own columns are taken whole: what a later version adds counts by itself.
// The owner and the name are not content. Column lists are read from pg_publication_rel, because
// the view pg_publication_tables lists all columns where there is no list, and would change with
// every ALTER TABLE … ADD COLUMN.
constexpr const char* publication_query = R"(
  WITH p AS (SELECT * FROM pg_catalog.pg_publication WHERE pubname = $1),
  member AS (
    SELECT c.oid, t.schemaname, t.tablename
    FROM pg_catalog.pg_publication_tables t
    JOIN pg_catalog.pg_namespace n ON n.nspname = t.schemaname
    JOIN pg_catalog.pg_class c ON c.relnamespace = n.oid AND c.relname = t.tablename
    WHERE t.pubname = $1),
  content AS (
    SELECT pg_catalog.jsonb_build_array(
      pg_catalog.to_jsonb(p) - ARRAY['oid', 'pubname', 'pubowner'],
      (SELECT pg_catalog.jsonb_agg(pg_catalog.jsonb_build_array(schemaname, tablename)
                                   ORDER BY schemaname, tablename) FROM member),
      (SELECT pg_catalog.jsonb_agg(
                pg_catalog.jsonb_build_array(n.nspname, c.relname, {list}, {filter})
                ORDER BY n.nspname, c.relname)
       FROM pg_catalog.pg_publication_rel r
       JOIN pg_catalog.pg_class c ON c.oid = r.prrelid
       JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
       WHERE r.prpubid = p.oid),
      {schemas}) AS parts
    FROM p)
  SELECT p.oid,
         pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(content.parts::text, 'UTF8')),
                           'hex'),
         pg_catalog.concat(CASE WHEN pubinsert THEN 'c' END, CASE WHEN pubupdate THEN 'u' END,
                           CASE WHEN pubdelete THEN 'd' END, CASE WHEN pubtruncate THEN 't' END),
         member.oid, member.schemaname, member.tablename, p.pubviaroot
  FROM p CROSS JOIN content LEFT JOIN member ON true
  ORDER BY member.schemaname, member.tablename)";

constexpr const char* column_list = R"(
  (SELECT pg_catalog.jsonb_agg(a.attname ORDER BY a.attnum) FROM pg_catalog.pg_attribute a
   WHERE a.attrelid = r.prrelid AND a.attnum = ANY (r.prattrs)))";

constexpr const char* whole_schemas = R"(
  (SELECT pg_catalog.jsonb_agg(n.nspname ORDER BY n.nspname)
   FROM pg_catalog.pg_publication_namespace s
   JOIN pg_catalog.pg_namespace n ON n.oid = s.pnnspid WHERE s.pnpubid = p.oid))";

std::string query_for(int server_version) {
  using namespace fmt::literals;
  const bool refined = server_version >= refined_publications_since;
  return fmt::format(fmt::runtime(publication_query), "list"_a = refined ? column_list : "NULL",
                     "filter"_a = refined ? "pg_catalog.pg_get_expr(r.prqual, r.prrelid)" : "NULL",
                     "schemas"_a = refined ? whole_schemas : "NULL");
}

std::string table_list(sql_session& session,
                       const std::vector<std::pair<std::string, std::string>>& tables) {
  std::string list;
  for (const auto& [schema, name] : tables) {
    if (!list.empty()) list += ", ";
    list += session.quote_name(schema) + "." + session.quote_name(name);
  }
  return list;
}

}  // namespace

result<std::optional<publication_state>> source_catalog::publication(const std::string& name) {
  const std::string query = query_for(self_->session->server_version());
  return self_->session->run("reading the publication", [&](pqxx::transaction_base& work) {
    const pqxx::result rows = work.exec_params(query, name);
    std::optional<publication_state> found;
    if (rows.empty()) return found;
    found = publication_state{name, oid_of(rows[0][0]),   text_of(rows[0][2]), text_of(rows[0][1]),
                              {},   rows[0][6].as<bool>()};
    for (const pqxx::row& row : rows) {
      if (row[3].is_null()) continue;  // the one row of a publication without tables
      found->tables.push_back({oid_of(row[3]), text_of(row[4]), text_of(row[5])});
    }
    return found;
  });
}

result<void> source_catalog::create_publication(const publication_request& request) {
  sql_session& session = *self_->session;
  const auto done = session.run(
      fmt::format("creating publication '{}'", request.name), [&](pqxx::transaction_base& work) {
        std::string statement = "CREATE PUBLICATION " + session.quote_name(request.name);
        if (request.all_tables) {
          statement += " FOR ALL TABLES";
        } else if (!request.tables.empty()) {
          statement += " FOR TABLE " + table_list(session, request.tables);
        }
        statement += fmt::format(
            " WITH (publish = 'insert, update, delete, truncate', publish_via_partition_root = {})",
            request.via_partition_root);
        return work.exec(statement);
      });
  if (!done) return done.error();
  return {};
}

result<void> source_catalog::add_tables(
    const std::string& publication,
    const std::vector<std::pair<std::string, std::string>>& tables) {
  if (tables.empty()) return {};
  sql_session& session = *self_->session;
  const auto done = session.run(
      fmt::format("adding tables to publication '{}'", publication),
      [&](pqxx::transaction_base& work) {
        return work.exec(fmt::format("ALTER PUBLICATION {} ADD TABLE {}",
                                     session.quote_name(publication), table_list(session, tables)));
      });
  if (!done) return done.error();
  return {};
}

}  // namespace walrelay::postgres
