#include "postgres/command.hpp"

#include <array>
#include <chrono>
#include <cstdint>

#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <walrelay/base/ensure.hpp>
#include <walrelay/postgres/connection.hpp>

#include "postgres/server_error.hpp"

namespace walrelay::postgres {

namespace {

/// How long a server may take to answer a cancel before we turn away from it.
constexpr std::chrono::seconds cancel_grace{5};

error wait_ended(wait_end reason, std::string_view doing) {
  if (reason == wait_end::cancelled) return classify("57014", "cancelled by walrelay", doing);
  return classify(connection_lost, "the server did not answer in time", doing);
}

void send_cancel(PGconn* connection) {
  const cancel_handle cancel{PQgetCancel(connection)};
  std::array<char, 256> ignored{};
  if (cancel) PQcancel(cancel.get(), ignored.data(), static_cast<int>(ignored.size()));
}

/// Until PQgetResult() would not block. A cancel is passed on to the server, whose answer is then
/// waited for: the command may have succeeded just before.
result<void> wait_answer(PGconn* connection, wait_limits limits, std::string_view doing) {
  while (PQisBusy(connection) != 0) {
    switch (wait_socket(PQsocket(connection), POLLIN, limits)) {
      case wait_end::ready:
        if (PQconsumeInput(connection) == 0) return lost_connection(connection, doing);
        break;
      case wait_end::cancelled:
        send_cancel(connection);
        limits = {nullptr, mono_now() + cancel_grace};
        break;
      case wait_end::deadline:
        return wait_ended(wait_end::deadline, doing);
    }
  }
  return {};
}

}  // namespace

cancel_signal::cancel_signal() : descriptor_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  WALRELAY_ENSURE(descriptor_ >= 0, "eventfd: no file descriptor is left");
}

cancel_signal::~cancel_signal() {
  ::close(descriptor_);
}

void cancel_signal::raise() {
  const std::uint64_t one = 1;
  // Fails only when the counter is full, and then it is raised already.
  [[maybe_unused]] const ssize_t written = ::write(descriptor_, &one, sizeof one);
}

wait_end wait_socket(int socket, short events, const wait_limits& limits) {
  std::array<pollfd, 2> watched{
      {{socket, events, 0}, {limits.cancel ? limits.cancel->descriptor() : -1, POLLIN, 0}}};
  while (true) {
    int timeout_ms = -1;
    if (limits.deadline) {
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(*limits.deadline - mono_now());
      if (left.count() <= 0) return wait_end::deadline;
      timeout_ms = static_cast<int>(left.count());
    }
    const int ready = ::poll(watched.data(), watched.size(), timeout_ms);
    if (ready <= 0) continue;  // deadline or EINTR: the top of the loop tells them apart
    return watched[1].revents != 0 ? wait_end::cancelled : wait_end::ready;
  }
}

result<result_handle> run_command(PGconn* connection, const std::string& command,
                                  const wait_limits& limits, std::string_view doing) {
  if (limits.cancel) {
    pollfd raised{limits.cancel->descriptor(), POLLIN, 0};
    if (::poll(&raised, 1, 0) > 0) return wait_ended(wait_end::cancelled, doing);
  }
  if (PQsendQuery(connection, command.c_str()) == 0) return lost_connection(connection, doing);

  result_handle first;
  while (true) {
    if (const auto waited = wait_answer(connection, limits, doing); !waited) return waited.error();
    result_handle answer{PQgetResult(connection)};
    if (!answer) break;
    const ExecStatusType status = PQresultStatus(answer.get());
    if (status == PGRES_COPY_BOTH || status == PGRES_COPY_OUT) return answer;
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) {
      error failure = command_error(answer.get(), connection, doing);
      while (PQstatus(connection) == CONNECTION_OK &&
             wait_answer(connection, {nullptr, mono_now() + cancel_grace}, doing)) {
        if (result_handle rest{PQgetResult(connection)}; !rest) break;
      }
      return failure;
    }
    if (!first) first = std::move(answer);
  }
  if (!first) return lost_connection(connection, doing);
  return first;
}

result<void> read_copy(PGconn* connection, const std::function<void(std::string_view)>& on_line,
                       const wait_limits& limits, std::string_view doing) {
  constexpr int do_not_block = 1;
  while (true) {
    char* line = nullptr;
    const int length = PQgetCopyData(connection, &line, do_not_block);
    const copy_buffer owned{line};
    if (length > 0) {
      on_line({line, static_cast<std::size_t>(length)});
    } else if (length == 0) {
      const wait_end end = wait_socket(PQsocket(connection), POLLIN, limits);
      if (end != wait_end::ready) {
        send_cancel(connection);
        return wait_ended(end, doing);
      }
      if (PQconsumeInput(connection) == 0) return lost_connection(connection, doing);
    } else {
      break;
    }
  }
  result<void> ended;
  while (true) {
    if (auto waited = wait_answer(connection, limits, doing); !waited) return waited;
    const result_handle answer{PQgetResult(connection)};
    if (!answer) return ended;
    if (PQresultStatus(answer.get()) != PGRES_COMMAND_OK && ended) {
      ended = command_error(answer.get(), connection, doing);
    }
  }
}

}  // namespace walrelay::postgres
