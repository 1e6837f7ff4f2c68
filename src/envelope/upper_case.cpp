#include "envelope/upper_case.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>

#include "envelope/upper_case_table.hpp"

namespace walrelay::envelope {

namespace {

/// A character of valid UTF-8 and how many bytes it takes.
struct character {
  std::uint32_t point = 0;
  std::size_t bytes = 1;
};

character first_of(std::string_view text) {
  const auto bits = [text](std::size_t at, unsigned mask) {
    return static_cast<std::uint32_t>(static_cast<unsigned char>(text[at]) & mask);
  };
  const std::uint32_t lead = bits(0, 0xFF);
  const std::size_t bytes = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (bytes == 1 || bytes > text.size()) return {lead, 1};
  std::uint32_t point = bits(0, 0x7FU >> bytes);
  for (std::size_t at = 1; at < bytes; ++at) point = point << 6 | bits(at, 0x3F);
  return {point, bytes};
}

void append_utf8(std::string& out, std::uint32_t point) {
  const auto tail = [point](unsigned shift) {
    return static_cast<char>(0x80U | (point >> shift & 0x3FU));
  };
  if (point < 0x80) {
    out += static_cast<char>(point);
  } else if (point < 0x800) {
    out += {static_cast<char>(0xC0U | point >> 6), tail(0)};
  } else if (point < 0x10000) {
    out += {static_cast<char>(0xE0U | point >> 12), tail(6), tail(0)};
  } else {
    out += {static_cast<char>(0xF0U | point >> 18), tail(12), tail(6), tail(0)};
  }
}

std::uint32_t capital_of(std::uint32_t point) {
  const auto* const found = std::ranges::lower_bound(with_one_capital, point, {}, &letters::last);
  if (found == std::end(with_one_capital) || point < found->first) return point;
  if ((point - found->first) % found->step != 0) return point;
  return static_cast<std::uint32_t>(static_cast<std::int64_t>(point) + found->distance);
}

}  // namespace

std::string upper_case(std::string_view text) {
  std::string out;
  for (character next; !text.empty(); text.remove_prefix(next.bytes)) {
    next = first_of(text);
    const bool ascii = next.point >= 'a' && next.point <= 'z';
    const auto* const several =
        std::ranges::lower_bound(with_several, next.point, {}, &letter::small);
    if (ascii) {
      out += static_cast<char>(next.point - 'a' + 'A');
    } else if (several != std::end(with_several) && several->small == next.point) {
      out += several->capitals;
    } else if (const std::uint32_t capital = capital_of(next.point); capital != next.point) {
      append_utf8(out, capital);
    } else {
      out += text.substr(0, next.bytes);
    }
  }
  return out;
}

}  // namespace walrelay::envelope
