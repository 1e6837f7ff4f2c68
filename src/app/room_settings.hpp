// From configuration to what each room is built with. Secrets leave `config` here and nowhere else.
#pragma once

#include <walrelay/change/selection.hpp>
#include <walrelay/config/options.hpp>
#include <walrelay/envelope/topic_naming.hpp>
#include <walrelay/kafka/checkpoint_store.hpp>
#include <walrelay/kafka/client_settings.hpp>
#include <walrelay/postgres/connection.hpp>
#include <walrelay/relay/retry_policy.hpp>
#include <walrelay/relay/start_check.hpp>

#include "app/log.hpp"
#include "app/sink.hpp"

namespace walrelay::app {

[[nodiscard]] change::selection selection_of(const config::capture_options& capture);
[[nodiscard]] postgres::connection_settings postgres_settings(
    const config::connector_options& options);
[[nodiscard]] kafka::client_settings kafka_settings(const config::connector_options& options,
                                                    const log& out);
[[nodiscard]] sink_settings sink_settings_of(const config::connector_options& options,
                                             const log& out, std::string instance_id);
[[nodiscard]] kafka::checkpoint_location checkpoint_location_of(
    const config::connector_options& options);
[[nodiscard]] relay::expected_identity expected_identity_of(
    const config::connector_options& options);
[[nodiscard]] relay::retry_limits retry_limits_of(const config::connector_options& options);

[[nodiscard]] envelope::naming_options naming_options_of(const config::connector_options& options);

/// `walrelay --version` and `source.version`.
[[nodiscard]] std::string daemon_version();

}  // namespace walrelay::app
