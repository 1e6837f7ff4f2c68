#include "envelope/bits.hpp"

#include <limits>

#include <fmt/format.h>

#include "envelope/base64.hpp"

namespace walrelay::envelope {
namespace {

constexpr std::int32_t unbounded = std::numeric_limits<std::int32_t>::max();
constexpr std::size_t bits_in_byte = 8;

class one_bit_encoder final : public value_encoder {
 public:
  schema_node schema() const override { return {.type = "boolean"}; }
  std::string zero() const override { return "false"; }
  std::optional<std::string> computed_default() const override { return zero(); }

  outcome write(std::string_view text, spelling, std::string& out) override {
    if (text.empty()) return write_null(out, outcome::no_place);  // varbit(1) may hold no bit
    if (text != "0" && text != "1") return outcome::malformed;
    out += text == "1" ? "true" : "false";
    return outcome::written;
  }
};

class bits_encoder : public value_encoder {
 public:
  explicit bits_encoder(std::int32_t length) : length_(length) {}

  schema_node schema() const override {
    schema_node node{.type = "bytes", .name = "io.debezium.data.Bits", .version = 1};
    node.parameters.emplace_back("length", fmt::to_string(length_));
    return node;
  }
  std::optional<std::string> computed_default() const override { return zero(); }

  outcome write(std::string_view text, spelling, std::string& out) override {
    if (!pack(text)) return outcome::malformed;
    append_base64_literal(out, bytes_);
    return outcome::written;
  }

 protected:
  [[nodiscard]] std::int32_t length() const { return length_; }

 private:
  bool pack(std::string_view text) {
    bytes_.assign((text.size() + bits_in_byte - 1) / bits_in_byte, '\0');
    for (std::size_t i = 0; i < text.size(); ++i) {
      const char bit = text[text.size() - 1 - i];
      if (bit == '1') {
        char& byte = bytes_[i / bits_in_byte];
        byte = static_cast<char>(static_cast<unsigned char>(byte) | 1U << i % bits_in_byte);
      } else if (bit != '0') {
        return false;
      }
    }
    while (bytes_.ends_with('\0')) bytes_.pop_back();
    return true;
  }

  std::int32_t length_;
  std::string bytes_;
};

class null_bits_encoder final : public bits_encoder {
 public:
  using bits_encoder::bits_encoder;

  schema_node schema() const override {
    if (length() <= 1) return one_bit_encoder().schema();
    return bits_encoder::schema();
  }

  outcome write(std::string_view, spelling, std::string& out) override {
    return write_null(out, outcome::no_place);
  }
};

}  // namespace

// The type modifier of both types is the length; a bit without one is bit(1).
std::unique_ptr<value_encoder> make_bit(const column_type& type) {
  if (type.modifier <= 1) return std::make_unique<one_bit_encoder>();
  return std::make_unique<bits_encoder>(type.modifier);
}
std::unique_ptr<value_encoder> make_varbit(const column_type& type) {
  if (type.modifier == 1) return std::make_unique<one_bit_encoder>();
  return std::make_unique<bits_encoder>(type.modifier < 0 ? unbounded : type.modifier);
}
std::unique_ptr<value_encoder> make_null_bits(const column_type& type) {
  return std::make_unique<null_bits_encoder>(type.modifier);
}

}  // namespace walrelay::envelope
