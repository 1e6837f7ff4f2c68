// Integers as decimal text, without locale and without allocation.
#pragma once

#include <array>
#include <charconv>
#include <concepts>
#include <string>
#include <string_view>

namespace walrelay::envelope {

template <std::integral Number>
void append_number(std::string& out, Number number) {
  std::array<char, 24> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  out.append(digits.data(), end);
}

[[nodiscard]] constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// One digit or more and nothing else.
[[nodiscard]] constexpr bool all_digits(std::string_view text) {
  if (text.empty()) return false;
  for (const char c : text) {
    if (!is_digit(c)) return false;
  }
  return true;
}

/// How PostgreSQL spells the numeric and floating-point values that are no numbers.
[[nodiscard]] constexpr bool is_not_finite(std::string_view text) {
  return text == "NaN" || text == "Infinity" || text == "-Infinity";
}

}  // namespace walrelay::envelope
