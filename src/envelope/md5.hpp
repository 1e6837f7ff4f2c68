// MD5 (RFC 1321), only for the name-based UUID (RFC 4122, version 3) that Debezium puts into uuid[]
// in place of an unchanged out-of-line value. Not for anything that needs a secure hash.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace walrelay::envelope {

[[nodiscard]] std::array<std::uint8_t, 16> md5(std::string_view text);

/// The version 3 UUID of `name` without a name space, in lower case.
[[nodiscard]] std::string name_based_uuid(std::string_view name);

}  // namespace walrelay::envelope
