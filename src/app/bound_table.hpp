// bound_table: a relation as its rows are encoded now, and what its topic accepts. Loop thread.
#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <optional>
#include <string>

#include <walrelay/base/records.hpp>
#include <walrelay/base/result.hpp>
#include <walrelay/change/relation.hpp>
#include <walrelay/change/selection.hpp>
#include <walrelay/change/table_facts.hpp>
#include <walrelay/envelope/table_encoder.hpp>

namespace walrelay::app {

/// A topic that a helper has found or created.
struct topic_binding {
  topic_id topic{};
  std::string topic_name{};
  std::size_t record_bytes_max = std::numeric_limits<std::size_t>::max();  // topic's and client's
  bool compacted = false;  // null keys are refused by the broker
};

/// What a helper has found out and created for one table.
struct table_binding : topic_binding {
  std::optional<change::table_facts> facts{};  // absent: dropped meanwhile
  change::type_catalog types{};
};

struct bound_table {
  change::relation_ptr relation;
  std::unique_ptr<envelope::table_encoder> encoder;  // absent: the table is not captured
  topic_binding topic;
  bool truncate_reported = false;

  [[nodiscard]] std::uint64_t values_as_text() const {
    return encoder ? encoder->text_fallbacks() : 0;
  }
};

/// The same for all tables of a connector. Outlives none of them.
struct capture_settings {
  const change::selection& columns;
  const envelope::envelope_settings& envelope;
};

[[nodiscard]] std::unique_ptr<bound_table> bind(change::relation_ptr relation,
                                                const table_binding& binding,
                                                const capture_settings& capture,
                                                envelope::conversion_observer observer);

/// For a row whose labels its encoder does not know.
void learn_labels(bound_table& known, const table_binding& binding,
                  const capture_settings& capture);

/// Whether the topic takes a record of that size.
[[nodiscard]] bool fits(const topic_binding& topic, const record_batch& records, std::size_t index);
/// `whose` is what the record tells, in words.
[[nodiscard]] error too_large(const topic_binding& topic, const std::string& whose,
                              const record_batch& records, std::size_t index);

/// Whether the broker will take the record: known before it is produced, never found out by an
/// abort that would repeat for ever.
[[nodiscard]] result<void> check_record(const bound_table& target, const record_batch& records,
                                        std::size_t index, change::row_operation operation);

}  // namespace walrelay::app
