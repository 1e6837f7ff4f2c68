// auxiliary_schema: what stands around the payloads of records that are not of a table: logical
// messages, transaction boundaries, heartbeats (DEBEZIUM.md sections 1.7 and 3).
#pragma once

#include <walrelay/envelope/table_encoder.hpp>

#include "envelope/record_schema.hpp"

namespace walrelay::envelope {

/// A frame is empty where its converter leaves schemas out.
struct record_frames {
  json_frame key;
  json_frame value;
};

/// `content` is what binary.handling.mode makes of bytes.
[[nodiscard]] record_frames message_frames(const envelope_settings& settings, schema_node content);
[[nodiscard]] record_frames transaction_frames(const envelope_settings& settings);
[[nodiscard]] record_frames heartbeat_frames(const envelope_settings& settings);

}  // namespace walrelay::envelope
