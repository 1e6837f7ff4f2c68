// From libpq's error texts to our errors. Only the primary message is taken: details and context
// may hold row values.
#pragma once

#include <string>
#include <string_view>

#include <libpq-fe.h>

#include <walrelay/base/result.hpp>

namespace walrelay::postgres {

/// SQLSTATE of a connection that libpq lost or could not make, where the server said none.
inline constexpr std::string_view connection_lost = "08006";

/// First line, without blanks at its ends.
[[nodiscard]] std::string first_line(std::string_view text);

/// Libpq has no accessor for the SQLSTATE of a refused connection; with PQERRORS_VERBOSE it stands
/// in the text, `FATAL:  28P01: …`, whatever the language. Empty when the server did not speak.
[[nodiscard]] std::string_view sqlstate_in(std::string_view verbose_text);

[[nodiscard]] error connect_error(const PGconn* connection);
/// No server answered there, or it went before it spoke.
[[nodiscard]] error not_reached(std::string_view text);
[[nodiscard]] error lost_connection(const PGconn* connection, std::string_view doing);
[[nodiscard]] error command_error(const PGresult* answer, const PGconn* connection,
                                  std::string_view doing);

}  // namespace walrelay::postgres
