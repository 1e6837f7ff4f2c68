// provide.transaction.metadata: which place an event has in its transaction, and the records that
// tell a transaction's beginning and end (DEBEZIUM.md section 3). Pure; used by one thread.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <walrelay/base/clock.hpp>
#include <walrelay/base/ids.hpp>
#include <walrelay/base/lsn.hpp>
#include <walrelay/base/records.hpp>

namespace walrelay::envelope {

struct envelope_settings;

/// Both from 1. A tombstone is no event; a changed key makes two.
struct event_order {
  std::uint64_t total;
  std::uint64_t of_collection;
};

/// The events of the open transaction. A collection is a table (`schema.table`) or, for logical
/// messages, their topic.
class event_counter {
 public:
  struct collection {
    std::string name;
    std::uint64_t events = 0;
  };

  void clear();
  /// The place that the next event of this collection will have.
  [[nodiscard]] event_order next(std::string_view name) const;
  void count(std::string_view name);
  [[nodiscard]] std::uint64_t total() const { return total_; }
  /// In the order in which they came.
  [[nodiscard]] const std::vector<collection>& collections() const { return collections_; }

 private:
  /// Lets a view be looked up as it is: twice an event, so a name is not copied for it.
  struct name_hash : std::hash<std::string_view> {
    using is_transparent = void;
  };

  std::uint64_t total_ = 0;
  std::vector<collection> collections_;
  std::unordered_map<std::string, std::size_t, name_hash, std::equal_to<>> places_;
};

/// Where the record of a transaction's begin or end stands in the WAL. The id that consumers see is
/// `<xid>:<position>`, so it is another one at the end than at the beginning.
struct transaction_place {
  xid id;
  lsn position;
  wall_time commit_time;
};

void append_transaction_id(xid id, lsn position, std::string& out);

/// Writes the records of the transaction topic.
class transaction_encoder {
 public:
  transaction_encoder(const envelope_settings& settings, topic_id topic);

  void append_begin(const transaction_place& where, record_batch& out) const;
  void append_end(const transaction_place& where, const event_counter& events,
                  record_batch& out) const;

 private:
  void append(std::string_view status, const transaction_place& where, const event_counter* events,
              record_batch& out) const;

  topic_id topic_;
  std::string key_opening_, key_closing_;
  std::string value_opening_, value_closing_;
};

}  // namespace walrelay::envelope
