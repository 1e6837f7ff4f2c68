// Types: what a type oid is, for the encoders.
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "postgres/source_catalog_impl.hpp"

namespace walrelay::postgres {

namespace {

using change::type_kind;

// An array is the type that its element names as its array. int2vector and oidvector are in the
// category of arrays too, but their text is not that of an array. One row for each enum label.
constexpr const char* types_query = R"(
  WITH RECURSIVE used AS (
    SELECT pg_catalog.unnest($1::pg_catalog.oid[]) AS oid
    UNION
    SELECT part.oid
    FROM used
    JOIN pg_catalog.pg_type t ON t.oid = used.oid
    CROSS JOIN LATERAL (VALUES (t.typelem), (t.typbasetype)) AS part (oid)
    WHERE part.oid <> 0)
  SELECT t.oid, n.nspname, t.typname, t.typtype, element.oid, element.typdelim,
         t.typbasetype, t.typtypmod, label.enumlabel
  FROM used
  JOIN pg_catalog.pg_type t ON t.oid = used.oid
  JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace
  LEFT JOIN pg_catalog.pg_type element ON element.oid = t.typelem AND element.typarray = t.oid
  LEFT JOIN pg_catalog.pg_enum label ON label.enumtypid = t.oid
  ORDER BY t.oid, label.enumsortorder)";

type_kind kind_of(char typtype) {
  switch (typtype) {
    case 'c':
      return type_kind::composite;
    case 'd':
      return type_kind::domain;
    case 'e':
      return type_kind::enumeration;
    case 'm':
      return type_kind::multirange;
    case 'p':
      return type_kind::pseudo;
    case 'r':
      return type_kind::range;
    default:
      return type_kind::base;
  }
}

change::type_facts facts_of(const pqxx::row& row) {
  change::type_facts type;
  type.id = oid_of(row[0]);
  type.schema = text_of(row[1]);
  type.name = text_of(row[2]);
  type.kind = kind_of(text_of(row[3]).at(0));
  if (!row[4].is_null()) {
    type.kind = type_kind::array;
    type.element = oid_of(row[4]);
    type.element_delimiter = text_of(row[5]).at(0);
  }
  type.base = oid_of(row[6]);
  type.base_modifier = row[7].as<std::int32_t>();
  return type;
}

}  // namespace

result<change::type_catalog> source_catalog::types(const std::vector<oid>& wanted) {
  const std::string array = fmt::format("{{{}}}", fmt::join(wanted, ","));
  return self_->session->run("reading the types", [&](pqxx::transaction_base& work) {
    const pqxx::result rows = work.exec_params(types_query, array);
    change::type_catalog types;
    types.reserve(static_cast<std::size_t>(rows.size()));
    for (const pqxx::row& row : rows) {
      const oid id = oid_of(row[0]);
      auto place = types.find(id);
      if (place == types.end()) place = types.emplace(id, facts_of(row)).first;
      if (!row[8].is_null()) place->second.enum_labels.push_back(text_of(row[8]));
    }
    return types;
  });
}

}  // namespace walrelay::postgres
