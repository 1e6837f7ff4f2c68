#include "postgres/copy_stream.hpp"

#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <boost/system/error_code.hpp>

#include <walrelay/base/ensure.hpp>

#include "postgres/server_error.hpp"

namespace walrelay::postgres {

namespace {

using read_state = replication_stream::read_state;

constexpr std::string_view reading = "reading the replication stream";
constexpr std::string_view sending = "sending to the replication stream";

/// A bound on one turn of the loop when a single huge frame keeps arriving.
constexpr int reads_per_turn_max = 64;

bool socket_has_data(int socket) {
  pollfd watched{socket, POLLIN, 0};
  return ::poll(&watched, 1, 0) != 0;
}

error already_closed(std::string_view doing) {
  return classify(connection_lost, "the stream was closed", doing);
}

}  // namespace

copy_stream::copy_stream(connection_handle connection)
    : connection_(std::move(connection)),
      hidden_reads_(
          PQsslInUse(connection_.get()) != 0 || PQgssEncInUse(connection_.get()) != 0 ? 2 : 0) {
  PQsetnonblocking(connection_.get(), 1);
}

result<read_state> copy_stream::read_some(const std::function<bool(byte_view)>& on_frame) {
  bool input_ended = false;
  int hidden_reads_done = 0;
  for (int reads = 0; reads < reads_per_turn_max; ++reads) {
    const auto outcome = hand_over(on_frame);
    if (!outcome) return outcome.error();
    switch (*outcome) {
      case handed::caller_is_full:
        return read_state::frames;
      case handed::stream_closed:
        return already_closed(reading);
      case handed::all_there_is:
        break;
    }
    // Frames, and the server's last words, may have come with the end of the input.
    if (input_ended) return lost_connection(connection_.get(), reading);
    if (socket_has_data(PQsocket(connection_.get()))) {
      hidden_reads_done = 0;
    } else if (hidden_reads_done++ == hidden_reads_) {
      return read_state::drained;
    }
    input_ended = PQconsumeInput(connection_.get()) == 0;
  }
  return read_state::frames;
}

result<copy_stream::handed> copy_stream::hand_over(const std::function<bool(byte_view)>& on_frame) {
  while (connection_) {
    char* raw = nullptr;
    constexpr int without_waiting = 1;
    const int length = PQgetCopyData(connection_.get(), &raw, without_waiting);
    const copy_buffer frame{raw};
    if (length == 0) return handed::all_there_is;
    if (length < 0) return stream_end();
    const auto view = std::as_bytes(std::span{frame.get(), static_cast<std::size_t>(length)});
    if (!on_frame(view)) return handed::caller_is_full;
  }
  return handed::stream_closed;  // by on_frame
}

error copy_stream::stream_end() {
  // The message that ended the copy is here already, so this does not wait.
  const result_handle answer{PQgetResult(connection_.get())};
  if (!answer) return lost_connection(connection_.get(), reading);
  if (PQresultStatus(answer.get()) == PGRES_FATAL_ERROR) {
    return command_error(answer.get(), connection_.get(), reading);
  }
  return classify("57P01", "the server ended the stream, as it does when it shuts down", reading);
}

void copy_stream::wait_readable(boost::asio::io_context& loop, std::function<void()> ready) {
  if (!connection_) return;
  ready_ = std::move(ready);
  if (!watched_) {
    const int duplicate = ::fcntl(PQsocket(connection_.get()), F_DUPFD_CLOEXEC, 0);
    WALRELAY_ENSURE(duplicate >= 0, "no file descriptor is left to watch the replication stream");
    watched_.emplace(loop, duplicate);
    flush_when_writable();  // what was sent before there was a loop to wait on
  }
  if (std::exchange(waits_for_read_, true)) return;
  watched_->async_wait(boost::asio::posix::stream_descriptor::wait_read,
                       [weak = weak_from_this()](const boost::system::error_code&) {
                         const auto self = weak.lock();
                         if (!self || !self->connection_) return;
                         self->waits_for_read_ = false;
                         // An error of the wait shows again, with its reason, in read_some().
                         self->call_ready();
                       });
}

void copy_stream::call_ready() {
  if (const auto call = std::exchange(ready_, nullptr)) call();
}

result<void> copy_stream::send(byte_view frame) {
  if (!connection_) return already_closed(sending);
  const auto* const bytes = reinterpret_cast<const char*>(frame.data());
  if (PQputCopyData(connection_.get(), bytes, static_cast<int>(frame.size())) != 1) {
    return lost_connection(connection_.get(), sending);
  }
  return flush();
}

result<void> copy_stream::flush() {
  const int left = PQflush(connection_.get());
  if (left < 0) return lost_connection(connection_.get(), sending);
  if (left > 0) flush_when_writable();
  return {};
}

/// When libpq cannot send it takes in what the server sends, so that neither waits for the other.
/// The socket is then not readable though frames are here, so the reader is woken as well.
void copy_stream::flush_when_writable() {
  if (!watched_ || std::exchange(waits_for_write_, true)) return;
  watched_->async_wait(boost::asio::posix::stream_descriptor::wait_write,
                       [weak = weak_from_this()](const boost::system::error_code&) {
                         const auto self = weak.lock();
                         if (!self || !self->connection_) return;
                         self->waits_for_write_ = false;
                         // A failure here ends the input too, where read_some() reports it.
                         [[maybe_unused]] const auto flushed = self->flush();
                         self->call_ready();
                       });
}

void copy_stream::close() {
  watched_.reset();
  connection_.reset();
  ready_ = nullptr;
}

}  // namespace walrelay::postgres
