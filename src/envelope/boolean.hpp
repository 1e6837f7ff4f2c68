// boolean: the server's `t` and `f`.
#pragma once

#include <cstdint>
#include <memory>

#include "envelope/value_encoder.hpp"

namespace walrelay::envelope {

[[nodiscard]] std::unique_ptr<value_encoder> make_boolean(const column_type& type);

}  // namespace walrelay::envelope
