// field_reader: byte_reader plus what pgoutput's fields have in common. The first thing that is
// wrong is kept with its place and everything after it reads as zero or empty, so that a message is
// read straight through and asked once, at finish().
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include <walrelay/base/byte_reader.hpp>
#include <walrelay/base/clock.hpp>
#include <walrelay/base/ids.hpp>
#include <walrelay/base/lsn.hpp>
#include <walrelay/base/result.hpp>

namespace walrelay::pgoutput {

class field_reader {
 public:
  /// `what` names the message in errors and must be a literal, e.g. "pgoutput Insert message". Its
  /// first byte, the type, is passed over: the caller chose by it.
  field_reader(std::string_view what, byte_view bytes) : what_(what), bytes_(bytes) {
    static_cast<void>(bytes_.u8());
  }

  [[nodiscard]] std::uint8_t u8() { return next().u8(); }
  [[nodiscard]] std::int16_t i16() { return next().i16(); }
  [[nodiscard]] std::int32_t i32() { return next().i32(); }
  [[nodiscard]] oid object_id() { return oid(next().u32()); }
  [[nodiscard]] xid transaction_id() { return xid(next().u32()); }
  [[nodiscard]] lsn position() { return lsn(next().u64()); }
  [[nodiscard]] wall_time time();
  /// A NUL-terminated string that must be UTF-8.
  [[nodiscard]] std::string_view name();
  /// A length (Int32) and as many bytes.
  [[nodiscard]] std::string_view counted();
  /// The same, and it must be UTF-8.
  [[nodiscard]] std::string_view counted_text();
  /// A byte of which only the bits of `known` may be set.
  [[nodiscard]] std::uint8_t flags(std::uint8_t known);
  [[nodiscard]] byte_view rest() { return next().rest(); }
  [[nodiscard]] std::size_t remaining() const { return bytes_.remaining(); }

  /// Marks the field that was read last as wrong. `problem` must be a literal.
  void refuse(std::string_view problem);
  [[nodiscard]] bool good() const { return problem_.empty() && !bytes_.failed(); }

  /// The error, if anything was wrong, cut off or left over.
  [[nodiscard]] std::optional<error> finish();

 private:
  [[nodiscard]] byte_reader& next() {
    if (good()) field_at_ = bytes_.position();
    return bytes_;
  }

  std::string_view what_;
  byte_reader bytes_;
  std::size_t field_at_ = 0;
  std::string_view problem_;
};

/// What every error about bytes from the server has in common.
[[nodiscard]] error malformed(std::string_view what, std::string_view problem, std::size_t offset,
                              std::size_t size);

}  // namespace walrelay::pgoutput
