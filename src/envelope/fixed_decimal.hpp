// Decimals of one scale for the whole column, numeric(p,s) and money, in every representation of
// decimal.handling.mode and decimal.format.
#pragma once

#include <string>
#include <string_view>

#include "envelope/unscaled.hpp"
#include "envelope/value_encoder.hpp"

namespace walrelay::envelope {

inline constexpr int no_precision = 0;
inline constexpr std::string_view decimal_schema_name = "org.apache.kafka.connect.data.Decimal";

class fixed_decimal {
 public:
  /// `precision` goes into the schema.
  fixed_decimal(int scale, int precision, const value_modes& modes);

  [[nodiscard]] schema_node schema() const;
  [[nodiscard]] std::string zero() const;

  /// The number `digits` times 10^-scale.
  void write(sign of_number, std::string_view digits, spelling how, std::string& out);

 private:
  void write_precise(sign of_number, std::string_view digits, spelling how, std::string& out);
  void write_double(sign of_number, std::string_view digits, spelling how, std::string& out);

  int scale_;
  int precision_;
  decimal_mode mode_;
  decimal_format format_;
  std::string plain_;
  unscaled_bytes bytes_;
};

/// A finite double, or what is left of a number beyond the largest one.
void append_json_double(std::string& out, double number, spelling how);

}  // namespace walrelay::envelope
