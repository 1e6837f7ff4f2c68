// copy_stream: a connection in COPY BOTH, on the loop thread. It never blocks.
//
// Asio watches a duplicate of libpq's socket, so that neither can close the other's descriptor. Its
// handlers hold the stream weakly and look at the connection again when they run: a completion that
// was already queued when the stream was closed does nothing.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>

#include <walrelay/postgres/replication_stream.hpp>

#include "postgres/pg_handles.hpp"

namespace walrelay::postgres {

class copy_stream : public std::enable_shared_from_this<copy_stream> {
 public:
  explicit copy_stream(connection_handle connection);
  ~copy_stream() { close(); }
  copy_stream(const copy_stream&) = delete;
  copy_stream& operator=(const copy_stream&) = delete;

  /// As replication_stream's functions of these names.
  [[nodiscard]] result<replication_stream::read_state> read_some(
      const std::function<bool(byte_view)>& on_frame);
  void wait_readable(boost::asio::io_context& loop, std::function<void()> ready);
  [[nodiscard]] result<void> send(byte_view frame);
  void close();

 private:
  enum class handed { all_there_is, caller_is_full, stream_closed };
  [[nodiscard]] result<handed> hand_over(const std::function<bool(byte_view)>& on_frame);
  [[nodiscard]] error stream_end();
  [[nodiscard]] result<void> flush();
  void flush_when_writable();
  void call_ready();

  connection_handle connection_;  // empty once closed
  /// Reads that may still bring bytes after the kernel's buffer is empty: libpq takes 8 KiB at
  /// least, and a TLS or GSS record that it has decrypted in part holds 16 KiB.
  int hidden_reads_;
  std::optional<boost::asio::posix::stream_descriptor> watched_;
  std::function<void()> ready_;
  // Waits that Asio holds. A read wait may outlast its callback, see flush_when_writable().
  bool waits_for_read_ = false;
  bool waits_for_write_ = false;
};

}  // namespace walrelay::postgres
