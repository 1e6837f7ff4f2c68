#include "envelope/binary.hpp"

#include <array>

#include "envelope/base64.hpp"

namespace walrelay::envelope {
namespace {

constexpr std::uint8_t no_digit = 0xff;

constexpr std::array<std::uint8_t, 256> make_hex_values() {
  std::array<std::uint8_t, 256> values{};
  values.fill(no_digit);
  for (std::uint8_t i = 0; i < 10; ++i) values[std::size_t{'0'} + i] = i;
  for (std::uint8_t i = 0; i < 6; ++i) {
    const auto value = static_cast<std::uint8_t>(10 + i);
    values[std::size_t{'a'} + i] = value;
    values[std::size_t{'A'} + i] = value;
  }
  return values;
}

constexpr auto hex_values = make_hex_values();

std::uint8_t hex_value(char c) {
  return hex_values[static_cast<unsigned char>(c)];
}

class bytea_encoder final : public value_encoder {
 public:
  outcome write(std::string_view text, spelling, std::string& out) override {
    if (!decode(text)) return outcome::malformed;
    append_quoted(bytes_, out);
    return outcome::written;
  }

  outcome write_placeholder(std::string_view placeholder, std::string& out) const override {
    append_quoted(placeholder, out);
    return outcome::written;
  }

  outcome write_array_placeholder(std::string_view placeholder, std::string& out) const override {
    out += '[';
    append_quoted(placeholder, out);
    out += ']';
    return outcome::written;
  }

 private:
  static void append_quoted(std::string_view bytes, std::string& out) {
    out += '"';
    append_base64(out, bytes);
    out += '"';
  }

  bool decode(std::string_view text) {
    if (!text.starts_with("\\x") || text.size() % 2 != 0) return false;
    text.remove_prefix(2);
    bytes_.resize(text.size() / 2);
    for (std::size_t i = 0; i < bytes_.size(); ++i) {
      const std::uint8_t high = hex_value(text[2 * i]);
      const std::uint8_t low = hex_value(text[2 * i + 1]);
      if (high == no_digit || low == no_digit) return false;
      bytes_[i] = static_cast<char>(high << 4 | low);
    }
    return true;
  }

  std::string bytes_;
};

}  // namespace

std::unique_ptr<value_encoder> make_bytea(const column_type&) {
  return std::make_unique<bytea_encoder>();
}

}  // namespace walrelay::envelope
