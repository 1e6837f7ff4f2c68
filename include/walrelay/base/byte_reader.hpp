// byte_reader: the only way to touch bytes from the wire. Every read is checked against the end;
// after a failed read `failed()` stays true and further reads return zeros and empty views, so a
// parser may read a whole message and ask once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace walrelay {

using byte_view = std::span<const std::byte>;

/// Big-endian, as PostgreSQL sends. Views that it returns live as long as the bytes it reads.
class byte_reader {
 public:
  explicit byte_reader(byte_view bytes) : bytes_(bytes) {}

  [[nodiscard]] std::uint8_t u8();
  [[nodiscard]] std::uint16_t u16();
  [[nodiscard]] std::uint32_t u32();
  [[nodiscard]] std::uint64_t u64();
  [[nodiscard]] std::int16_t i16() { return static_cast<std::int16_t>(u16()); }
  [[nodiscard]] std::int32_t i32() { return static_cast<std::int32_t>(u32()); }
  [[nodiscard]] std::int64_t i64() { return static_cast<std::int64_t>(u64()); }
  /// Up to the next NUL, which is consumed and not part of the view.
  [[nodiscard]] std::string_view c_string();
  [[nodiscard]] std::string_view text(std::size_t length);
  [[nodiscard]] byte_view rest();

  [[nodiscard]] std::size_t position() const { return position_; }
  [[nodiscard]] std::size_t remaining() const { return bytes_.size() - position_; }
  [[nodiscard]] bool failed() const { return failed_; }

 private:
  /// Empty, and failed from then on, when fewer bytes are left.
  [[nodiscard]] byte_view take(std::size_t count);

  byte_view bytes_;
  std::size_t position_ = 0;
  bool failed_ = false;
};

}  // namespace walrelay
