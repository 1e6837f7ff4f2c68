// pgvector's vector, halfvec and sparsevec.
#pragma once

#include <memory>

#include "envelope/value_encoder.hpp"

namespace walrelay::envelope {

[[nodiscard]] std::unique_ptr<value_encoder> make_double_vector(const column_type& type);
[[nodiscard]] std::unique_ptr<value_encoder> make_float_vector(const column_type& type);
[[nodiscard]] std::unique_ptr<value_encoder> make_sparse_vector(const column_type& type);

}  // namespace walrelay::envelope
