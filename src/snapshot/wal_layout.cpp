#include <walrelay/snapshot/wal_layout.hpp>

namespace walrelay::snapshot {

namespace {

// SizeOfXLogShortPHD and SizeOfXLogLongPHD; the long one begins a segment.
constexpr std::uint64_t page_header_bytes = 24;
constexpr std::uint64_t segment_header_bytes = 40;

}  // namespace

lsn reachable(lsn insert_position, const wal_layout& layout) {
  const std::uint64_t in_page = insert_position.value() % layout.page_bytes;
  const bool first_page = insert_position.value() % layout.segment_bytes < layout.page_bytes;
  const std::uint64_t header = first_page ? segment_header_bytes : page_header_bytes;
  return in_page == header ? lsn(insert_position.value() - header) : insert_position;
}

}  // namespace walrelay::snapshot
