#include <walrelay/snapshot/progress_record.hpp>

#include <walrelay/base/ensure.hpp>

namespace walrelay::snapshot {

namespace {

using phase = copy_progress::phase;

table_copy_state state_of(const copy_progress& progress) {
  switch (progress.at) {
    case phase::reading:
      return progress == copy_progress{} ? table_copy_state::pending : table_copy_state::reading;
    case phase::rereading:
      return table_copy_state::rereading;
    case phase::done:
      return table_copy_state::done;
  }
  WALRELAY_ENSURE(false, "phase {}", static_cast<int>(progress.at));
}

phase phase_of(table_copy_state state) {
  switch (state) {
    case table_copy_state::pending:
    case table_copy_state::reading:
      return phase::reading;
    case table_copy_state::rereading:
      return phase::rereading;
    case table_copy_state::done:
    case table_copy_state::skipped:
      return phase::done;
  }
  WALRELAY_ENSURE(false, "table copy state {}", static_cast<int>(state));
}

}  // namespace

table_progress record_of(const copied_table& table, const copy_progress& progress) {
  table_progress record{table.name, state_of(progress), table.id, table.key_columns, progress.last,
                        {},         progress.rows};
  for (const row_key& key : progress.listed) append_column(record.listed_keys, key);
  return record;
}

std::optional<copy_progress> progress_in(const table_progress& record, const copied_table& table) {
  if (record.table_id != table.id || record.key_columns != table.key_columns) return std::nullopt;
  const auto listed = columns_of(record.listed_keys);
  if (!listed) return std::nullopt;
  copy_progress progress;
  progress.at = phase_of(record.state);
  progress.last = record.last_key;
  for (const std::string_view key : *listed) progress.listed.emplace(key);
  progress.rows = record.rows;
  return progress;
}

}  // namespace walrelay::snapshot
