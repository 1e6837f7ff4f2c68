#include "pgoutput/field_reader.hpp"

#include <fmt/format.h>

#include <walrelay/base/json_text.hpp>

#include "pgoutput/wire_time.hpp"

namespace walrelay::pgoutput {

wall_time field_reader::time() {
  const auto time = from_wire(next().i64());
  if (!time) refuse("a timestamp beyond the range of 64-bit microseconds since 1970");
  return time.value_or(wall_time{});
}

std::string_view field_reader::name() {
  const std::string_view text = next().c_string();
  if (!is_valid_utf8(text)) refuse("a name that is not UTF-8");
  return text;
}

std::string_view field_reader::counted() {
  const std::int32_t length = next().i32();
  if (length < 0) {
    refuse("a negative length");
    return {};
  }
  return next().text(static_cast<std::size_t>(length));
}

std::string_view field_reader::counted_text() {
  const std::string_view text = counted();
  if (!is_valid_utf8(text)) {
    refuse("a value that is not UTF-8 (a database in SQL_ASCII may hold such bytes)");
  }
  return text;
}

std::uint8_t field_reader::flags(std::uint8_t known) {
  const std::uint8_t bits = next().u8();
  if ((bits & ~known) != 0) refuse("unknown flags");
  return bits;
}

void field_reader::refuse(std::string_view problem) {
  if (good()) problem_ = problem;
}

std::optional<error> field_reader::finish() {
  if (good() && !next().rest().empty()) refuse("bytes after its end");
  if (good()) return std::nullopt;
  const std::size_t size = bytes_.position() + bytes_.remaining();
  return malformed(what_, problem_.empty() ? "a field that is cut off" : problem_, field_at_, size);
}

error malformed(std::string_view what, std::string_view problem, std::size_t offset,
                std::size_t size) {
  return {
      error_class::refuse,
      fmt::format("the server sent a {} with {}, at byte {} of {}", what, problem, offset, size),
      "a message that is not understood could be a lost change, so the position stays before it",
      "keep the slot, see that database.hostname leads to PostgreSQL itself (14 or newer), and "
      "report this with the server's version; `walrelay offsets show` prints the position",
      {}};
}

}  // namespace walrelay::pgoutput
