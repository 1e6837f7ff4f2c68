// What the snapshot asks PostgreSQL. Every function blocks and runs on a helper thread; a session
// is used by one job at a time.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <walrelay/base/result.hpp>
#include <walrelay/postgres/snapshot_session.hpp>
#include <walrelay/snapshot/table_window.hpp>
#include <walrelay/snapshot/visibility.hpp>

#include "app/bound_table.hpp"
#include "app/read_chunk.hpp"
#include "app/source_jobs.hpp"

namespace walrelay::app {

using session_ptr = std::shared_ptr<postgres::snapshot_session>;

struct copy_candidates {
  std::vector<published_table> tables;  // captured
  snapshot::server_snapshot now;
};
[[nodiscard]] result<copy_candidates> find_copy_candidates(const job_context& context);

struct table_to_copy {
  session_ptr session;
  change::relation_ptr shape;
  table_binding binding;
  std::vector<std::string> key_columns;  // empty: it has no key
};
/// A session for the table, and what is known of it. Nothing when it is not published any more.
[[nodiscard]] result<std::optional<table_to_copy>> begin_copy(const job_context& context, oid table,
                                                              const std::string& topic);

/// For snapshot::settling: the ids that are waited for.
[[nodiscard]] result<std::vector<snapshot::full_xid>> who_runs(postgres::snapshot_session& session);
[[nodiscard]] result<snapshot::server_snapshot> take_snapshot(postgres::snapshot_session& session);

struct chunk_request {
  oid table;
  std::string schema;
  std::string name;
  std::string topic;
  std::vector<std::string> key_columns;
  snapshot::read_order order;
  std::size_t rows_most = 0;
  std::size_t bytes_most = 0;  // where they end at some row
  change::relation_ptr known_shape;
};
struct chunk_answer {
  read_chunk chunk;
  std::optional<table_binding> binding;  // where the shape is another than the one known
};
/// Nothing while others hold a lock on the table that reading has to wait for.
[[nodiscard]] result<std::optional<chunk_answer>> read_rows(const job_context& context,
                                                            postgres::snapshot_session& session,
                                                            const chunk_request& request);

}  // namespace walrelay::app
