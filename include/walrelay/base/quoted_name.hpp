// quoted_name: a name as SQL takes it whatever is in it, for commands that an operator is told.
#pragma once

#include <string>
#include <string_view>

namespace walrelay {

[[nodiscard]] inline std::string quoted_name(std::string_view name) {
  std::string quoted = "\"";
  for (const char c : name) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted += '"';
}

}  // namespace walrelay
