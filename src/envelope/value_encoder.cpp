#include "envelope/value_encoder.hpp"

#include "envelope/number_text.hpp"

namespace walrelay::envelope {

std::string_view describe(outcome what) {
  switch (what) {
    case outcome::written:
      return "was written";
    case outcome::malformed:
      return "is not a text of its type";
    case outcome::not_finite:
      return "is NaN or infinite, which this representation cannot hold";
    case outcome::out_of_range:
      return "does not fit the 64-bit integer that stands for it";
    case outcome::no_place:
      return "has no form in the representation of its type";
    case outcome::unavailable:
      return "was not sent by the server (unchanged, stored out of line) and its type has no "
             "placeholder";
  }
  return {};
}

outcome value_encoder::write_placeholder(std::string_view, std::string& out) const {
  return write_null(out, outcome::unavailable);
}

outcome value_encoder::write_array_placeholder(std::string_view, std::string& out) const {
  return write_null(out, outcome::unavailable);
}

outcome write_null(std::string& out, outcome why) {
  out += "null";
  return why;
}

outcome write_byte_numbers(std::string_view placeholder, std::string& out) {
  char separator = '[';
  for (const char byte : placeholder) {
    out += separator;
    append_number(out, static_cast<int>(static_cast<signed char>(byte)));
    separator = ',';
  }
  if (placeholder.empty()) out += '[';
  out += ']';
  return outcome::written;
}

}  // namespace walrelay::envelope
