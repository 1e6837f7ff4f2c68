// From checked values to the typed options of the other rooms.
#pragma once

#include <string>

#include <walrelay/config/options.hpp>

#include "config/option_values.hpp"

namespace walrelay::config {

[[nodiscard]] connector_options bind_connector(const std::string& name,
                                               const option_values& values);
/// Everything but the connectors.
[[nodiscard]] daemon_options bind_daemon(const option_values& values);

/// One name for settings that have two: the Java client's and librdkafka's, or librdkafka's
/// aliases.
[[nodiscard]] std::string librdkafka_name(const std::string& name);

}  // namespace walrelay::config
