// The real server of these tests: its address from the environment, a database of each test's own,
// and a plain session to set things up with.
#pragma once

#include <cstdlib>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <unistd.h>

#include <walrelay/postgres/connection.hpp>

#include "postgres/command.hpp"
#include "postgres/connect.hpp"

namespace walrelay::postgres::test {

inline void set_keyword(connection_settings& settings, const std::string& keyword,
                        const std::string& value) {
  std::erase_if(settings.keywords, [&](const auto& entry) { return entry.first == keyword; });
  settings.keywords.emplace_back(keyword, value);
}

/// For the scratch server's superuser. Without a scratch server the test fails: it proves nothing.
inline connection_settings scratch_settings(const std::string& database = "") {
  const char* const conninfo = std::getenv("WALRELAY_TEST_PG");
  if (conninfo == nullptr) {
    FAIL("WALRELAY_TEST_PG is not set; run: scripts/scratch run --postgres -- COMMAND");
    return {};
  }
  connection_settings settings;
  settings.application_name = "walrelay:test";
  std::istringstream words{conninfo};
  for (std::string word; words >> word;) {
    const std::size_t equals = word.find('=');
    REQUIRE(equals != std::string::npos);
    set_keyword(settings, word.substr(0, equals), word.substr(equals + 1));
  }
  if (!database.empty()) set_keyword(settings, "dbname", database);
  return settings;
}

/// A statement that fails, fails the test.
class session {
 public:
  using text_rows = std::vector<std::vector<std::string>>;

  explicit session(const connection_settings& settings, session_kind kind = session_kind::sql) {
    auto connection = connect(settings, kind);
    if (connection.has_error()) FAIL(connection.error().message());
    connection_ = *std::move(connection);
  }

  text_rows sql(const std::string& statement) {
    const auto answer = attempt(statement);
    if (answer.has_error()) FAIL(answer.error().message());
    text_rows rows;
    for (int row = 0; row < PQntuples(answer->get()); ++row) {
      auto& cells = rows.emplace_back();
      for (int column = 0; column < PQnfields(answer->get()); ++column) {
        cells.emplace_back(PQgetvalue(answer->get(), row, column));
      }
    }
    return rows;
  }

  std::string value(const std::string& statement) {
    const text_rows rows = sql(statement);
    REQUIRE(rows.size() == 1);
    REQUIRE(rows[0].size() == 1);
    return rows[0][0];
  }

  result<result_handle> attempt(const std::string& statement) {
    const wait_limits half_a_minute{nullptr, mono_now() + std::chrono::seconds(30)};
    return run_command(connection_.get(), statement, half_a_minute, statement);
  }

 private:
  connection_handle connection_;
};

/// A database that goes away with its slots.
class scratch_database {
 public:
  scratch_database() {
    static int count = 0;
    name_ = fmt::format("walrelay_{}_{}", ::getpid(), ++count);
    session(scratch_settings()).sql("CREATE DATABASE " + name_);
  }

  ~scratch_database() {
    session server(scratch_settings());
    const std::string ours = fmt::format("WHERE database = '{}'", name_);
    for (const std::string& statement : std::vector<std::string>{
             "SELECT pg_terminate_backend(active_pid, 10000) FROM pg_replication_slots " + ours +
                 " AND active_pid IS NOT NULL",
             "SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots " + ours,
             "DROP DATABASE " + name_ + " WITH (FORCE)"}) {
      // A destructor must not throw; what is left over is seen here and harms no other test.
      if (const auto done = server.attempt(statement); done.has_error()) {
        MESSAGE(done.error().message());
      }
    }
  }

  scratch_database(const scratch_database&) = delete;
  scratch_database& operator=(const scratch_database&) = delete;

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] connection_settings settings() const { return scratch_settings(name_); }
  /// Slots belong to the server, so their names must differ between databases.
  [[nodiscard]] std::string slot(std::string_view suffix = "slot") const {
    return fmt::format("{}_{}", name_, suffix);
  }

 private:
  std::string name_;
};

}  // namespace walrelay::postgres::test
