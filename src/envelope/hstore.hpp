// hstore in the representation of hstore.handling.mode: a JSON text, or a map of strings. Members
// stand in the order in which Debezium has them (java_map_order.hpp).
#pragma once

#include <memory>

#include "envelope/value_encoder.hpp"

namespace walrelay::envelope {

[[nodiscard]] std::unique_ptr<value_encoder> make_hstore(const column_type& type);

}  // namespace walrelay::envelope
