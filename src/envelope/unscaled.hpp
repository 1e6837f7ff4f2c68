// Decimal digits of any length as the bytes of a Java BigInteger: two's complement, big-endian, as
// few bytes as possible. This is how Kafka Connect's Decimal carries a numeric.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace walrelay::envelope {

enum class sign : unsigned char { positive, negative };

/// Keeps its scratch memory, so that converting allocates only for numbers longer than any before.
class unscaled_bytes {
 public:
  /// `digits` are one or more decimal digits. The view lives until the next call.
  [[nodiscard]] std::string_view of(sign of_number, std::string_view digits);

 private:
  void read_magnitude(std::string_view digits);
  void append_chunk(std::uint64_t factor, std::uint64_t chunk);

  std::vector<std::uint64_t> limbs_;  // least significant first
  std::string bytes_;
};

}  // namespace walrelay::envelope
