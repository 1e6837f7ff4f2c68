// ${env:NAME}, ${file:PATH} and ${file:PATH:KEY} inside values, as Connect's configuration
// providers have them. A ${word} without a colon is ordinary text.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <walrelay/config/load.hpp>

#include "config/flat_document.hpp"

namespace walrelay::config {

/// Replaces every reference in `value` and marks it hidden if there was one. Returns a sentence for
/// each reference that leads nowhere; it names the reference, never what was found.
[[nodiscard]] std::vector<std::string> interpolate(given_value& value, const load_request& sources);

/// True when the whole text is references: nothing of the value itself stands in it.
[[nodiscard]] bool is_only_references(const std::string& text);

/// The value of `key` in a Java properties file.
[[nodiscard]] std::optional<std::string> find_property(const std::string& file,
                                                       const std::string& key);

}  // namespace walrelay::config
