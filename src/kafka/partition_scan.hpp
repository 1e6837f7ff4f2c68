// partition_scan: every record of a range of a partition, handed over in order.
//
// The consumer is read_committed, so it stops at the first offset of any open transaction. An end
// of partition below the range's end therefore says "something is still hidden", not "nothing
// more": the scan waits.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

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

class partition_scan {
 public:
  /// Key and value; a value that is absent is a tombstone. Records without a key are left out.
  using record_function =
      std::function<void(std::string_view key, std::optional<std::string_view> value)>;

  /// Borrows all of them.
  partition_scan(client& reader, rd_kafka_topic_t* topic, const checkpoint_location& where,
                 const patience& wait);

  /// All of the range was seen when it returns a result.
  [[nodiscard]] result<void> run(log_range range, const record_function& on_record);

 private:
  /// Whether the message says that all before `end` was seen.
  [[nodiscard]] result<bool> reached(const rd_kafka_message_t& message, std::int64_t end,
                                     const record_function& on_record);
  [[nodiscard]] error time_over(std::int64_t end) const;

  client& reader_;
  rd_kafka_topic_t* topic_;
  const checkpoint_location& where_;
  const patience& wait_;
  occasion when_;
  std::optional<std::int64_t> stopped_at_;  // an end of partition that was not the end of the range
  std::string last_failure_;
};

}  // namespace walrelay::kafka
