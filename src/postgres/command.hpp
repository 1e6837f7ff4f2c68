// Blocking commands on a libpq connection, for helper threads. The wait is ours rather than
// libpq's, so that it ends at a deadline or when another thread says so.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include <walrelay/base/clock.hpp>
#include <walrelay/base/result.hpp>

#include "postgres/cancel_signal.hpp"
#include "postgres/pg_handles.hpp"

namespace walrelay::postgres {

/// What ends a wait early; either may be absent.
struct wait_limits {
  const cancel_signal* cancel = nullptr;
  std::optional<mono_time> deadline;
};

enum class wait_end { ready, deadline, cancelled };
/// poll()'s POLLIN or POLLOUT.
[[nodiscard]] wait_end wait_socket(int socket, short events, const wait_limits& limits);

/// The command's first answer: rows, success, or the beginning of a COPY. `doing` starts the text
/// of an error.
[[nodiscard]] result<result_handle> run_command(PGconn* connection, const std::string& command,
                                                const wait_limits& limits, std::string_view doing);

/// Hands over each line of the COPY TO STDOUT that has begun, up to its end.
[[nodiscard]] result<void> read_copy(PGconn* connection,
                                     const std::function<void(std::string_view)>& on_line,
                                     const wait_limits& limits, std::string_view doing);

}  // namespace walrelay::postgres
