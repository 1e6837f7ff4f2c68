// upper_case: letters as Java's String.toUpperCase(Locale.ROOT) makes them, whatever our locale is.
#pragma once

#include <string>
#include <string_view>

namespace walrelay::envelope {

/// `text` is valid UTF-8.
[[nodiscard]] std::string upper_case(std::string_view text);

}  // namespace walrelay::envelope
