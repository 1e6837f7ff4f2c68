// The text of a numeric, taken apart and put together without any arithmetic type.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "envelope/unscaled.hpp"

namespace walrelay::envelope {

/// `-12.50` as {negative, "12", "50"}; views into the text.
struct decimal_parts {
  sign of_number = sign::positive;
  std::string_view whole;
  std::string_view fraction;
};

/// PostgreSQL's plain notation only: never an exponent, always a digit before the point.
[[nodiscard]] std::optional<decimal_parts> take_apart_decimal(std::string_view text);

/// Writes the number times 10^scale as digits without leading zeros into `digits` ("0" for zero).
/// False when that is no whole number.
[[nodiscard]] bool unscaled_digits(const decimal_parts& number, int scale, std::string& digits);

/// The double nearest to the number, an infinity beyond the largest; `text` is the number's own.
[[nodiscard]] double nearest_double(const decimal_parts& number, std::string_view text);

/// Every digit, never an exponent: BigDecimal.toPlainString().
void append_plain_decimal(std::string& out, sign of_number, std::string_view digits, int scale);
/// As Java's BigDecimal.toString() spells unscaled value and scale.
void append_java_decimal(std::string& out, sign of_number, std::string_view digits, int scale);

}  // namespace walrelay::envelope
