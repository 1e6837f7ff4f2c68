// The groups that make the option table, one file each, and the short forms that their rows use.
#pragma once

#include "config/option_table.hpp"

namespace walrelay::config {

[[nodiscard]] std::span<const option_row> daemon_rows();
[[nodiscard]] std::span<const option_row> kafka_rows();
[[nodiscard]] std::span<const option_row> connection_rows();
[[nodiscard]] std::span<const option_row> replication_rows();
[[nodiscard]] std::span<const option_row> selection_rows();
[[nodiscard]] std::span<const option_row> column_rows();
[[nodiscard]] std::span<const option_row> envelope_rows();
[[nodiscard]] std::span<const option_row> snapshot_rows();
[[nodiscard]] std::span<const option_row> signal_rows();
[[nodiscard]] std::span<const option_row> topic_rows();
[[nodiscard]] std::span<const option_row> flow_rows();
[[nodiscard]] std::span<const option_row> connect_rows();
[[nodiscard]] std::span<const option_row> renamed_rows();

/// Accepted without effect.
constexpr option_row meaningless(std::string_view name, value_type type, std::string_view doc,
                                 std::string_view reason) {
  return {.name = name,
          .type = type,
          .state = standing::meaningless,
          .min = std::numeric_limits<std::int32_t>::min(),
          .max = std::numeric_limits<std::int64_t>::max(),
          .reason = reason,
          .doc = doc};
}

/// Only the named values, the first being the default.
constexpr option_row only(std::string_view name, std::string_view accepted, std::string_view doc,
                          std::string_view reason) {
  return {.name = name,
          .type = value_type::choice,
          .state = standing::narrower,
          .fallback = accepted.substr(0, accepted.find(' ')),
          .accepted = accepted,
          .reason = reason,
          .doc = doc};
}

constexpr option_row not_yet(std::string_view name, std::string_view doc,
                             std::string_view reason = {}) {
  return {.name = name, .state = standing::not_yet, .reason = reason, .doc = doc};
}

constexpr option_row refused(std::string_view name, std::string_view doc, std::string_view reason,
                             std::string_view instead = {}) {
  return {.name = name,
          .state = standing::refused,
          .where = scope::both,
          .reason = reason,
          .instead = instead,
          .doc = doc};
}

}  // namespace walrelay::config
