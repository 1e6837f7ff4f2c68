// What a connector asks PostgreSQL outside the stream. Every function blocks
// and runs on a helper thread; none keeps anything between calls.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <walrelay/base/result.hpp>
#include <walrelay/base/source_state.hpp>
#include <walrelay/change/selection.hpp>
#include <walrelay/config/options.hpp>
#include <walrelay/postgres/replication_stream.hpp>
#include <walrelay/relay/connector_fsm.hpp>

#include "app/log.hpp"
#include "app/stream_pipeline.hpp"

namespace walrelay::app {

struct job_context {
  const config::connector_options& options;
  const change::selection& selection;
  const log& out;
};

/// Steps of relay::step, by name.
[[nodiscard]] result<relay::source_findings> inspect_source(const job_context& context);
[[nodiscard]] result<publication_state> create_publication(const job_context& context);
/// The publication as it is now.
struct publication_seen {
  oid id;                                   // 0: it does not exist
  std::vector<std::string> missing_tables;  // captured, and not in it
  std::vector<std::string> lacking;         // operations that it does not publish any more
};
/// Nothing when the server could not be asked. Fails when it is shutting down: it waits for the
/// stream then, which may not see that while it is not read.
[[nodiscard]] result<std::optional<publication_seen>> look_at_publication(
    const job_context& context);
[[nodiscard]] result<relay::slot_read> read_slot(const job_context& context);

/// Ends one blocking command of a helper from the loop thread, also when it has yet to begin.
class cancellable {
 public:
  void set(postgres::replication_stream* stream);
  void cancel();

 private:
  std::mutex mutex_;
  postgres::replication_stream* stream_ = nullptr;
  bool cancelled_ = false;
};

/// Waits for every transaction that runs now, without a limit; `stop` ends it.
[[nodiscard]] result<void> create_slot(const job_context& context, cancellable& stop);

struct attached_stream {
  std::unique_ptr<postgres::replication_stream> stream;
  relay::attached facts;
};
[[nodiscard]] result<attached_stream> attach(const job_context& context);

/// Catalog facts of one table and of its columns' types. Its topic is named, and nothing is known
/// of it.
[[nodiscard]] result<table_binding> describe_table(const job_context& context,
                                                   const change::relation& table,
                                                   const std::string& topic_name);
/// The same and its topic, created if need be.
[[nodiscard]] result<table_binding> prepare_table(const job_context& context,
                                                  const change::relation& table,
                                                  const std::string& topic_name);

/// A topic, created if need be; its number is the caller's to give.
[[nodiscard]] result<topic_binding> prepare_topic_binding(const job_context& context,
                                                          const std::string& topic_name);

/// heartbeat.action.query, once.
[[nodiscard]] result<void> run_heartbeat_query(const job_context& context);

}  // namespace walrelay::app
