// delivery_tally: what became of the records of one transaction. Count in, count out, compare
// before the commit (K3): librdkafka commits without a record whose refusal somebody ignored.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <librdkafka/rdkafka.h>

namespace walrelay::kafka {

struct failed_delivery {
  rd_kafka_resp_err_t code = RD_KAFKA_RESP_ERR_NO_ERROR;
  std::string topic;
};

/// Sink thread only: delivery reports are served inside our own calls.
struct delivery_tally {
  std::uint64_t intended = 0;
  std::uint64_t accepted = 0;
  std::uint64_t delivered = 0;
  /// The others are most often only its consequences.
  std::optional<failed_delivery> first_failure;
};

}  // namespace walrelay::kafka
