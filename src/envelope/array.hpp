// Arrays of any type that has an encoder, as JSON arrays; several dimensions as arrays of arrays.
#pragma once

#include <memory>

#include "envelope/value_encoder.hpp"

namespace walrelay::envelope {

/// `delimiter` is the element type's (`;` for box, `,` for every other built-in type). Where only
/// one dimension has a place, an array of several becomes null.
[[nodiscard]] std::unique_ptr<value_encoder> make_array(std::unique_ptr<value_encoder> element,
                                                        char delimiter, array_shapes shapes);

/// int2vector and oidvector: elements separated by spaces, without braces.
[[nodiscard]] std::unique_ptr<value_encoder> make_vector(std::unique_ptr<value_encoder> element);

}  // namespace walrelay::envelope
