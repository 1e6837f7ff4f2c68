#include "envelope/context_headers.hpp"

namespace walrelay::envelope {

// Connect's SimpleHeaderConverter writes a string as it is.
context_headers::context_headers(const envelope_settings& settings)
    : wanted_(settings.run_id.has_value()),
      headers_{{{"__debezium.context.connectorLogicalName", settings.topic_prefix},
                {"__debezium.context.taskId", "0"},
                {"__debezium.context.connectorName", "postgresql"},
                {"__debezium.context.runId", settings.run_id.value_or("")}}} {}

void context_headers::append(record_batch& out) const {
  if (!wanted_) return;
  for (const auto& [name, value] : headers_) {
    out.open_header(name);
    out.bytes() += value;
    out.close_header();
  }
}

}  // namespace walrelay::envelope
