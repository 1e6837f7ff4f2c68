// wal_layout: where in the WAL a stream can stand. Pure.
#pragma once

#include <cstdint>

#include <walrelay/base/lsn.hpp>

namespace walrelay::snapshot {

/// The server's wal_block_size and wal_segment_size.
struct wal_layout {
  std::uint64_t page_bytes = 8192;
  std::uint64_t segment_bytes = 16u << 20;
};

/// Where the stream stands once it has shown everything before `insert_position`
/// (pg_current_wal_insert_lsn()). When nothing has been written to a page yet, that function tells
/// the place behind the page's header, but the last record ends at the page's start.
[[nodiscard]] lsn reachable(lsn insert_position, const wal_layout& layout);

}  // namespace walrelay::snapshot
