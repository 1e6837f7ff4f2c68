// treated_value: encoders that cut, mask or hash a column's text before anybody sees it.
#pragma once

#include <cstdint>
#include <memory>

#include <walrelay/envelope/column_rules.hpp>

#include "envelope/value_encoder.hpp"

namespace walrelay::envelope {

/// Around the encoder of a string type; `type_modifier` tells how long a hash may be.
[[nodiscard]] std::unique_ptr<value_encoder> make_treated(std::unique_ptr<value_encoder> inner,
                                                          const treatment& what,
                                                          std::int32_t type_modifier);

/// JSON of a mask, which also stands for NULL and for what was not sent.
[[nodiscard]] std::string mask_json(const treatment& mask);

}  // namespace walrelay::envelope
