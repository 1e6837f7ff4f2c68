// money: the server's text under lc_monetary C (`-$1,234.56`), which our connections set, as a
// decimal of money.fraction.digits.
#pragma once

#include <memory>

#include "envelope/value_encoder.hpp"

namespace walrelay::envelope {

[[nodiscard]] std::unique_ptr<value_encoder> make_money(const column_type& type);

}  // namespace walrelay::envelope
