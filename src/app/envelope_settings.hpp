// From configuration to what the envelope room is built with.
#pragma once

#include <string>

#include <walrelay/config/options.hpp>
#include <walrelay/envelope/table_encoder.hpp>

namespace walrelay::app {

/// `version` is the value of `source.version`.
[[nodiscard]] envelope::envelope_settings envelope_settings_of(
    const config::connector_options& options, std::string version);

}  // namespace walrelay::app
