// Why a row was not encoded, said to the operator. Names table, column and type, never the value.
#pragma once

#include <walrelay/base/result.hpp>
#include <walrelay/change/relation.hpp>

#include "envelope/object_writer.hpp"

namespace walrelay::envelope {

[[nodiscard]] error refusal_of(const change::relation& relation, const bound_column& column,
                               const unwritable& what);

}  // namespace walrelay::envelope
