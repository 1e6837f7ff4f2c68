// The small numbers that must not be mixed up.
#pragma once

#include <cstdint>

#include <walrelay/base/strong.hpp>

namespace walrelay {

/// PostgreSQL object id.
using oid = strong<struct oid_tag, std::uint32_t>;
/// 32-bit PostgreSQL transaction id as carried by Begin; wraps around.
using xid = strong<struct xid_tag, std::uint32_t>;
/// PostgreSQL timeline; changes at every promotion.
using timeline_id = strong<struct timeline_tag, std::uint32_t>;
/// One pass through the one way in (docs/ARCHITECTURE.md, "Start, run, stop"). Slices and results
/// of an older generation are dropped.
using generation = strong<struct generation_tag, std::uint64_t>;
/// Index of a topic in the connector's list of topics; valid for one generation.
using topic_id = strong<struct topic_tag, std::uint32_t>;
/// Counts the checkpoints that one connector has ever committed.
using checkpoint_number = strong<struct checkpoint_tag, std::uint64_t>;

}  // namespace walrelay
