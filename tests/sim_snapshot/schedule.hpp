// schedule: one interleaving of writers, stream, reader, Kafka and crashes, drawn from a seed, run
// to its end.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim_snapshot/rules.hpp"

namespace walrelay::sim_snapshot {

/// Throws fault_found. What happened is appended to `trace`, when there is one.
void run_schedule(std::uint64_t seed, rule without, std::vector<std::string>* trace);

}  // namespace walrelay::sim_snapshot
