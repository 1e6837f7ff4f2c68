// relation_message: the shape of a table (PROTOCOL: "Relation").
#pragma once

#include <walrelay/pgoutput/messages.hpp>

#include "pgoutput/field_reader.hpp"

namespace walrelay::pgoutput {

[[nodiscard]] relation read_relation(field_reader& fields);

}  // namespace walrelay::pgoutput
