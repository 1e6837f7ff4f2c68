// What the simulated connector is called on both sides.
#pragma once

namespace walrelay::sim::names {

inline constexpr auto connector = "shop";
inline constexpr auto database = "db";
inline constexpr auto slot = "slot";
inline constexpr auto publication = "pub";
inline constexpr auto offsets_topic = "offsets";
inline constexpr auto transactional_id = "producer";
inline constexpr auto cluster = "cluster";

}  // namespace walrelay::sim::names
