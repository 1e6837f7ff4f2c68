// touch_notes: which keys of one table the emitted transactions have touched, as long as some chunk
// may not have seen it: a row that was read before such a transaction became visible is older than
// the event that consumers already have. Pure.
#pragma once

#include <cstddef>
#include <deque>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include <walrelay/snapshot/row_key.hpp>
#include <walrelay/snapshot/visibility.hpp>

namespace walrelay::snapshot {

/// What an event did to a key.
enum class touch : unsigned char {
  gone,             // deleted, or the old side of a changed key
  written,          // all columns came along
  written_in_part,  // an unchanged TOAST column did not come along
  created_in_part,  // likewise, and the key was not there before: consumers lack that column
};
[[nodiscard]] constexpr bool in_part(touch what) {
  return what == touch::written_in_part || what == touch::created_in_part;
}

class touch_notes {
 public:
  /// Transactions arrive one after the other, each with all its touches.
  void add(full_xid by, row_key key, touch what);
  /// TRUNCATE: every key there is.
  void add_all(full_xid by);

  enum class hit : unsigned char { whole, in_part };
  /// What transactions did that a snapshot has not seen.
  struct unseen {
    bool everything = false;
    std::unordered_map<row_key, hit> keys;  // in_part when any of its events was
  };
  [[nodiscard]] unseen by(const server_snapshot& reader) const;

  /// Drops the transactions that all of these have seen. A snapshot taken later sees them too.
  void forget_seen_by(std::span<const server_snapshot* const> readers);
  void clear();

  /// About what they take up in memory.
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 private:
  struct transaction {
    full_xid id;
    bool everything = false;
    std::vector<std::pair<row_key, touch>> touched;
    std::size_t bytes = 0;
  };
  transaction& of(full_xid by);

  std::deque<transaction> transactions_;
  std::size_t bytes_ = 0;
};

}  // namespace walrelay::snapshot
