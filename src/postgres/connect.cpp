#include "postgres/connect.hpp"

#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <poll.h>

#include <walrelay/base/clock.hpp>
#include <walrelay/base/ensure.hpp>

#include "postgres/command.hpp"
#include "postgres/server_error.hpp"

namespace walrelay::postgres {

namespace {

/// libpq reports an unknown keyword like an unreachable server; ours must not be retried.
result<void> check_keywords(const keyword_list& keywords) {
  const conninfo_options known{PQconndefaults()};
  WALRELAY_ENSURE(known != nullptr, "PQconndefaults: out of memory");
  for (const auto& [keyword, value] : keywords) {
    const PQconninfoOption* option = known.get();
    while (option->keyword != nullptr && keyword != option->keyword) ++option;
    if (option->keyword == nullptr) {
      return error{error_class::configuration,
                   fmt::format("'{}' is not a connection keyword that libpq knows", keyword),
                   "the connection cannot be made as configured",
                   "see the database.* options: walrelay config explain", ""};
    }
  }
  return {};
}

connection_handle begin_connect(const keyword_list& keywords) {
  std::vector<const char*> names;
  std::vector<const char*> values;
  for (const auto& [name, value] : keywords) {
    names.push_back(name.c_str());
    values.push_back(value.c_str());
  }
  names.push_back(nullptr);
  values.push_back(nullptr);
  constexpr int dbname_is_no_conninfo = 0;
  connection_handle connection{
      PQconnectStartParams(names.data(), values.data(), dbname_is_no_conninfo)};
  WALRELAY_ENSURE(connection != nullptr, "PQconnectStartParams: out of memory");
  return connection;
}

void ignore_notice(void*, const PGresult*) {}

result<connection_handle> connect_host(const keyword_list& keywords, mono_time deadline) {
  connection_handle connection = begin_connect(keywords);
  PQsetErrorVerbosity(connection.get(), PQERRORS_VERBOSE);  // see sqlstate_in()
  PQsetNoticeReceiver(connection.get(), ignore_notice, nullptr);
  if (PQstatus(connection.get()) == CONNECTION_BAD) return connect_error(connection.get());

  PostgresPollingStatusType next = PGRES_POLLING_WRITING;
  while (next != PGRES_POLLING_OK) {
    if (next == PGRES_POLLING_FAILED) return connect_error(connection.get());
    const short events = next == PGRES_POLLING_READING ? POLLIN : POLLOUT;
    if (wait_socket(PQsocket(connection.get()), events, {nullptr, deadline}) != wait_end::ready) {
      return not_reached(fmt::format("no answer from host '{}', port {}", PQhost(connection.get()),
                                     PQport(connection.get())));
    }
    next = PQconnectPoll(connection.get());
  }
  return connection;
}

result<void> prepare_session(PGconn* connection, const connection_settings& settings,
                             session_kind kind, mono_time deadline) {
  for (const std::string& statement : late_settings(PQserverVersion(connection))) {
    const auto done =
        run_command(connection, statement, {nullptr, deadline}, "setting up a session");
    if (!done) return done.error();
  }
  if (kind == session_kind::replication) return {};
  for (std::size_t i = 0; i < settings.initial_statements.size(); ++i) {
    // Named by number: the operator's text may hold a secret.
    const std::string doing = fmt::format("running database.initial.statements, number {}", i + 1);
    const auto done =
        run_command(connection, settings.initial_statements[i], {nullptr, deadline}, doing);
    if (!done) return done.error();
  }
  return {};
}

/// What the server says of itself at connect, from PostgreSQL 14 on.
bool is_standby(const PGconn* connection) {
  const char* said = PQparameterStatus(connection, "in_hot_standby");
  return said != nullptr && std::string_view{said} == "on";
}

error standby_error(const PGconn* connection) {
  return {error_class::retry,
          fmt::format("host '{}', port {} is a standby", PQhost(connection), PQport(connection)),
          "slots, publications and the position belong to the primary",
          "see that database.hostname lists the primary", "25006"};
}

}  // namespace

result<connection_handle> connect(const connection_settings& settings, session_kind kind) {
  const keyword_list keywords = start_up_keywords(settings, kind);
  if (const auto checked = check_keywords(keywords); !checked) return checked.error();

  error failure;
  const auto hosts = split_hosts(keywords);
  for (const keyword_list& attempt : hosts) {
    const mono_time deadline = mono_now() + settings.connect_timeout;
    auto connection = connect_host(attempt, deadline);
    if (connection && hosts.size() > 1 && is_standby(connection->get())) {
      connection = standby_error(connection->get());
    }
    if (connection) {
      if (auto ready = prepare_session(connection->get(), settings, kind, deadline); !ready) {
        return ready.error();
      }
      return connection;
    }
    error next = connection.error();
    if (!failure.found.empty()) next.found = fmt::format("{}; {}", failure.found, next.found);
    failure = std::move(next);
    if (failure.kind != error_class::retry) break;
  }
  return failure;
}

}  // namespace walrelay::postgres
