#include "envelope/base64.hpp"

#include <array>
#include <cstdint>

namespace walrelay::envelope {
namespace {

constexpr std::string_view standard_digits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::string_view url_safe_digits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

std::uint32_t byte_at(std::string_view bytes, std::size_t index) {
  return static_cast<unsigned char>(bytes[index]);
}

}  // namespace

void append_base64(std::string& out, std::string_view bytes, base64_alphabet alphabet) {
  const std::string_view digits =
      alphabet == base64_alphabet::standard ? standard_digits : url_safe_digits;
  const auto digit = [digits](std::uint32_t group, unsigned shift) {
    return digits[(group >> shift) & 0x3f];
  };
  std::size_t at = out.size();
  out.resize(at + (bytes.size() + 2) / 3 * 4);
  std::size_t i = 0;
  for (; i + 3 <= bytes.size(); i += 3) {
    const std::uint32_t group =
        byte_at(bytes, i) << 16 | byte_at(bytes, i + 1) << 8 | byte_at(bytes, i + 2);
    out[at++] = digit(group, 18);
    out[at++] = digit(group, 12);
    out[at++] = digit(group, 6);
    out[at++] = digit(group, 0);
  }
  const std::size_t left = bytes.size() - i;
  if (left == 0) return;
  std::uint32_t group = byte_at(bytes, i) << 16;
  if (left == 2) group |= byte_at(bytes, i + 1) << 8;
  out[at++] = digit(group, 18);
  out[at++] = digit(group, 12);
  out[at++] = left == 2 ? digit(group, 6) : '=';
  out[at++] = '=';
}

void append_base64_literal(std::string& out, std::string_view bytes) {
  out += '"';
  append_base64(out, bytes);
  out += '"';
}

}  // namespace walrelay::envelope
