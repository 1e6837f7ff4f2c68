#include "envelope/decimal.hpp"

#include "envelope/base64.hpp"
#include "envelope/decimal_text.hpp"
#include "envelope/number_text.hpp"
#include "envelope/unscaled.hpp"

namespace walrelay::envelope {
namespace {

void append_base64_literal(std::string& out, std::string_view bytes) {
  out += '"';
  append_base64(out, bytes);
  out += '"';
}

/// numeric(p,s): base64 of the unscaled value at the column's scale.
class fixed_scale_encoder final : public value_encoder {
 public:
  explicit fixed_scale_encoder(int scale) : scale_(scale) {}

  outcome write(std::string_view text, spelling how, std::string& out) override {
    const auto number = take_apart_decimal(text);
    if (!number) {
      return is_not_finite(text) ? write_null(out, outcome::not_finite) : outcome::malformed;
    }
    // A digit beyond the declared scale would have to be rounded away, and we never round.
    if (!unscaled_digits(*number, scale_, digits_)) return outcome::malformed;
    switch (how) {
      case spelling::json:
        append_base64_literal(out, bytes_.of(number->of_number, digits_));
        break;
      case spelling::header:
        append_java_decimal(out, number->of_number, digits_, scale_);
        break;
    }
    return outcome::written;
  }

 private:
  int scale_;
  std::string digits_;
  unscaled_bytes bytes_;
};

/// numeric without a scale: every value brings its own. Trailing zeros of the fraction are dropped,
/// as Debezium does, so that equal numbers look equal; the scale is never negative.
class variable_scale_encoder final : public value_encoder {
 public:
  outcome write(std::string_view text, spelling, std::string& out) override {
    auto number = take_apart_decimal(text);
    if (!number) {
      return is_not_finite(text) ? write_null(out, outcome::not_finite) : outcome::malformed;
    }
    while (number->fraction.ends_with('0')) number->fraction.remove_suffix(1);
    const int scale = static_cast<int>(number->fraction.size());
    if (!unscaled_digits(*number, scale, digits_)) return outcome::malformed;
    out += "{\"scale\":";
    append_number(out, scale);
    out += ",\"value\":";
    append_base64_literal(out, bytes_.of(number->of_number, digits_));
    out += '}';
    return outcome::written;
  }

 private:
  std::string digits_;
  unscaled_bytes bytes_;
};

// A numeric's type modifier is 4 more than precision << 16 | scale, the scale being an 11-bit
// signed number (PostgreSQL 15 allows negative ones).
int scale_of(std::int32_t type_modifier) {
  const int scale = (type_modifier - 4) & 0x7ff;
  return scale < 0x400 ? scale : scale - 0x800;
}

}  // namespace

std::unique_ptr<value_encoder> make_numeric(const column_type& type) {
  if (type.modifier < 4) return std::make_unique<variable_scale_encoder>();
  return std::make_unique<fixed_scale_encoder>(scale_of(type.modifier));
}

}  // namespace walrelay::envelope
