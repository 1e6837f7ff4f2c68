#include "envelope/refusal.hpp"

#include <string>

#include <fmt/format.h>

namespace walrelay::envelope {
namespace {

std::string place_of(const change::relation& relation, const bound_column& column) {
  return fmt::format("column \"{}\" (type {}) of table \"{}\".\"{}\"", column.name,
                     column.chosen.type_name, relation.schema, relation.table);
}

void explain_bad_text(error& refused) {
  refused.why = "guessing at it could publish a wrong value";
  refused.remedy =
      "check that the database's encoding is UTF8 and that no ALTER ROLE or ALTER DATABASE changes "
      "bytea_output or DateStyle for this role";
}

void explain_missing_key(error& refused, const change::relation& relation) {
  refused.why = "a record with a made-up key would change another row in a compacted topic";
  refused.remedy = fmt::format(
      "make the server send the key with every change: ALTER TABLE \"{}\".\"{}\" REPLICA IDENTITY "
      "FULL",
      relation.schema, relation.table);
}

void explain_unwritable_key(error& refused) {
  refused.why = "without it the record would have another row's key";
  refused.remedy =
      "choose a representation that has a place for it (decimal.handling.mode, "
      "time.precision.mode), or other columns with message.key.columns";
}

void explain_conversion_failure(error& refused, const change::relation& relation,
                                const bound_column& column) {
  refused.why = "event.converting.failure.handling.mode is fail";
  refused.remedy = fmt::format(
      "set event.converting.failure.handling.mode: warn to write null instead, or leave the column "
      "out with column.exclude.list: {}.{}.{}",
      relation.schema, relation.table, column.name);
}

}  // namespace

error refusal_of(const change::relation& relation, const bound_column& column,
                 const unwritable& what) {
  const bool missing_key = what.why == outcome::unavailable && what.role != object_role::row;
  error refused;
  refused.kind = error_class::refuse;
  refused.found = fmt::format(
      "a value of {} {}", place_of(relation, column),
      missing_key ? "is needed for the record key but was not sent" : describe(what.why));
  if (what.why == outcome::malformed) {
    explain_bad_text(refused);
  } else if (missing_key) {
    explain_missing_key(refused, relation);
  } else if (what.role == object_role::key || what.role == object_role::key_header) {
    explain_unwritable_key(refused);
  } else {
    explain_conversion_failure(refused, relation, column);
  }
  return refused;
}

}  // namespace walrelay::envelope
