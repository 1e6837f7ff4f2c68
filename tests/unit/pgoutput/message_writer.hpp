// message_writer: bytes as a server sends them, written field by field, for the tests of this room.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include <walrelay/base/byte_reader.hpp>

namespace walrelay::pgoutput::test {

inline byte_view view(std::string_view bytes) {
  return std::as_bytes(std::span(bytes));
}

class message_writer {
 public:
  explicit message_writer(char tag) { bytes_ += tag; }

  message_writer& u8(std::uint64_t value) { return number(value, 1); }
  message_writer& i16(std::int64_t value) { return number(static_cast<std::uint64_t>(value), 2); }
  message_writer& i32(std::int64_t value) { return number(static_cast<std::uint64_t>(value), 4); }
  message_writer& i64(std::int64_t value) { return number(static_cast<std::uint64_t>(value), 8); }
  message_writer& tag(char value) { return raw({&value, 1}); }
  message_writer& name(std::string_view text) { return raw(text).u8(0); }
  message_writer& raw(std::string_view bytes) {
    bytes_ += bytes;
    return *this;
  }

  // Column values of a tuple.
  message_writer& null() { return tag('n'); }
  message_writer& unchanged() { return tag('u'); }
  message_writer& text(std::string_view value) {
    return tag('t').i32(static_cast<std::int64_t>(value.size())).raw(value);
  }
  /// One column of a Relation message.
  message_writer& column(std::uint8_t flags, std::string_view column_name, std::uint32_t type,
                         std::int32_t modifier = -1) {
    return u8(flags).name(column_name).i32(type).i32(modifier);
  }

  // NOLINTNEXTLINE(google-explicit-constructor): rows of a table of samples read better.
  operator std::string() const { return bytes_; }

 private:
  message_writer& number(std::uint64_t value, int size) {
    for (int shift = (size - 1) * 8; shift >= 0; shift -= 8) {
      bytes_ += static_cast<char>(static_cast<unsigned char>(value >> shift));
    }
    return *this;
  }

  std::string bytes_;
};

}  // namespace walrelay::pgoutput::test
