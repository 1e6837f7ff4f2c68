// Tables: which there are, and the facts of one that its Relation message lacks.
#include <utility>

#include "postgres/source_catalog_impl.hpp"

namespace walrelay::postgres {

namespace {

// The identity is usable under the server's own rule: a valid unique index that is checked at once.
// A partitioned table's rows carry the identity of their partition; the table's own is reported.
constexpr const char* tables_query = R"(
  SELECT c.oid, n.nspname, c.relname, c.relkind, c.relpersistence,
         CASE c.relreplident
           WHEN 'f' THEN true
           WHEN 'n' THEN false
           ELSE EXISTS (SELECT FROM pg_catalog.pg_index i
                        WHERE i.indrelid = c.oid AND i.indisvalid AND i.indimmediate
                          AND CASE c.relreplident WHEN 'd' THEN i.indisprimary
                                                  ELSE i.indisreplident END)
         END,
         coalesce((SELECT h.inhparent FROM pg_catalog.pg_inherits h
                   WHERE h.inhrelid = c.oid AND c.relispartition), 0),
         pg_catalog.format('%I.%I', n.nspname, c.relname)
  FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f')
    AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_'
  ORDER BY n.nspname, c.relname)";

// Rows are (subject, place, column, flag), the flag being NOT NULL of a column and PRIMARY of a
// key; for subject column its other facts as well. The key is the primary key or else, as Debezium
// has it, the unique index that comes first by name: partial ones and nullable columns count,
// expressions do not. From PostgreSQL 18 on a NOT NULL constraint may be declared without having
// been checked.
constexpr const char* facts_query = R"(
  WITH t AS (SELECT oid, relreplident FROM pg_catalog.pg_class WHERE oid = $1::pg_catalog.oid),
  key AS (
    SELECT i.indexrelid FROM t
    JOIN pg_catalog.pg_index i ON i.indrelid = t.oid
    JOIN pg_catalog.pg_class c ON c.oid = i.indexrelid
    WHERE i.indisunique AND i.indisvalid AND i.indexprs IS NULL
    ORDER BY i.indisprimary DESC, c.relname LIMIT 1),
  identity AS (
    SELECT i.indexrelid FROM t
    JOIN pg_catalog.pg_index i ON i.indrelid = t.oid
    WHERE t.relreplident = 'i' AND i.indisreplident),
  part AS (
    SELECT 'key' AS subject, indexrelid FROM key
    UNION ALL SELECT 'identity', indexrelid FROM identity)
  SELECT 'table' AS subject, 0 AS place, NULL::pg_catalog.name AS attname, NULL::bool AS flag,
         NULL::text AS default_expression, NULL::text AS comment
  FROM t
  UNION ALL
  SELECT part.subject, k.place, a.attname, i.indisprimary, NULL, NULL
  FROM part
  JOIN pg_catalog.pg_index i ON i.indexrelid = part.indexrelid
  CROSS JOIN pg_catalog.unnest(i.indkey::pg_catalog.int2[]) WITH ORDINALITY AS k (attnum, place)
  JOIN pg_catalog.pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.attnum
  WHERE k.place <= i.indnkeyatts
  UNION ALL
  SELECT 'column', a.attnum, a.attname,
         a.attnotnull
           AND NOT EXISTS (SELECT FROM pg_catalog.pg_constraint n
                           WHERE n.conrelid = t.oid AND n.contype = 'n' AND NOT n.convalidated
                             AND a.attnum = ANY (n.conkey)),
         CASE a.attgenerated WHEN '' THEN pg_catalog.pg_get_expr(d.adbin, d.adrelid) END,
         pg_catalog.col_description(t.oid, a.attnum)
  FROM t JOIN pg_catalog.pg_attribute a ON a.attrelid = t.oid
  LEFT JOIN pg_catalog.pg_attrdef d ON d.adrelid = t.oid AND d.adnum = a.attnum
  WHERE a.attnum > 0 AND NOT a.attisdropped
  ORDER BY subject, place)";

table_row row_of(const pqxx::row& row) {
  const auto letter = [&](int column) { return row[column].as<std::string>().at(0); };
  return {oid_of(row[0]), text_of(row[1]),   text_of(row[2]), letter(3),
          letter(4),      row[5].as<bool>(), oid_of(row[6]),  text_of(row[7])};
}

change::column_facts column_of(const pqxx::row& row) {
  using null = change::column_facts::null;
  return {text_of(row[2]), row[3].as<bool>() ? null::refused : null::allowed,
          row[4].as<std::string>(""), row[5].as<std::string>("")};
}

void add_key_column(change::table_facts& facts, const pqxx::row& row) {
  using kind = change::table_facts::key_kind;
  facts.key_columns.push_back(text_of(row[2]));
  facts.key = row[3].as<bool>() ? kind::primary_key : kind::unique_index;
}

}  // namespace

result<std::vector<table_row>> source_catalog::tables() {
  return self_->session->run("listing tables", [](pqxx::transaction_base& work) {
    const pqxx::result rows = work.exec(tables_query);
    std::vector<table_row> found;
    found.reserve(static_cast<std::size_t>(rows.size()));
    for (const pqxx::row& row : rows) found.push_back(row_of(row));
    return found;
  });
}

result<std::optional<change::table_facts>> source_catalog::table(oid id) {
  return self_->session->run("reading a table's facts", [&](pqxx::transaction_base& work) {
    std::optional<change::table_facts> facts;
    const pqxx::result rows = work.exec_params(facts_query, id.value());
    if (rows.empty()) return facts;
    facts.emplace().id = id;
    for (const pqxx::row& row : rows) {
      const std::string subject = text_of(row[0]);
      if (subject == "key") add_key_column(*facts, row);
      if (subject == "identity") facts->identity_columns.push_back(text_of(row[2]));
      if (subject == "column") facts->columns.push_back(column_of(row));
    }
    return facts;
  });
}

}  // namespace walrelay::postgres
