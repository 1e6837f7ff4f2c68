#include "envelope/binary.hpp"

#include <array>

#include "envelope/base64.hpp"
#include "envelope/string_text.hpp"

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

constexpr std::string_view hex_digits = "0123456789abcdef";

void append_hex(std::string& out, std::string_view bytes) {
  for (const char byte : bytes) {
    const auto value = static_cast<unsigned char>(byte);
    out += hex_digits[value >> 4];
    out += hex_digits[value & 0xf];
  }
}

/// Bytes in the representation of binary.handling.mode; where they come from is the subclass's.
class bytes_encoder : public value_encoder {
 public:
  explicit bytes_encoder(binary_mode mode) : mode_(mode) {}

  schema_node schema() const override {
    return {.type = mode_ == binary_mode::bytes ? "bytes" : "string"};
  }

  // A placeholder that no decoder of base64 would read is none.
  outcome write_placeholder(std::string_view placeholder, std::string& out) const override {
    switch (mode_) {
      case binary_mode::bytes:
        append_base64_literal(out, placeholder);
        return outcome::written;
      case binary_mode::hex:
        return append_string(out, placeholder, spelling::json) ? outcome::written
                                                               : outcome::malformed;
      case binary_mode::base64:
      case binary_mode::base64_url_safe:
        break;
    }
    return write_null(out, outcome::unavailable);
  }

  outcome write_array_placeholder(std::string_view placeholder, std::string& out) const override {
    if (mode_ != binary_mode::bytes) return write_null(out, outcome::unavailable);
    out += '[';
    append_base64_literal(out, placeholder);
    out += ']';
    return outcome::written;
  }

 protected:
  void append_bytes(std::string_view bytes, std::string& out) const {
    out += '"';
    switch (mode_) {
      case binary_mode::bytes:
      case binary_mode::base64:
        append_base64(out, bytes);
        break;
      case binary_mode::base64_url_safe:
        append_base64(out, bytes, base64_alphabet::url_safe);
        break;
      case binary_mode::hex:
        append_hex(out, bytes);
        break;
    }
    out += '"';
  }

 private:
  binary_mode mode_;
};

class bytea_encoder final : public bytes_encoder {
 public:
  using bytes_encoder::bytes_encoder;

  outcome write(std::string_view text, spelling, std::string& out) override {
    if (!text.starts_with("\\x") || !decode_hex(text.substr(2), bytes_)) return outcome::malformed;
    append_bytes(bytes_, out);
    return outcome::written;
  }

 private:
  std::string bytes_;
};

class text_bytes_encoder final : public bytes_encoder {
 public:
  using bytes_encoder::bytes_encoder;

  presence as_item() const override { return presence::required; }

  outcome write(std::string_view text, spelling, std::string& out) override {
    append_bytes(text, out);
    return outcome::written;
  }
};

}  // namespace

bool decode_hex(std::string_view text, std::string& bytes) {
  if (text.size() % 2 != 0) return false;
  bytes.resize(text.size() / 2);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const std::uint8_t high = hex_value(text[2 * i]);
    const std::uint8_t low = hex_value(text[2 * i + 1]);
    if (high == no_digit || low == no_digit) return false;
    bytes[i] = static_cast<char>(high << 4 | low);
  }
  return true;
}

std::unique_ptr<value_encoder> make_bytea(const column_type& type) {
  return std::make_unique<bytea_encoder>(type.modes.binaries);
}
std::unique_ptr<value_encoder> make_text_bytes(const column_type& type) {
  return std::make_unique<text_bytes_encoder>(type.modes.binaries);
}

}  // namespace walrelay::envelope
