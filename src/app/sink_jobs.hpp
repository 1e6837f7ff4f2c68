// What a connector asks the Kafka cluster outside the sink thread. Every function blocks, with a
// limit, and runs on a helper thread; none keeps anything between calls.
#pragma once

#include <optional>
#include <string>

#include <walrelay/base/checkpoint.hpp>
#include <walrelay/base/result.hpp>
#include <walrelay/config/options.hpp>
#include <walrelay/kafka/topic_admin.hpp>
#include <walrelay/relay/connector_fsm.hpp>

#include "app/log.hpp"

namespace walrelay::app {

/// Steps of relay::step, by name.
[[nodiscard]] result<relay::sink_inspected> inspect_sink(const config::connector_options& options,
                                                         const log& out);
[[nodiscard]] result<void> create_offsets_topic(const config::connector_options& options,
                                                const log& out);
/// Disturbs nobody.
[[nodiscard]] result<std::optional<checkpoint>> peek_checkpoint(
    const config::connector_options& options, const log& out);

/// A table's topic, created if need be.
[[nodiscard]] result<kafka::topic_state> prepare_topic(const config::connector_options& options,
                                                       const std::string& topic, const log& out);

}  // namespace walrelay::app
