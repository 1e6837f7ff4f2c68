// --set option=value: what the command line says wins over the file, for every connector.
#pragma once

#include "config/cross_check.hpp"
#include "config/flat_document.hpp"

namespace walrelay::config {

void apply_overrides(const std::vector<std::string>& overrides, flat_document& document,
                     findings& out);

}  // namespace walrelay::config
