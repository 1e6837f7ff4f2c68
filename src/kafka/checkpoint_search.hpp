// checkpoint_search: the newest record of one key in a partition whose high watermark is known,
// read backwards in growing windows: the newest checkpoint is almost always among the last few
// records.
//
// The consumer is read_committed, so it stops at the first offset of any open transaction. An end
// of partition below the high watermark therefore says "something is still hidden", not "nothing
// more".
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <walrelay/base/result.hpp>
#include <walrelay/kafka/checkpoint_store.hpp>

#include "kafka/client.hpp"
#include "kafka/error_table.hpp"
#include "kafka/handles.hpp"
#include "kafka/patience.hpp"

namespace walrelay::kafka {

/// Offsets [low, high): low is the first that exists, high the one that will be written next.
struct log_range {
  std::int64_t low = 0;
  std::int64_t high = 0;
};

class checkpoint_search {
 public:
  /// Borrows all of them.
  checkpoint_search(client& reader, rd_kafka_topic_t* topic, const checkpoint_location& where,
                    const patience& wait);

  /// The value of the newest record of the key below `range.high`; nothing when there is no such
  /// record, or when the newest one is a tombstone.
  [[nodiscard]] result<std::optional<std::string>> newest(log_range range);

 private:
  struct record {
    std::optional<std::string> value;  // nothing: a tombstone
  };

  /// All of the range was seen when it returns a result.
  [[nodiscard]] result<void> scan(log_range range);
  /// Whether the message says that all before `end` was seen; remembers it when it is of our key.
  [[nodiscard]] result<bool> reached(const rd_kafka_message_t& message, std::int64_t end);
  [[nodiscard]] error time_over(std::int64_t end) const;

  client& reader_;
  rd_kafka_topic_t* topic_;
  const checkpoint_location& where_;
  const patience& wait_;
  occasion when_;
  std::optional<record> found_;
  std::optional<std::int64_t> stopped_at_;  // an end of partition that was not the end of the range
  std::string last_failure_;
};

}  // namespace walrelay::kafka
