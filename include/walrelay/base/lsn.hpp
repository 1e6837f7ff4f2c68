// lsn: a byte position in PostgreSQL's write-ahead log.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace walrelay {

/// 0/0 means "no position". Text form as PostgreSQL prints it: two upper-case hexadecimal halves
/// without padding, e.g. `16/B374D848`.
class lsn {
 public:
  constexpr lsn() = default;
  explicit constexpr lsn(std::uint64_t value) : value_(value) {}

  /// Strict: two halves of 1 to 8 hexadecimal digits and nothing else, in either case of letters.
  /// Leading zeros are accepted: PostgreSQL 19 pads the second half.
  [[nodiscard]] static std::optional<lsn> parse(std::string_view text);

  [[nodiscard]] constexpr std::uint64_t value() const { return value_; }
  [[nodiscard]] constexpr bool valid() const { return value_ != 0; }
  [[nodiscard]] std::string to_string() const;

  auto operator<=>(const lsn&) const = default;

  /// Bytes from `from` to this position; 0 when this one is not ahead.
  [[nodiscard]] constexpr std::uint64_t bytes_since(lsn from) const {
    return value_ > from.value_ ? value_ - from.value_ : 0;
  }

 private:
  std::uint64_t value_ = 0;
};

}  // namespace walrelay

template <>
struct fmt::formatter<walrelay::lsn> : fmt::formatter<std::string_view> {
  template <class Context>
  auto format(walrelay::lsn position, Context& context) const {
    return fmt::formatter<std::string_view>::format(position.to_string(), context);
  }
};
