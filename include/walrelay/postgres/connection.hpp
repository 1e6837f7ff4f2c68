// How every connection of ours is made: one list of libpq keywords, with the session settings that
// pin the text form of values (INV-11) and keep half-open peers short-lived.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <walrelay/base/result.hpp>

namespace walrelay::postgres {

struct connection_settings {
  /// libpq's: host, port, user, dbname, sslmode, …; the password is among them, so they are never
  /// printed.
  std::vector<std::pair<std::string, std::string>> keywords;
  std::string application_name;
  std::chrono::milliseconds connect_timeout{10'000};
  std::chrono::milliseconds statement_timeout{60'000};
  std::chrono::milliseconds wal_sender_timeout{15'000};
  std::vector<std::string> initial_statements;  // run on each SQL session
};

/// `options` of the start-up packet: the settings that decide how values are spelled, the server's
/// keepalives and timeouts.
[[nodiscard]] std::string session_options(const connection_settings& settings);

/// SQLSTATE and text to an error: 28xxx and 3D000 refuse, 55006 and 57Pxx and connection loss
/// retry, 42501 refuse with the missing right, 55000 (slot lost) refuse. The one table for this
/// room.
[[nodiscard]] error classify(std::string_view sqlstate, std::string_view text,
                             std::string_view doing);

}  // namespace walrelay::postgres
