#include "envelope/floating.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <type_traits>

#include "envelope/number_text.hpp"

namespace walrelay::envelope {
namespace {

struct scientific {
  std::array<char, 24> digits{};  // without the point; the first one is the integer digit
  int count = 0;
  int exponent = 0;
};

// Reads the d.ddde+xx that std::to_chars has written for a positive number.
scientific take_apart(const char* at, const char* end) {
  scientific parts;
  for (; at != end && *at != 'e'; ++at) {
    if (*at != '.') parts.digits[static_cast<std::size_t>(parts.count++)] = *at;
  }
  ++at;
  if (at != end && *at == '+') ++at;  // from_chars does not take a plus sign
  std::from_chars(at, end, parts.exponent);
  while (parts.count > 1 && parts.digits[static_cast<std::size_t>(parts.count - 1)] == '0') {
    --parts.count;
  }
  return parts;
}

// Java asks for the shortest decimal that reads back as the same number, but compares decimals of
// two digits when one would do, and takes the nearest: the smallest double is 4.9E-324,
// not 5.0E-324.
template <class Float>
scientific shortest(Float positive) {
  std::array<char, 40> text;
  char* const first = text.data();
  char* const last = text.data() + text.size();
  auto end = std::to_chars(first, last, positive, std::chars_format::scientific).ptr;
  scientific parts = take_apart(first, end);
  if (parts.count == 1) {
    end = std::to_chars(first, last, positive, std::chars_format::scientific, 1).ptr;
    parts = take_apart(first, end);
  }
  return parts;
}

void append_digits(std::string& out, const scientific& parts, int from, int to) {
  for (int i = from; i < to; ++i) {
    out += i < parts.count ? parts.digits[static_cast<std::size_t>(i)] : '0';
  }
}

// At least one digit follows the point.
void append_fraction(std::string& out, const scientific& parts, int from) {
  out += '.';
  append_digits(out, parts, from, std::max(parts.count, from + 1));
}

template <class Float>
void append_java(std::string& out, Float number) {
  if (std::signbit(number)) out += '-';
  if (number == 0) {
    out += "0.0";
    return;
  }
  const scientific parts = shortest(std::fabs(number));
  if (parts.exponent >= 7 || parts.exponent < -3) {
    append_digits(out, parts, 0, 1);
    append_fraction(out, parts, 1);
    out += 'E';
    append_number(out, parts.exponent);
  } else if (parts.exponent >= 0) {
    append_digits(out, parts, 0, parts.exponent + 1);
    append_fraction(out, parts, parts.exponent + 1);
  } else {
    out += "0.";
    out.append(static_cast<std::size_t>(-parts.exponent - 1), '0');
    append_digits(out, parts, 0, parts.count);
  }
}

template <class Float>
class floating_encoder final : public value_encoder {
 public:
  schema_node schema() const override {
    return {.type = std::is_same_v<Float, float> ? "float" : "double"};
  }
  std::string zero() const override { return "0.0"; }
  std::optional<std::string> computed_default() const override { return zero(); }

  outcome write(std::string_view text, spelling how, std::string& out) override {
    if (is_not_finite(text)) {
      append_not_finite(out, text, how);
      return outcome::written;
    }
    if (!starts_like_a_number(text)) return outcome::malformed;
    Float number = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, failure] = std::from_chars(text.data(), end, number);
    if (failure != std::errc{} || stop != end) return outcome::malformed;
    append_java(out, number);
    return outcome::written;
  }

 private:
  // from_chars also reads words such as `inf`, which PostgreSQL never writes.
  static bool starts_like_a_number(std::string_view text) {
    if (text.starts_with('-')) text.remove_prefix(1);
    return !text.empty() && is_digit(text.front());
  }
};

}  // namespace

void append_not_finite(std::string& out, std::string_view word, spelling how) {
  // JSON has no such numbers; Kafka Connect quotes the words. Headers are not JSON.
  const std::string_view quote = how == spelling::json ? "\"" : "";
  out.append(quote).append(word).append(quote);
}

void append_java_number(std::string& out, double finite) {
  append_java(out, finite);
}

std::unique_ptr<value_encoder> make_float4(const column_type&) {
  return std::make_unique<floating_encoder<float>>();
}
std::unique_ptr<value_encoder> make_float8(const column_type&) {
  return std::make_unique<floating_encoder<double>>();
}

}  // namespace walrelay::envelope
