#include "envelope/md5.hpp"

#include <bit>
#include <cmath>

namespace walrelay::envelope {
namespace {

using state = std::array<std::uint32_t, 4>;

std::string padded(std::string_view text) {
  std::string message(text);
  message += '\x80';
  while (message.size() % 64 != 56) message += '\0';
  const std::uint64_t bits = std::uint64_t{text.size()} * 8;
  for (unsigned shift = 0; shift < 64; shift += 8) message += static_cast<char>(bits >> shift);
  return message;
}

std::uint32_t word_at(std::string_view block, std::size_t index) {
  std::uint32_t word = 0;
  for (std::size_t byte = 4; byte-- > 0;) {
    word = word << 8 | static_cast<unsigned char>(block[index * 4 + byte]);
  }
  return word;
}

// RFC 1321 defines the 64 constants by this formula; every IEEE double computes it exactly enough.
std::uint32_t sine_constant(unsigned step) {
  return static_cast<std::uint32_t>(std::floor(std::fabs(std::sin(step + 1.0)) * 4294967296.0));
}

void absorb(state& sum, std::string_view block) {
  static constexpr std::array<std::array<int, 4>, 4> rotations{
      {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}}};
  auto [a, b, c, d] = sum;
  for (unsigned step = 0; step < 64; ++step) {
    const unsigned round = step / 16;
    std::uint32_t mix = 0;
    unsigned word = 0;
    if (round == 0) {
      mix = (b & c) | (~b & d);
      word = step;
    } else if (round == 1) {
      mix = (d & b) | (~d & c);
      word = (5 * step + 1) % 16;
    } else if (round == 2) {
      mix = b ^ c ^ d;
      word = (3 * step + 5) % 16;
    } else {
      mix = c ^ (b | ~d);
      word = (7 * step) % 16;
    }
    const std::uint32_t turned =
        std::rotl(a + mix + sine_constant(step) + word_at(block, word), rotations[round][step % 4]);
    a = d;
    d = c;
    c = b;
    b += turned;
  }
  sum[0] += a;
  sum[1] += b;
  sum[2] += c;
  sum[3] += d;
}

}  // namespace

std::array<std::uint8_t, 16> md5(std::string_view text) {
  state sum{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
  const std::string message = padded(text);
  for (std::size_t at = 0; at < message.size(); at += 64) {
    absorb(sum, std::string_view(message).substr(at, 64));
  }
  std::array<std::uint8_t, 16> digest{};
  for (std::size_t i = 0; i < digest.size(); ++i) {
    digest[i] = static_cast<std::uint8_t>(sum[i / 4] >> (8 * (i % 4)));
  }
  return digest;
}

std::string name_based_uuid(std::string_view name) {
  static constexpr std::string_view hex = "0123456789abcdef";
  auto digest = md5(name);
  digest[6] = static_cast<std::uint8_t>((digest[6] & 0x0f) | 0x30);  // version 3
  digest[8] = static_cast<std::uint8_t>((digest[8] & 0x3f) | 0x80);  // RFC 4122 variant
  std::string text;
  for (std::size_t i = 0; i < digest.size(); ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    text += hex[digest[i] >> 4];
    text += hex[digest[i] & 0x0f];
  }
  return text;
}

}  // namespace walrelay::envelope
