#include "envelope/unscaled.hpp"

#include <algorithm>

namespace walrelay::envelope {
namespace {

__extension__ using wide = unsigned __int128;

constexpr std::size_t chunk_digits = 19;  // 10^19 is the largest power of ten in 64 bits

char byte_of(std::uint64_t limb, unsigned index) {
  return static_cast<char>(limb >> (8 * index));
}

bool high_bit(char byte) {
  return (static_cast<unsigned char>(byte) & 0x80) != 0;
}

// Two's complement of a number whose first byte is spare.
void negate(std::string& bytes) {
  unsigned carry = 1;
  for (std::size_t i = bytes.size(); i-- > 0;) {
    const unsigned flipped = (~static_cast<unsigned>(bytes[i]) & 0xffU) + carry;
    bytes[i] = static_cast<char>(flipped);
    carry = flipped >> 8;
  }
}

}  // namespace

void unscaled_bytes::append_chunk(std::uint64_t factor, std::uint64_t chunk) {
  std::uint64_t carry = chunk;
  for (std::uint64_t& limb : limbs_) {
    const wide product = wide{limb} * factor + carry;
    limb = static_cast<std::uint64_t>(product);
    carry = static_cast<std::uint64_t>(product >> 64);
  }
  if (carry != 0) limbs_.push_back(carry);
}

void unscaled_bytes::read_magnitude(std::string_view digits) {
  limbs_.clear();
  while (!digits.empty()) {
    std::uint64_t factor = 1;
    std::uint64_t chunk = 0;
    for (const char digit : digits.substr(0, chunk_digits)) {
      factor *= 10;
      chunk = chunk * 10 + static_cast<std::uint64_t>(digit - '0');
    }
    append_chunk(factor, chunk);
    digits.remove_prefix(std::min(chunk_digits, digits.size()));
  }
}

std::string_view unscaled_bytes::of(sign of_number, std::string_view digits) {
  read_magnitude(digits);
  bytes_.clear();
  bytes_ += '\0';  // room for the sign
  for (std::size_t i = limbs_.size(); i-- > 0;) {
    for (unsigned byte = 8; byte-- > 0;) bytes_ += byte_of(limbs_[i], byte);
  }
  if (of_number == sign::negative) negate(bytes_);
  // A first byte that only repeats the sign bit of the second says nothing.
  const char padding = high_bit(bytes_.front()) ? '\xff' : '\0';
  std::size_t first = 0;
  while (first + 1 < bytes_.size() && bytes_[first] == padding &&
         high_bit(bytes_[first + 1]) == high_bit(padding)) {
    ++first;
  }
  return std::string_view(bytes_).substr(first);
}

}  // namespace walrelay::envelope
