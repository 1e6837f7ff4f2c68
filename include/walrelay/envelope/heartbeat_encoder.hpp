// heartbeat_encoder: the record that tells consumers of the heartbeat topic that the relay is alive
// (heartbeat.interval.ms). Pure; used by one thread.
#pragma once

#include <string>

#include <walrelay/base/clock.hpp>
#include <walrelay/base/ids.hpp>
#include <walrelay/base/records.hpp>

namespace walrelay::envelope {

struct envelope_settings;

class heartbeat_encoder {
 public:
  heartbeat_encoder(const envelope_settings& settings, topic_id topic);

  /// Always to partition 0, as Debezium does, so that all beats are in order.
  void append(wall_time now, record_batch& out) const;

 private:
  topic_id topic_;
  std::string key_;
  std::string value_opening_, value_closing_;
};

}  // namespace walrelay::envelope
