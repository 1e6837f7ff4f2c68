#include "envelope/decimal.hpp"

#include "envelope/base64.hpp"
#include "envelope/decimal_text.hpp"
#include "envelope/fixed_decimal.hpp"
#include "envelope/floating.hpp"
#include "envelope/number_text.hpp"
#include "envelope/string_text.hpp"
#include "envelope/unscaled.hpp"

namespace walrelay::envelope {
namespace {

std::string_view debezium_word(std::string_view not_finite) {
  if (not_finite == "NaN") return "NAN";
  return not_finite == "Infinity" ? "POSITIVE_INFINITY" : "NEGATIVE_INFINITY";
}

/// What numeric columns have in common: NaN, the infinities and the placeholder.
class numeric_encoder : public value_encoder {
 public:
  explicit numeric_encoder(const value_modes& modes)
      : mode_(modes.decimals), words_(modes.not_finite) {}

  outcome write(std::string_view text, spelling how, std::string& out) override {
    if (is_not_finite(text)) return write_not_finite(text, how, out);
    const auto number = take_apart_decimal(text);
    if (!number) return outcome::malformed;
    return write_number(*number, text, how, out);
  }

  outcome write_placeholder(std::string_view placeholder, std::string& out) const override {
    if (mode_ != decimal_mode::as_string) return write_null(out, outcome::unavailable);
    return append_string(out, placeholder, spelling::json) ? outcome::written : outcome::malformed;
  }

 protected:
  [[nodiscard]] decimal_mode mode() const { return mode_; }

 private:
  virtual outcome write_number(const decimal_parts& number, std::string_view text, spelling how,
                               std::string& out) = 0;

  outcome write_not_finite(std::string_view text, spelling how, std::string& out) const {
    switch (mode_) {
      case decimal_mode::precise:
        return write_null(out, outcome::not_finite);
      case decimal_mode::as_double:
        append_not_finite(out, text, how);
        break;
      case decimal_mode::as_string:
        out += '"';
        out += words_ == not_finite_words::debezium ? debezium_word(text) : text;
        out += '"';
        break;
    }
    return outcome::written;
  }

  decimal_mode mode_;
  not_finite_words words_;
};

/// numeric(p,s).
class fixed_scale_encoder final : public numeric_encoder {
 public:
  fixed_scale_encoder(int scale, int precision, const value_modes& modes)
      : numeric_encoder(modes), scale_(scale), decimal_(scale, precision, modes) {}

  schema_node schema() const override { return decimal_.schema(); }
  std::string zero() const override { return decimal_.zero(); }
  std::optional<std::string> computed_default() const override { return zero(); }

 private:
  outcome write_number(const decimal_parts& number, std::string_view, spelling how,
                       std::string& out) override {
    // A digit beyond the declared scale would have to be rounded away, and we never round.
    if (!unscaled_digits(number, scale_, digits_)) return outcome::malformed;
    decimal_.write(number.of_number, digits_, how, out);
    return outcome::written;
  }

  int scale_;
  std::string digits_;
  fixed_decimal decimal_;
};

/// numeric without a scale: every value brings its own. As a struct without the trailing zeros of
/// its fraction, as Debezium does, so that equal numbers look equal; the scale is never negative.
class variable_scale_encoder final : public numeric_encoder {
 public:
  using numeric_encoder::numeric_encoder;

  schema_node schema() const override {
    switch (mode()) {
      case decimal_mode::as_double:
        return {.type = "double"};
      case decimal_mode::as_string:
        return {.type = "string"};
      case decimal_mode::precise:
        break;
    }
    schema_node node{.type = "struct",
                     .name = "io.debezium.data.VariableScaleDecimal",
                     .version = 1,
                     .doc = "Variable scaled decimal"};
    node.fields.push_back({"scale", {.type = "int32", .need = presence::required}});
    node.fields.push_back({"value", {.type = "bytes", .need = presence::required}});
    return node;
  }

  std::string zero() const override {
    std::string json;
    (void)variable_scale_encoder(*this).write("0", spelling::json, json);
    return json;
  }
  std::optional<std::string> computed_default() const override {
    if (mode() == decimal_mode::precise) return std::nullopt;  // no default of a struct
    return zero();
  }

 private:
  outcome write_number(const decimal_parts& number, std::string_view text, spelling how,
                       std::string& out) override {
    switch (mode()) {
      case decimal_mode::precise:
        return write_struct(number, out);
      case decimal_mode::as_double:
        append_json_double(out, nearest_double(number, text), how);
        break;
      case decimal_mode::as_string:
        out += '"';
        out += text;
        out += '"';
        break;
    }
    return outcome::written;
  }

  outcome write_struct(decimal_parts number, std::string& out) {
    while (number.fraction.ends_with('0')) number.fraction.remove_suffix(1);
    const int scale = static_cast<int>(number.fraction.size());
    if (!unscaled_digits(number, scale, digits_)) return outcome::malformed;
    out += "{\"scale\":";
    append_number(out, scale);
    out += ",\"value\":";
    append_base64_literal(out, bytes_.of(number.of_number, digits_));
    out += '}';
    return outcome::written;
  }

  std::string digits_;
  unscaled_bytes bytes_;
};

// A numeric's type modifier is 4 more than precision << 16 | scale, the scale being an 11-bit
// signed number (PostgreSQL 15 allows negative ones).
int scale_of(std::int32_t type_modifier) {
  const int scale = (type_modifier - 4) & 0x7ff;
  return scale < 0x400 ? scale : scale - 0x800;
}
int precision_of(std::int32_t type_modifier) {
  return (type_modifier - 4) >> 16 & 0xffff;
}

}  // namespace

std::unique_ptr<value_encoder> make_numeric(const column_type& type) {
  if (type.modifier < 4) return std::make_unique<variable_scale_encoder>(type.modes);
  return std::make_unique<fixed_scale_encoder>(scale_of(type.modifier), precision_of(type.modifier),
                                               type.modes);
}

}  // namespace walrelay::envelope
