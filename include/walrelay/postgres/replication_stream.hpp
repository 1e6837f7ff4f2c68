// replication_stream: one replication connection, from connect to COPY BOTH, on libpq.
//
// Threads: open() and its commands block and run on a helper thread, before start(). After start()
// the stream belongs to the loop thread: it reads without blocking and never waits.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include <boost/asio/io_context.hpp>

#include <walrelay/base/byte_reader.hpp>
#include <walrelay/base/lsn.hpp>
#include <walrelay/base/result.hpp>
#include <walrelay/base/source_state.hpp>
#include <walrelay/postgres/connection.hpp>

namespace walrelay::postgres {

enum class slot_outcome { created, already_exists };

class replication_stream {
 public:
  /// Blocking. Connects with replication=database, within settings.connect_timeout.
  [[nodiscard]] static result<std::unique_ptr<replication_stream>> open(
      const connection_settings& settings);
  ~replication_stream();
  replication_stream(const replication_stream&) = delete;
  replication_stream& operator=(const replication_stream&) = delete;

  /// Blocking. IDENTIFY_SYSTEM, and TIMELINE_HISTORY when the timeline is above 1.
  [[nodiscard]] result<server_identity> identify();

  /// The server process at the other end, as pg_replication_slots.active_pid will name it.
  [[nodiscard]] std::int32_t server_process() const;

  /// Blocking, without a deadline of its own: the server waits for running transactions. cancel()
  /// from another thread ends it. 42710 is already_exists.
  [[nodiscard]] result<slot_outcome> create_slot(const std::string& slot, bool failover);

  struct temporary_slot {
    lsn position;          // where its changes begin
    std::string snapshot;  // shows everything before; until the next command here
  };
  /// Blocking like create_slot(). The slot dies with this connection.
  [[nodiscard]] result<temporary_slot> create_temporary_slot(const std::string& slot);

  /// Blocking until CopyBothResponse. START_REPLICATION SLOT … LOGICAL 0/0 with proto_version 1.
  /// 55006 comes back as error_class::retry with code "55006".
  [[nodiscard]] result<void> start(const std::string& slot, const std::string& publication);

  /// Any thread: ends a blocking command, best effort.
  void cancel();

  // --- loop thread, after start() ---

  /// What read_some() found.
  enum class read_state {
    frames,   // stopped because `more()` said so; call again
    drained,  // nothing to read now; wait_readable() next
  };
  /// Hands every complete frame that is here to `on_frame` until it returns false (the caller is
  /// full or has had its turn) or the socket is empty. The view dies when on_frame returns.
  [[nodiscard]] result<read_state> read_some(const std::function<bool(byte_view)>& on_frame);

  /// One-shot: calls `ready` on the loop when there may be something to read. There is one wait at
  /// a time: a second call before that replaces the callback of the first. The loop is the same
  /// each time and outlives the stream, or its close().
  void wait_readable(boost::asio::io_context& loop, std::function<void()> ready);
  /// Queues a frame for the server and flushes without blocking; what did not fit is flushed later.
  [[nodiscard]] result<void> send(byte_view frame);
  /// Ends the stream at once; a pending wait is never called again.
  void close();

 private:
  struct impl;
  explicit replication_stream(std::unique_ptr<impl> self);
  std::unique_ptr<impl> self_;
};

}  // namespace walrelay::postgres
