#include <walrelay/base/json_text.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include <fmt/format.h>

namespace walrelay {

namespace {

using word = std::uint64_t;
constexpr word every_byte(unsigned value) {
  return value * 0x0101'0101'0101'0101U;
}
constexpr word high_bits = every_byte(0x80);

word load(const char* from) {
  word bytes = 0;
  std::memcpy(&bytes, from, sizeof bytes);
  return bytes;
}

constexpr bool has_byte(word bytes, unsigned value) {
  const word zeroed = bytes ^ every_byte(value);
  return ((zeroed - every_byte(1)) & ~zeroed & high_bits) != 0;
}

/// True when all eight bytes go into a literal as they are. Asks eight bytes at once, because most
/// text is plain. A byte from 0xF0 up has its four upper bits set.
constexpr bool all_plain(word bytes) {
  const bool has_control = ((bytes - every_byte(0x20)) & ~bytes & high_bits) != 0;
  const bool has_long_lead = (bytes & (bytes << 1) & (bytes << 2) & (bytes << 3) & high_bits) != 0;
  return !has_control && !has_long_lead && !has_byte(bytes, '"') && !has_byte(bytes, '\\');
}

constexpr bool is_plain(unsigned char byte) {
  return byte >= 0x20 && byte < 0xF0 && byte != '"' && byte != '\\';
}

const char* end_of_plain_run(const char* from, const char* end) {
  while (end - from >= static_cast<std::ptrdiff_t>(sizeof(word)) && all_plain(load(from))) {
    from += sizeof(word);
  }
  while (from != end && is_plain(static_cast<unsigned char>(*from))) ++from;
  return from;
}

void append_escaped(std::string& out, unsigned char byte) {
  switch (byte) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\b':
      out += "\\b";
      return;
    case '\t':
      out += "\\t";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\f':
      out += "\\f";
      return;
    case '\r':
      out += "\\r";
      return;
    default:
      fmt::format_to(std::back_inserter(out), "\\u{:04X}", byte);
  }
}

/// The character that starts at `from`, as two UTF-16 units. Returns where the next one starts.
const char* append_surrogates(std::string& out, const char* from, const char* end) {
  constexpr std::ptrdiff_t length = 4;
  if (end - from < length) {
    // Only text that breaks the precondition comes here: never read beyond it.
    out += "\\uFFFD";
    return end;
  }
  const auto bits = [from](int at, unsigned mask) {
    return static_cast<unsigned>(static_cast<unsigned char>(from[at])) & mask;
  };
  const unsigned point =
      (bits(0, 0x07) << 18) | (bits(1, 0x3F) << 12) | (bits(2, 0x3F) << 6) | bits(3, 0x3F);
  const unsigned offset = (point - 0x1'0000U) & 0xF'FFFFU;
  fmt::format_to(std::back_inserter(out), "\\u{:04X}\\u{:04X}", 0xD800U + (offset >> 10),
                 0xDC00U + (offset & 0x3FFU));
  return from + length;
}

struct sequence {
  int continuation_bytes = 0;  // 0: not a lead byte
  unsigned char second_min = 0x80;
  unsigned char second_max = 0xBF;
};

/// RFC 3629, section 4: the second byte's range is what keeps out overlong forms, surrogates and
/// code points above U+10FFFF.
constexpr sequence sequence_of(unsigned char lead) {
  if (lead >= 0xC2 && lead <= 0xDF) return {1};
  if (lead == 0xE0) return {2, 0xA0, 0xBF};
  if (lead == 0xED) return {2, 0x80, 0x9F};
  if (lead >= 0xE1 && lead <= 0xEF) return {2};
  if (lead == 0xF0) return {3, 0x90, 0xBF};
  if (lead >= 0xF1 && lead <= 0xF3) return {3};
  if (lead == 0xF4) return {3, 0x80, 0x8F};
  return {};
}

/// Length of the well-formed sequence at `from`, or 0.
std::ptrdiff_t sequence_length(const char* from, const char* end) {
  const auto at = [from](std::ptrdiff_t index) { return static_cast<unsigned char>(from[index]); };
  const sequence expected = sequence_of(at(0));
  if (expected.continuation_bytes == 0 || end - from <= expected.continuation_bytes) return 0;
  if (at(1) < expected.second_min || at(1) > expected.second_max) return 0;
  for (int index = 2; index <= expected.continuation_bytes; ++index) {
    if ((at(index) & 0xC0) != 0x80) return 0;
  }
  return expected.continuation_bytes + 1;
}

const char* end_of_ascii_run(const char* from, const char* end) {
  while (end - from >= static_cast<std::ptrdiff_t>(sizeof(word)) && (load(from) & high_bits) == 0) {
    from += sizeof(word);
  }
  while (from != end && static_cast<unsigned char>(*from) < 0x80) ++from;
  return from;
}

}  // namespace

void append_json_string(std::string& out, std::string_view text) {
  out += '"';
  const char* from = text.data();
  const char* const end = from + text.size();
  while (from != end) {
    const char* const special = end_of_plain_run(from, end);
    out.append(from, special);
    from = special;
    if (from == end) break;
    const auto byte = static_cast<unsigned char>(*from);
    if (byte >= 0xF0) {
      from = append_surrogates(out, from, end);
    } else {
      append_escaped(out, byte);
      ++from;
    }
  }
  out += '"';
}

bool is_valid_utf8(std::string_view text) {
  const char* from = text.data();
  const char* const end = from + text.size();
  while ((from = end_of_ascii_run(from, end)) != end) {
    const std::ptrdiff_t length = sequence_length(from, end);
    if (length == 0) return false;
    from += length;
  }
  return true;
}

}  // namespace walrelay
