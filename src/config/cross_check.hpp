// Rules that look at more than one option, or at more than one connector.
#pragma once

#include <vector>

#include <walrelay/config/load.hpp>

#include "config/draft.hpp"

namespace walrelay::config {

struct findings {
  std::vector<problem> problems;
  std::vector<warning_note> notes;
};

/// Required options that were not given. What the daemon mentions by mistake counts as meant.
void find_missing(const draft& connector, const draft& daemon, findings& out);
void check_connector(const draft& connector, findings& out);
void check_between_connectors(const std::vector<draft>& connectors, findings& out);

}  // namespace walrelay::config
