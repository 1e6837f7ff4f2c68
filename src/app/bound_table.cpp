#include "app/bound_table.hpp"

#include <utility>

#include <fmt/format.h>

namespace walrelay::app {

namespace {

/// Kafka's own bytes around a record in a batch of one: batch header, varints, attributes.
constexpr std::size_t record_overhead_bytes = 128;

envelope::table_context context_of(const table_binding& binding, const capture_settings& capture,
                                   envelope::conversion_observer observer) {
  return {binding.facts ? &*binding.facts : nullptr,
          binding.types,
          capture.columns,
          capture.envelope,
          binding.topic,
          binding.topic_name,
          std::move(observer)};
}

}  // namespace

std::unique_ptr<bound_table> bind(change::relation_ptr relation, const table_binding& binding,
                                  const capture_settings& capture,
                                  envelope::conversion_observer observer) {
  auto bound = std::make_unique<bound_table>();
  bound->relation = std::move(relation);
  bound->topic = binding;
  bound->encoder = envelope::table_encoder::bind(bound->relation,
                                                 context_of(binding, capture, std::move(observer)));
  return bound;
}

void learn_labels(bound_table& known, const table_binding& binding,
                  const capture_settings& capture) {
  known.encoder->learn_labels(context_of(binding, capture, {}));
}

bool fits(const topic_binding& topic, const record_batch& records, std::size_t index) {
  return records.payload_bytes(index) + record_overhead_bytes <= topic.record_bytes_max;
}

error too_large(const topic_binding& topic, const std::string& whose, const record_batch& records,
                std::size_t index) {
  return {error_class::refuse,
          fmt::format("a record of {} has {} bytes, more than the {} that topic '{}' accepts",
                      whose, records.payload_bytes(index) + record_overhead_bytes,
                      topic.record_bytes_max, topic.topic_name),
          "the broker would refuse it each time, and skipping it would lose it",
          "raise max.message.bytes of the topic (and kafka: message.max.bytes), then start again",
          {}};
}

result<void> check_record(const bound_table& target, const record_batch& records, std::size_t index,
                          change::row_operation operation) {
  if (!fits(target.topic, records, index)) {
    return too_large(target.topic, "table " + target.relation->qualified_name(), records, index);
  }
  if (target.topic.compacted && !records.at(index).key) {
    const bool truncates = operation == change::row_operation::truncate;
    return error{
        error_class::refuse,
        fmt::format("a {} of table {} has no key, but topic '{}' is compacted",
                    truncates ? "TRUNCATE" : "record", target.relation->qualified_name(),
                    target.topic.topic_name),
        "a compacted topic refuses records without a key",
        fmt::format("{}, or change the topic's cleanup.policy to delete",
                    truncates ? "add t to skipped.operations" : "give the table a primary key"),
        {}};
  }
  return {};
}

}  // namespace walrelay::app
