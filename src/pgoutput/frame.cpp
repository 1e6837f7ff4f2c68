#include <walrelay/pgoutput/frame.hpp>

#include <cstdint>
#include <span>

#include "pgoutput/field_reader.hpp"
#include "pgoutput/wire_time.hpp"

namespace walrelay::pgoutput {

namespace {

result<frame> parse_xlog_data(byte_view bytes) {
  field_reader fields("XLogData frame", bytes);
  xlog_data data;
  data.start = fields.position();
  data.wal_end = fields.position();
  data.sent = fields.time();
  data.payload = fields.rest();
  if (auto problem = fields.finish()) return *std::move(problem);
  return data;
}

result<frame> parse_keepalive(byte_view bytes) {
  field_reader fields("keepalive frame", bytes);
  keepalive alive;
  alive.wal_end = fields.position();
  alive.sent = fields.time();
  alive.reply_requested = fields.flags(1) != 0;
  if (auto problem = fields.finish()) return *std::move(problem);
  return alive;
}

/// Writes big-endian numbers one after the other.
class status_writer {
 public:
  explicit status_writer(std::span<std::byte, standby_status_size> out) : out_(out) {}

  void u8(std::uint8_t value) { out_[position_++] = std::byte{value}; }
  void u64(std::uint64_t value) {
    for (int shift = 56; shift >= 0; shift -= 8) u8(static_cast<std::uint8_t>(value >> shift));
  }

 private:
  std::span<std::byte, standby_status_size> out_;
  std::size_t position_ = 0;
};

}  // namespace

result<frame> parse_frame(byte_view bytes) {
  if (bytes.empty()) return malformed("CopyData frame", "no bytes", 0, 0);
  switch (std::to_integer<char>(bytes.front())) {
    case 'w':
      return parse_xlog_data(bytes);
    case 'k':
      return parse_keepalive(bytes);
  }
  return malformed("CopyData frame", "an unknown type", 0, bytes.size());
}

std::array<std::byte, standby_status_size> encode(const standby_status& status) {
  std::array<std::byte, standby_status_size> bytes{};
  status_writer out(bytes);
  out.u8('r');
  out.u64(status.write.value());
  out.u64(status.flush.value());
  out.u64(status.apply.value());
  out.u64(static_cast<std::uint64_t>(to_wire(status.now)));
  out.u8(status.request_reply ? 1 : 0);
  return bytes;
}

}  // namespace walrelay::pgoutput
