// `walrelay offsets show|adopt|reset`: the operator's word about the position, when the connector
// itself refuses to trust it. Blocking; the whole process is this one command.
#pragma once

#include <walrelay/app/run.hpp>
#include <walrelay/config/options.hpp>
#include <walrelay/relay/offsets_check.hpp>

#include "app/log.hpp"

namespace walrelay::app {

enum class offsets_verb {
  show,   // changes nothing
  adopt,  // checkpoint := the slot's confirmed position
  reset,  // checkpoint := state creating; the slot must be gone
};

[[nodiscard]] exit_code offsets_command(const config::connector_options& options, offsets_verb verb,
                                        relay::gap tolerance, const log& out);

}  // namespace walrelay::app
