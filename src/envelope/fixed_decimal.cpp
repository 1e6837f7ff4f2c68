#include "envelope/fixed_decimal.hpp"

#include <cmath>

#include <fmt/format.h>

#include "envelope/base64.hpp"
#include "envelope/decimal_text.hpp"
#include "envelope/floating.hpp"

namespace walrelay::envelope {

fixed_decimal::fixed_decimal(int scale, int precision, const value_modes& modes)
    : scale_(scale), precision_(precision), mode_(modes.decimals), format_(modes.decimal_text) {}

schema_node fixed_decimal::schema() const {
  switch (mode_) {
    case decimal_mode::as_double:
      return {.type = "double"};
    case decimal_mode::as_string:
      return {.type = "string"};
    case decimal_mode::precise:
      break;
  }
  schema_node node{.type = "bytes", .name = std::string(decimal_schema_name), .version = 1};
  node.parameters.emplace_back("scale", fmt::to_string(scale_));
  if (precision_ != no_precision) {
    node.parameters.emplace_back("connect.decimal.precision", fmt::to_string(precision_));
  }
  return node;
}

std::string fixed_decimal::zero() const {
  std::string json;
  fixed_decimal(*this).write(sign::positive, "0", spelling::json, json);
  return json;
}

void fixed_decimal::write(sign of_number, std::string_view digits, spelling how, std::string& out) {
  switch (mode_) {
    case decimal_mode::precise:
      write_precise(of_number, digits, how, out);
      break;
    case decimal_mode::as_double:
      write_double(of_number, digits, how, out);
      break;
    case decimal_mode::as_string:
      out += '"';
      append_plain_decimal(out, of_number, digits, scale_);
      out += '"';
      break;
  }
}

void fixed_decimal::write_precise(sign of_number, std::string_view digits, spelling how,
                                  std::string& out) {
  if (how == spelling::json && format_ == decimal_format::base64) {
    append_base64_literal(out, bytes_.of(of_number, digits));
  } else {
    append_java_decimal(out, of_number, digits, scale_);
  }
}

void fixed_decimal::write_double(sign of_number, std::string_view digits, spelling how,
                                 std::string& out) {
  plain_.clear();
  append_plain_decimal(plain_, of_number, digits, scale_);
  if (const auto parts = take_apart_decimal(plain_)) {
    append_json_double(out, nearest_double(*parts, plain_), how);
  }
}

void append_json_double(std::string& out, double number, spelling how) {
  if (std::isfinite(number)) {
    append_java_number(out, number);
  } else {
    append_not_finite(out, number < 0 ? "-Infinity" : "Infinity", how);
  }
}

}  // namespace walrelay::envelope
