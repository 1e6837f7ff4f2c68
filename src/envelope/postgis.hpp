// PostGIS geometry and geography: the server's hexadecimal EWKB as Debezium's struct.
#pragma once

#include <memory>

#include "envelope/value_encoder.hpp"

namespace walrelay::envelope {

[[nodiscard]] std::unique_ptr<value_encoder> make_geometry(const column_type& type);
[[nodiscard]] std::unique_ptr<value_encoder> make_geography(const column_type& type);

}  // namespace walrelay::envelope
