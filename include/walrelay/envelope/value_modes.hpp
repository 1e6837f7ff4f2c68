// value_modes: how values are represented where Debezium leaves a choice (DEBEZIUM.md section 2).
// The same for all tables of a connector.
#pragma once

#include <cstdint>
#include <string>

namespace walrelay::envelope {

/// decimal.handling.mode
enum class decimal_mode : std::uint8_t { precise, as_double, as_string };
/// Connect's decimal.format: a precise decimal as base64 of its unscaled value or as a number.
enum class decimal_format : std::uint8_t { base64, numeric };
/// time.precision.mode
enum class time_mode : std::uint8_t {
  adaptive,
  adaptive_time_microseconds,
  connect,
  isostring,
  microseconds,
  nanoseconds,
};
/// interval.handling.mode
enum class interval_mode : std::uint8_t { numeric, as_string };
/// binary.handling.mode
enum class binary_mode : std::uint8_t { bytes, base64, base64_url_safe, hex };
/// hstore.handling.mode
enum class hstore_mode : std::uint8_t { json, map };
/// Columns of types that no family knows; the last two are include.unknown.datatypes.
/// as_text also writes arrays of types whose arrays Debezium leaves out.
enum class unknown_types : std::uint8_t { as_text, left_out, as_bytes };
/// How decimal.handling.mode string spells what is no number: `-Infinity` or `NEGATIVE_INFINITY`.
enum class not_finite_words : std::uint8_t { postgres, debezium };

/// A schema describes arrays of one dimension: where one is embedded, others have no place.
enum class array_shapes : std::uint8_t { any, one_dimension };

struct value_modes {
  decimal_mode decimals = decimal_mode::precise;
  time_mode times = time_mode::adaptive;
  interval_mode intervals = interval_mode::numeric;
  binary_mode binaries = binary_mode::bytes;
  hstore_mode hstores = hstore_mode::json;
  int money_fraction_digits = 2;
  unknown_types unknown = unknown_types::as_text;
  not_finite_words not_finite = not_finite_words::postgres;
  // Not of a connector as a whole, but of where the value stands.
  decimal_format decimal_text = decimal_format::base64;
  array_shapes arrays = array_shapes::any;
};

}  // namespace walrelay::envelope
