// table_progress_store: the records of the tables' copies in the compacted offsets topic, beside
// the checkpoint's. Written among the rows, in their transaction.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <walrelay/base/checkpoint.hpp>
#include <walrelay/base/clock.hpp>
#include <walrelay/base/result.hpp>
#include <walrelay/base/table_progress.hpp>
#include <walrelay/kafka/checkpoint_store.hpp>

namespace walrelay::kafka {

/// Connect's key with the table added: `["<connector>",{"server":"<prefix>","table":"<table>"}]`.
[[nodiscard]] std::string table_progress_key(std::string_view connector,
                                             std::string_view topic_prefix, std::string_view table);

/// One flat JSON object; the table's name is in the key alone.
[[nodiscard]] std::string encode_table_progress(const table_progress& progress);
/// Strict: every field once, nothing unknown; refuses anything else.
[[nodiscard]] result<table_progress> parse_table_progress(std::string_view table,
                                                          std::string_view text);

/// All that is stored for one connector.
struct stored_offsets {
  std::optional<checkpoint> position;
  std::vector<table_progress> tables;  // by name
};

/// As read_checkpoint(), but reads the whole partition: where a table's record lies is not known.
[[nodiscard]] result<stored_offsets> read_offsets(const client_settings& client,
                                                  const checkpoint_location& where,
                                                  mono_time deadline,
                                                  const std::function<bool()>& give_up);

}  // namespace walrelay::kafka
