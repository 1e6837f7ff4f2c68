#include <walrelay/envelope/heartbeat_encoder.hpp>

#include <walrelay/base/json_text.hpp>

#include "envelope/auxiliary_schema.hpp"
#include "envelope/instant_text.hpp"

namespace walrelay::envelope {

heartbeat_encoder::heartbeat_encoder(const envelope_settings& settings, topic_id topic)
    : topic_(topic) {
  const record_frames frames = heartbeat_frames(settings);
  key_ = frames.key.opening + R"({"serverName":)";
  append_json_string(key_, settings.topic_prefix);
  key_ += '}';
  key_ += frames.key.closing;
  value_opening_ = frames.value.opening + R"({"ts_ms":)";
  value_closing_ = '}' + frames.value.closing;
}

void heartbeat_encoder::append(wall_time now, record_batch& out) const {
  out.begin_record(topic_, 0);
  out.open_key();
  out.bytes() += key_;
  out.close_key();
  out.open_value();
  out.bytes() += value_opening_;
  instant_text(now).append_millis(out.bytes());
  out.bytes() += value_closing_;
  out.close_value();
  out.end_record();
}

}  // namespace walrelay::envelope
