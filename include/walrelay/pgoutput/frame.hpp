// The CopyData frames of the streaming replication protocol (PROTOCOL: "Streaming Replication
// Protocol", START_REPLICATION).
#pragma once

#include <array>
#include <variant>

#include <walrelay/base/byte_reader.hpp>
#include <walrelay/base/clock.hpp>
#include <walrelay/base/lsn.hpp>
#include <walrelay/base/result.hpp>

namespace walrelay::pgoutput {

/// 'w'. `start` is the WAL start of the change; 0/0 for Relation and Type. Never a position to
/// acknowledge.
struct xlog_data {
  lsn start;
  lsn wal_end;
  wall_time sent;
  byte_view payload;
};

/// 'k'. `wal_end` is the end of the last WAL that the server has decoded and sent to us.
struct keepalive {
  lsn wal_end;
  wall_time sent;
  bool reply_requested = false;
};

using frame = std::variant<xlog_data, keepalive>;

/// The payload is a view into `bytes`. Refuses unknown tags, truncation and trailing bytes.
[[nodiscard]] result<frame> parse_frame(byte_view bytes);

/// 'r': only `flush` moves the slot; 0/0 means "do not move".
struct standby_status {
  lsn write;
  lsn flush;
  lsn apply;
  wall_time now;
  bool request_reply = false;
};

inline constexpr std::size_t standby_status_size = 34;
[[nodiscard]] std::array<std::byte, standby_status_size> encode(const standby_status& status);

}  // namespace walrelay::pgoutput
