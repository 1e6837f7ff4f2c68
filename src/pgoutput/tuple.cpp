#include "pgoutput/tuple.hpp"

#include <walrelay/pgoutput/decoder.hpp>

namespace walrelay::pgoutput {

namespace {

change::value read_value(field_reader& fields) {
  switch (fields.u8()) {
    case 'n':
      return {change::value_kind::null, {}};
    case 'u':
      return {change::value_kind::unchanged, {}};
    case 't':
      return {change::value_kind::text, fields.counted_text()};
    case 'b':
      fields.refuse("a binary value, which was not asked for");
      return {};
  }
  fields.refuse("an unknown kind of column value");
  return {};
}

}  // namespace

std::size_t read_column_count(field_reader& fields) {
  const std::int16_t count = fields.i16();
  if (count < 0) fields.refuse("a negative number of columns");
  if (count > max_columns) fields.refuse("more than 1600 columns");
  return fields.good() ? static_cast<std::size_t>(count) : 0;
}

void read_tuple(field_reader& fields, std::vector<change::value>& values) {
  values.clear();
  const std::size_t count = read_column_count(fields);
  for (std::size_t i = 0; i < count && fields.good(); ++i) values.push_back(read_value(fields));
}

}  // namespace walrelay::pgoutput
