// builtin_types: the types whose OID is the same in every database (pg_type.dat), with the family
// that encodes them. A type that is not here is emitted as the server's text.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include <walrelay/base/ids.hpp>

#include "envelope/value_encoder.hpp"

namespace walrelay::envelope {

/// What Debezium does with a column of arrays of a type.
enum class debezium_arrays : unsigned char {
  known,
  left_out,
  null_bits,  // described as if it were no array, and always null
};

struct builtin_type {
  std::uint32_t id;
  std::uint32_t array;  // the type of arrays of it
  std::string_view name;
  std::unique_ptr<value_encoder> (*make)(const column_type& type);
  debezium_arrays arrays = debezium_arrays::known;
};

/// Null when there is none.
[[nodiscard]] const builtin_type* find_builtin(oid type);
/// The built-in element type of a built-in array type; null when there is none.
[[nodiscard]] const builtin_type* find_builtin_element(oid array_type);

}  // namespace walrelay::envelope
