#include "postgres/server_error.hpp"

#include <algorithm>

#include <walrelay/postgres/connection.hpp>

namespace walrelay::postgres {

namespace {

constexpr std::string_view before_state = ":  ";
constexpr std::size_t state_length = 5;

bool is_sqlstate(std::string_view text) {
  return text.size() == state_length && std::all_of(text.begin(), text.end(), [](char letter) {
           return (letter >= '0' && letter <= '9') || (letter >= 'A' && letter <= 'Z');
         });
}

}  // namespace

std::string first_line(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t start = text.find_first_not_of(blanks);
  if (start == std::string_view::npos) return "no reason given";
  text.remove_prefix(start);
  text = text.substr(0, text.find('\n'));
  return std::string{text.substr(0, text.find_last_not_of(blanks) + 1)};
}

std::string_view sqlstate_in(std::string_view verbose_text) {
  for (std::size_t at = verbose_text.find(before_state); at != std::string_view::npos;
       at = verbose_text.find(before_state, at + 1)) {
    const std::string_view state = verbose_text.substr(at + before_state.size(), state_length);
    const std::string_view after = verbose_text.substr(at + before_state.size() + state.size());
    if (is_sqlstate(state) && after.starts_with(": ")) return state;
  }
  return {};
}

error connect_error(const PGconn* connection) {
  const std::string_view text = PQerrorMessage(connection);
  const std::string_view state = sqlstate_in(text);
  if (state.empty()) return not_reached(first_line(text));
  return classify(state, first_line(text), "connecting to PostgreSQL");
}

error not_reached(std::string_view text) {
  error failure = classify(connection_lost, text, "connecting to PostgreSQL");
  failure.why = "nothing can be read until the server answers";
  failure.remedy =
      "check that it runs and that database.hostname, database.port and database.sslmode fit it";
  return failure;
}

error lost_connection(const PGconn* connection, std::string_view doing) {
  return classify(connection_lost, first_line(PQerrorMessage(connection)), doing);
}

error command_error(const PGresult* answer, const PGconn* connection, std::string_view doing) {
  const char* const state = PQresultErrorField(answer, PG_DIAG_SQLSTATE);
  const char* const text = PQresultErrorField(answer, PG_DIAG_MESSAGE_PRIMARY);
  if (state == nullptr || text == nullptr) return lost_connection(connection, doing);
  return classify(state, first_line(text), doing);
}

}  // namespace walrelay::postgres
