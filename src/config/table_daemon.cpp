// The daemon's own options, outside any connector.
#include "config/option_groups.hpp"

namespace walrelay::config {
namespace {

constexpr option_row rows[] = {
    {.name = "log.format",
     .type = value_type::choice,
     .where = scope::daemon,
     .fallback = "text",
     .accepted = "text json",
     .doc = "Log lines as text or as JSON objects."},
    {.name = "log.level",
     .type = value_type::choice,
     .where = scope::daemon,
     .fallback = "info",
     .accepted = "trace debug info warn error",
     .doc = "The least important lines that are still logged."},
    {.name = "listeners",
     .type = value_type::list,
     .state = standing::not_yet,
     .where = scope::daemon,
     .reason = "there is no REST interface yet",
     .doc = "Addresses of the REST interface."},
};

}  // namespace

std::span<const option_row> daemon_rows() {
  return rows;
}

}  // namespace walrelay::config
