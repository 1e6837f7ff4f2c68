#include "pgoutput/relation_message.hpp"

#include <string>

#include "pgoutput/tuple.hpp"

namespace walrelay::pgoutput {

namespace {

change::replica_identity read_identity(field_reader& fields) {
  switch (fields.u8()) {
    case 'd':
      return change::replica_identity::primary_key;
    case 'n':
      return change::replica_identity::nothing;
    case 'f':
      return change::replica_identity::full;
    case 'i':
      return change::replica_identity::index;
  }
  fields.refuse("an unknown replica identity");
  return change::replica_identity::nothing;
}

change::column read_column(field_reader& fields) {
  change::column column;
  column.in_identity = fields.flags(1) != 0;
  column.name = fields.name();
  column.type = fields.object_id();
  column.type_modifier = fields.i32();
  return column;
}

}  // namespace

relation read_relation(field_reader& fields) {
  relation decoded;
  change::relation& shape = decoded.shape;
  shape.id = fields.object_id();
  const std::string_view schema = fields.name();
  // The server shortens the name of the one schema that needs no qualification.
  shape.schema = schema.empty() ? "pg_catalog" : schema;
  shape.table = fields.name();
  shape.identity = read_identity(fields);
  const std::size_t count = read_column_count(fields);
  for (std::size_t i = 0; i < count && fields.good(); ++i) {
    shape.columns.push_back(read_column(fields));
  }
  return decoded;
}

}  // namespace walrelay::pgoutput
