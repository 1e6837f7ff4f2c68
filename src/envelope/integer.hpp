// smallint, integer, bigint and oid: the server's digits, copied after a check. No arithmetic type
// stands between the server's text and ours, so nothing can lose a digit.
#pragma once

#include <cstdint>
#include <memory>

#include "envelope/value_encoder.hpp"

namespace walrelay::envelope {

[[nodiscard]] std::unique_ptr<value_encoder> make_int2(const column_type& type);
[[nodiscard]] std::unique_ptr<value_encoder> make_int4(const column_type& type);
[[nodiscard]] std::unique_ptr<value_encoder> make_int8(const column_type& type);
[[nodiscard]] std::unique_ptr<value_encoder> make_oid(const column_type& type);

}  // namespace walrelay::envelope
