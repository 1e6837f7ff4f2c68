#include <walrelay/base/byte_reader.hpp>

#include <algorithm>

namespace walrelay {

namespace {

template <class Unsigned>
Unsigned big_endian(byte_view bytes) {
  Unsigned value = 0;
  for (const std::byte byte : bytes) {
    value = static_cast<Unsigned>((std::uint64_t{value} << 8) | std::to_integer<Unsigned>(byte));
  }
  return value;
}

std::string_view as_text(byte_view bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

byte_view byte_reader::take(std::size_t count) {
  if (failed_ || count > remaining()) {
    failed_ = true;
    return {};
  }
  const byte_view taken = bytes_.subspan(position_, count);
  position_ += count;
  return taken;
}

std::uint8_t byte_reader::u8() {
  return big_endian<std::uint8_t>(take(1));
}
std::uint16_t byte_reader::u16() {
  return big_endian<std::uint16_t>(take(2));
}
std::uint32_t byte_reader::u32() {
  return big_endian<std::uint32_t>(take(4));
}
std::uint64_t byte_reader::u64() {
  return big_endian<std::uint64_t>(take(8));
}

std::string_view byte_reader::c_string() {
  const byte_view ahead = bytes_.subspan(position_);
  const auto terminator = std::find(ahead.begin(), ahead.end(), std::byte{0});
  if (terminator == ahead.end()) {
    failed_ = true;
    return {};
  }
  const byte_view whole = take(static_cast<std::size_t>(terminator - ahead.begin()) + 1);
  return whole.empty() ? std::string_view{} : as_text(whole.first(whole.size() - 1));
}

std::string_view byte_reader::text(std::size_t length) {
  return as_text(take(length));
}

byte_view byte_reader::rest() {
  return failed_ ? byte_view{} : take(remaining());
}

}  // namespace walrelay
