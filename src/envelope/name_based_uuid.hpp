// name_based_uuid: what Debezium puts into uuid[] in place of an unchanged out-of-line value.
#pragma once

#include <string>
#include <string_view>

namespace walrelay::envelope {

/// The version 3 UUID (RFC 4122: MD5) of `name` without a name space, in lower case.
[[nodiscard]] std::string name_based_uuid(std::string_view name);

}  // namespace walrelay::envelope
