#include "envelope/string_text.hpp"

#include <cstdint>
#include <cstring>

#include <walrelay/base/json_text.hpp>

namespace walrelay::envelope {
namespace {

constexpr std::uint64_t every_byte(std::uint64_t byte) {
  return byte * 0x0101010101010101ULL;
}

// The classic zero-byte test: a bit is set where a byte is zero. It may also set bits above a zero
// byte, which is harmless here since one set bit already decides.
constexpr std::uint64_t zero_bytes(std::uint64_t word) {
  return (word - every_byte(0x01)) & ~word & every_byte(0x80);
}

constexpr bool word_is_plain(std::uint64_t word) {
  const std::uint64_t controls = (word - every_byte(0x20)) & ~word & every_byte(0x80);
  const std::uint64_t beyond_ascii = word & every_byte(0x80);
  return (controls | beyond_ascii | zero_bytes(word ^ every_byte('"')) |
          zero_bytes(word ^ every_byte('\\'))) == 0;
}

// Most values are ASCII that needs neither escapes nor validation: eight bytes a step.
bool is_plain(std::string_view text) {
  std::uint64_t word = 0;
  while (text.size() >= sizeof word) {
    std::memcpy(&word, text.data(), sizeof word);
    if (!word_is_plain(word)) return false;
    text.remove_prefix(sizeof word);
  }
  word = every_byte(' ');
  std::memcpy(&word, text.data(), text.size());
  return word_is_plain(word);
}

void append_header_string(std::string& out, std::string_view text) {
  out += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  out += '"';
}

}  // namespace

bool append_string(std::string& out, std::string_view text, spelling how) {
  if (is_plain(text)) {
    out += '"';
    out += text;
    out += '"';
    return true;
  }
  if (!is_valid_utf8(text)) return false;
  switch (how) {
    case spelling::json:
      append_json_string(out, text);
      break;
    case spelling::header:
      append_header_string(out, text);
      break;
  }
  return true;
}

}  // namespace walrelay::envelope
