// visibility: what a snapshot of the server has seen. pg_current_snapshot() prints it as
// `xmin:xmax:xip,xip,...`: every transaction below xmin has ended, none from xmax on, and those
// listed between them have not. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <walrelay/base/ids.hpp>
#include <walrelay/base/strong.hpp>

namespace walrelay::snapshot {

/// A transaction id with its epoch (xid8): unlike the stream's 32 bits it never comes again.
using full_xid = strong<struct full_xid_tag, std::uint64_t>;

/// The full id of `id`, which is less than 2^31 transactions away from `recent`. The epoch of an
/// xmax alone is wrong for ids from before a wraparound.
[[nodiscard]] full_xid widen(xid id, full_xid recent);

class server_snapshot {
 public:
  /// Nothing unless it is what the server prints.
  [[nodiscard]] static std::optional<server_snapshot> parse(std::string_view text);
  server_snapshot(full_xid xmin, full_xid xmax, std::vector<full_xid> running);

  /// The transaction had ended: what it committed is in the rows read. One whose commit is already
  /// in the WAL may still be unseen, as it waits for a synchronous standby.
  [[nodiscard]] bool sees(full_xid id) const;
  /// The first id that was not yet given out.
  [[nodiscard]] full_xid next() const { return xmax_; }
  [[nodiscard]] const std::vector<full_xid>& running() const { return running_; }
  [[nodiscard]] std::string to_string() const;

 private:
  full_xid xmin_;
  full_xid xmax_;
  std::vector<full_xid> running_;  // ascending
};

}  // namespace walrelay::snapshot
