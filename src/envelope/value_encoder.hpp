// value_encoder: turns the server's text of one column into JSON. One encoder per column, chosen
// once when a relation is bound (encoder_for.hpp); each type family has a file of its own in this
// room. Encoders may keep scratch memory between calls, so one is used by one thread at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <walrelay/change/table_facts.hpp>
#include <walrelay/envelope/value_modes.hpp>

#include "envelope/schema_node.hpp"

namespace walrelay::envelope {

/// How an attempt to write a value ended. The kinds after `malformed` are conversion
/// failures: the encoder has written the null that stands for the value (inside an array: for the
/// element).
enum class outcome : unsigned char {
  written,
  malformed,     // no text of this type; whatever was appended must be dropped
  not_finite,    // NaN or an infinity where the representation has none
  out_of_range,  // does not fit the integer that stands for it
  no_place,      // the representation has no form for this value
  unavailable,   // an unchanged out-of-line value of a type that has no placeholder
};

/// A clause without the value, for counters and logs.
[[nodiscard]] std::string_view describe(outcome what);

/// Where the text goes. Kafka Connect writes record headers with another converter than keys and
/// values, which spells strings, decimals and NaN differently (SimpleHeaderConverter).
enum class spelling : unsigned char { json, header };

/// What an encoder is chosen and made from.
struct column_type {
  std::int32_t modifier = -1;
  const value_modes& modes;  // not kept by encoders
};

class value_encoder {
 public:
  virtual ~value_encoder() = default;

  /// How Connect describes the values. By default a string.
  [[nodiscard]] virtual schema_node schema() const { return {.type = "string"}; }
  /// JSON of the type's zero: what Debezium writes for a NOT NULL column that was not sent. By
  /// default the empty string.
  [[nodiscard]] virtual std::string zero() const { return "\"\""; }
  /// JSON of the schema default that stands for one which only the server can compute (a function
  /// call); none for types whose schema then has no default.
  [[nodiscard]] virtual std::optional<std::string> computed_default() const { return std::nullopt; }
  /// Whether the schema of an array of this type lets its items be null.
  [[nodiscard]] virtual presence as_item() const { return presence::optional; }

  [[nodiscard]] virtual outcome write(std::string_view text, spelling how, std::string& out) = 0;

  /// Since the last call a null was written where schema() said that none could be, so it has
  /// become another.
  [[nodiscard]] virtual bool take_widened() { return false; }

  /// False when `text` holds labels of an enum that schema() does not list. Once for each label:
  /// whoever asks learns the labels then, and what is not among them never will be.
  [[nodiscard]] virtual bool knows_labels(std::string_view) { return true; }
  virtual void learn_labels(const change::type_catalog&) {}

  /// What stands for an unchanged out-of-line value that the server did not send, as JSON. A column
  /// keeps its JSON type, so a type in which `placeholder` has no form gets null and a failure.
  [[nodiscard]] virtual outcome write_placeholder(std::string_view placeholder,
                                                  std::string& out) const;
  /// The same for a one-dimensional array of this type.
  [[nodiscard]] virtual outcome write_array_placeholder(std::string_view placeholder,
                                                        std::string& out) const;
};

/// Appends the null that stands for a value without a place in the representation.
[[nodiscard]] outcome write_null(std::string& out, outcome why);
/// `[95,95,100,...]`: how Debezium fits its placeholder into arrays of integers; a byte above 127
/// is negative, as Java's bytes are.
[[nodiscard]] outcome write_byte_numbers(std::string_view placeholder, std::string& out);

}  // namespace walrelay::envelope
