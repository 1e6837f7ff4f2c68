// adopted_connection: lets libpqxx use a connection that connect() made, with its deadline and its
// SQLSTATE. libpqxx 6 and 7 differ here and nowhere else in this room.
#pragma once

#include <utility>

#include <pqxx/connection>
#include <pqxx/except>
#include <pqxx/version>

#if PQXX_VERSION_MAJOR < 7
#include <pqxx/connectionpolicy>
#endif

#include "postgres/pg_handles.hpp"

namespace walrelay::postgres {

#if PQXX_VERSION_MAJOR < 7

using pqxx_connection = pqxx::connection_base;

/// libpqxx 6 asks its policy for a connection each time it lacks one. Ours hands out the one there
/// is and never a second, whose session would not be set up.
class adopted_connection : public pqxx::connection_base {
 public:
  explicit adopted_connection(connection_handle connection)
      : pqxx::connection_base(policy_), policy_(std::move(connection)) {
    init();
  }
  ~adopted_connection() { close(); }
  adopted_connection(const adopted_connection&) = delete;
  adopted_connection& operator=(const adopted_connection&) = delete;

  [[nodiscard]] pqxx_connection& get() { return *this; }

 private:
  class once : public pqxx::connectionpolicy {
   public:
    explicit once(connection_handle connection)
        : pqxx::connectionpolicy(""), connection_(std::move(connection)) {}
    handle do_startconnect(handle current) override {
      if (current != nullptr) return current;
      if (!connection_) throw pqxx::broken_connection("the connection to the server was lost");
      return connection_.release();
    }

   private:
    connection_handle connection_;
  };
  once policy_;
};

#else

using pqxx_connection = pqxx::connection;

class adopted_connection {
 public:
  explicit adopted_connection(connection_handle connection)
      : connection_(pqxx::connection::seize_raw_connection(connection.release())) {}

  [[nodiscard]] pqxx_connection& get() { return connection_; }

 private:
  pqxx::connection connection_;
};

#endif

}  // namespace walrelay::postgres
