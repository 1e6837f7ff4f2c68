#include "envelope/decimal_text.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <system_error>

#include "envelope/number_text.hpp"

namespace walrelay::envelope {

std::optional<decimal_parts> take_apart_decimal(std::string_view text) {
  decimal_parts parts;
  if (text.starts_with('-')) {
    parts.of_number = sign::negative;
    text.remove_prefix(1);
  }
  const std::size_t point = text.find('.');
  parts.whole = text.substr(0, point);
  if (!all_digits(parts.whole)) return std::nullopt;
  if (point != std::string_view::npos) {
    parts.fraction = text.substr(point + 1);
    if (!all_digits(parts.fraction)) return std::nullopt;
  }
  return parts;
}

bool unscaled_digits(const decimal_parts& number, int scale, std::string& digits) {
  digits.assign(number.whole);
  digits.append(number.fraction);
  const int missing = scale - static_cast<int>(number.fraction.size());
  if (missing > 0) {
    digits.append(static_cast<std::size_t>(missing), '0');
  } else {
    const std::size_t surplus = std::min(static_cast<std::size_t>(-missing), digits.size());
    const std::size_t kept = digits.size() - surplus;
    if (digits.find_first_not_of('0', kept) != std::string::npos) return false;
    digits.resize(kept);
  }
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
  if (digits.empty()) digits += '0';
  return true;
}

namespace {

double beyond_double(const decimal_parts& number) {
  const bool overflow = number.whole.find_first_not_of('0') != std::string_view::npos;
  const double magnitude = overflow ? std::numeric_limits<double>::infinity() : 0.0;
  return number.of_number == sign::negative ? -magnitude : magnitude;
}

}  // namespace

double nearest_double(const decimal_parts& number, std::string_view text) {
  double nearest = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), nearest);
  return read.ec == std::errc{} ? nearest : beyond_double(number);
}

void append_plain_decimal(std::string& out, sign of_number, std::string_view digits, int scale) {
  if (of_number == sign::negative && digits != "0") out += '-';
  const int count = static_cast<int>(digits.size());
  if (scale <= 0) {
    out += digits;
    if (digits != "0") out.append(static_cast<std::size_t>(-scale), '0');
  } else if (scale >= count) {
    out += "0.";
    out.append(static_cast<std::size_t>(scale - count), '0');
    out += digits;
  } else {
    const auto whole = static_cast<std::size_t>(count - scale);
    out += digits.substr(0, whole);
    out += '.';
    out += digits.substr(whole);
  }
}

void append_java_decimal(std::string& out, sign of_number, std::string_view digits, int scale) {
  if (of_number == sign::negative && digits != "0") out += '-';
  const int count = static_cast<int>(digits.size());
  const int exponent = count - 1 - scale;
  if (scale < 0 || exponent < -6) {
    out += digits.front();
    if (count > 1) (out += '.') += digits.substr(1);
    if (exponent == 0) return;
    out += exponent > 0 ? "E+" : "E";
    append_number(out, exponent);
  } else {
    append_plain_decimal(out, sign::positive, digits, scale);
  }
}

}  // namespace walrelay::envelope
