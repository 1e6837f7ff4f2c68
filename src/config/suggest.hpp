// "Did you mean": the known option that a name was probably meant to be.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace walrelay::config {

/// How many letters must be changed, added, dropped or swapped with their neighbour.
[[nodiscard]] std::size_t edit_distance(std::string_view left, std::string_view right);

/// Nothing when no option is near. A renamed option suggests its new name.
[[nodiscard]] std::optional<std::string> suggest_option(std::string_view name);

/// The group of options, such as database, that a mapping was probably meant to be.
[[nodiscard]] std::optional<std::string> suggest_group(std::string_view path);

}  // namespace walrelay::config
