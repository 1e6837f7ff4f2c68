// sql_session: one ordinary connection for libpqxx's transactions. libpqxx throws; nothing leaves
// this class but results.
#pragma once

#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>

#include <pqxx/nontransaction>

#include <walrelay/base/result.hpp>
#include <walrelay/postgres/connection.hpp>

#include "postgres/adopted_connection.hpp"

namespace walrelay::postgres {

class sql_session {
 public:
  /// Blocking.
  [[nodiscard]] static result<std::unique_ptr<sql_session>> open(
      const connection_settings& settings);
  ~sql_session() = default;
  sql_session(const sql_session&) = delete;
  sql_session& operator=(const sql_session&) = delete;

  /// Calls `work` with a transaction whose statements each commit by themselves. `doing` starts the
  /// text of an error. A lost connection stays lost: the session's settings would be lost with it.
  template <class Work>
  [[nodiscard]] auto run(std::string_view doing, Work&& work)
      -> result<std::invoke_result_t<Work, pqxx::transaction_base&>> {
    try {
      pqxx::nontransaction statements(connection_.get());
      return work(statements);
    } catch (const std::exception& failure) {
      return error_of(failure, doing);
    }
  }

  [[nodiscard]] int server_version() const { return server_version_; }
  [[nodiscard]] std::string quote_name(std::string_view name);

 private:
  explicit sql_session(connection_handle connection);
  [[nodiscard]] static error error_of(const std::exception& failure, std::string_view doing);

  adopted_connection connection_;
  int server_version_;
};

}  // namespace walrelay::postgres
