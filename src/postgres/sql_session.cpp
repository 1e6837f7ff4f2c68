#include "postgres/sql_session.hpp"

#include <string>
#include <utility>

#include <pqxx/except>

#include "postgres/connect.hpp"
#include "postgres/server_error.hpp"

namespace walrelay::postgres {

namespace {

constexpr std::string_view severity_end = ":  ";

/// "ERROR:  42501: text" without its first word, which the server translates, and without the
/// SQLSTATE.
std::string message_of(std::string_view text, std::string_view state) {
  const std::string line = first_line(text);
  const std::string before = state.empty() ? std::string{severity_end} : std::string{state} + ": ";
  const std::size_t end = line.find(before);
  return end == std::string::npos ? line : line.substr(end + before.size());
}

}  // namespace

sql_session::sql_session(connection_handle connection)
    : connection_(std::move(connection)), server_version_(connection_.get().server_version()) {}

result<std::unique_ptr<sql_session>> sql_session::open(const connection_settings& settings) {
  auto connection = connect(settings, session_kind::sql);
  if (!connection) return connection.error();
  try {
    return std::unique_ptr<sql_session>{new sql_session{*std::move(connection)}};
  } catch (const std::exception& failure) {
    return error_of(failure, "connecting to PostgreSQL");
  }
}

std::string sql_session::quote_name(std::string_view name) {
  return connection_.get().quote_name(std::string{name});
}

error sql_session::error_of(const std::exception& failure, std::string_view doing) {
  // In the text, because libpqxx keeps the SQLSTATE of some exceptions only.
  const std::string_view state = sqlstate_in(failure.what());
  const std::string text = message_of(failure.what(), state);
  if (!state.empty()) return classify(state, text, doing);
  // libpq knows no SQLSTATE for a connection that broke during a statement.
  const bool broke = dynamic_cast<const pqxx::sql_error*>(&failure) != nullptr ||
                     dynamic_cast<const pqxx::broken_connection*>(&failure) != nullptr;
  if (broke) return classify(connection_lost, text, doing);
  return {error_class::bug, std::string{doing} + ": " + text,
          "the catalog gave an answer of another form", "report this with the server's version",
          ""};
}

}  // namespace walrelay::postgres
