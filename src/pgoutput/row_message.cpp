#include "pgoutput/row_message.hpp"

#include "pgoutput/tuple.hpp"

namespace walrelay::pgoutput {

namespace {

row read_target(field_reader& fields, change::row_operation operation) {
  row decoded;
  decoded.operation = operation;
  decoded.relation = fields.object_id();
  return decoded;
}

/// The tuple that the tag just read announces: 'K' or 'O'.
void read_old_row(field_reader& fields, std::uint8_t tag, row& decoded, value_scratch& old_values) {
  decoded.old_kind = tag == 'K' ? change::old_row::key : change::old_row::full;
  read_tuple(fields, old_values);
  decoded.old_values = old_values;
}

}  // namespace

row read_insert(field_reader& fields, value_scratch& new_values) {
  row decoded = read_target(fields, change::row_operation::insert);
  if (fields.u8() != 'N') fields.refuse("no new row where one must be");
  read_tuple(fields, new_values);
  decoded.new_values = new_values;
  return decoded;
}

row read_update(field_reader& fields, value_scratch& old_values, value_scratch& new_values) {
  row decoded = read_target(fields, change::row_operation::update);
  std::uint8_t tag = fields.u8();
  if (tag == 'K' || tag == 'O') {
    read_old_row(fields, tag, decoded, old_values);
    tag = fields.u8();
  }
  if (tag != 'N') fields.refuse("no new row where one must be");
  read_tuple(fields, new_values);
  decoded.new_values = new_values;
  return decoded;
}

row read_delete(field_reader& fields, value_scratch& old_values) {
  row decoded = read_target(fields, change::row_operation::remove);
  const std::uint8_t tag = fields.u8();
  if (tag != 'K' && tag != 'O') fields.refuse("no old row where one must be");
  read_old_row(fields, tag, decoded, old_values);
  return decoded;
}

}  // namespace walrelay::pgoutput
