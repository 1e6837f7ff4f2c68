// Connecting: what is refused and what retried, without a secret in any text; and the settings that
// hold against what a database's owner has set.
#include <chrono>
#include <string>
#include <vector>

#include <arpa/inet.h>
#include <doctest/doctest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server.hpp"

#include "walrelay/postgres/replication_stream.hpp"
#include "walrelay/postgres/source_catalog.hpp"

using namespace walrelay;
using namespace walrelay::postgres;
using namespace walrelay::postgres::test;
using namespace std::chrono_literals;

namespace {

constexpr const char* wrong_password = "Wr0ng-and-Secret";

/// A role that the scratch server's pg_hba.conf asks for its password.
constexpr const char* password_role = "walrelay";

error failure_of(const connection_settings& settings, session_kind kind) {
  auto connection = connect(settings, kind);
  REQUIRE(connection.has_error());
  return connection.error();
}

/// Accepts connections, in the kernel, and says nothing.
class silent_server {
 public:
  silent_server() : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    auto* const generic = reinterpret_cast<sockaddr*>(&address);
    socklen_t size = sizeof address;
    REQUIRE(::bind(socket_, generic, size) == 0);
    REQUIRE(::listen(socket_, 4) == 0);
    REQUIRE(::getsockname(socket_, generic, &size) == 0);
    port_ = ntohs(address.sin_port);
  }
  ~silent_server() { ::close(socket_); }
  silent_server(const silent_server&) = delete;
  silent_server& operator=(const silent_server&) = delete;

  [[nodiscard]] std::string port() const { return fmt::to_string(port_); }

 private:
  int socket_;
  std::uint16_t port_ = 0;
};

}  // namespace

TEST_CASE("a wrong password is refused, by SQLSTATE, and is in no text") {
  for (const session_kind kind : {session_kind::sql, session_kind::replication}) {
    connection_settings settings = scratch_settings();
    set_keyword(settings, "user", password_role);
    set_keyword(settings, "password", wrong_password);
    const error failure = failure_of(settings, kind);
    CHECK(failure.kind == error_class::refuse);
    CHECK(failure.code == "28P01");
    CHECK(failure.message().find(wrong_password) == std::string::npos);
    CHECK(failure.message().find("database.password") != std::string::npos);
  }
}

TEST_CASE("a database that does not exist is refused") {
  const error failure = failure_of(scratch_settings("no_such_database"), session_kind::sql);
  CHECK(failure.kind == error_class::refuse);
  CHECK(failure.code == "3D000");
}

TEST_CASE("a keyword that libpq does not know is a configuration error that names it") {
  connection_settings settings = scratch_settings();
  set_keyword(settings, "sslmod", "require");
  const error failure = failure_of(settings, session_kind::sql);
  CHECK(failure.kind == error_class::configuration);
  CHECK(failure.found.find("'sslmod'") != std::string::npos);
}

TEST_CASE("a server that is not there is retried, without the password in the text") {
  connection_settings settings = scratch_settings();
  set_keyword(settings, "port", "1");
  set_keyword(settings, "password", wrong_password);
  const error failure = failure_of(settings, session_kind::replication);
  CHECK(failure.kind == error_class::retry);
  CHECK(failure.code == "08006");
  CHECK(failure.remedy.find("database.port") != std::string::npos);
  CHECK(failure.message().find(wrong_password) == std::string::npos);
}

TEST_CASE("a server that does not speak is given connect_timeout and no more") {
  const silent_server silent;
  connection_settings settings = scratch_settings();
  set_keyword(settings, "port", silent.port());
  settings.connect_timeout = 300ms;
  const mono_time begun = mono_now();
  const error failure = failure_of(settings, session_kind::replication);
  const auto took = mono_now() - begun;
  CHECK(failure.kind == error_class::retry);
  CHECK(failure.code == "08006");
  CHECK(failure.found.find("port " + silent.port()) != std::string::npos);
  CHECK(failure.remedy.find("database.hostname") != std::string::npos);
  CHECK(took >= 300ms);
  CHECK(took < 5s);
}

TEST_CASE("the next host is tried when one does not speak, but not when one refuses us") {
  const silent_server silent;
  connection_settings settings = scratch_settings();
  std::string real_port;
  for (const auto& [keyword, value] : settings.keywords) {
    if (keyword == "port") real_port = value;
  }
  set_keyword(settings, "host", "127.0.0.1,127.0.0.1");
  set_keyword(settings, "port", silent.port() + "," + real_port);
  settings.connect_timeout = 2s;
  CHECK(connect(settings, session_kind::sql).has_value());

  set_keyword(settings, "port", real_port + "," + silent.port());
  set_keyword(settings, "dbname", "no_such_database");
  CHECK(failure_of(settings, session_kind::sql).code == "3D000");
}

TEST_CASE("settings hold against hostile ones of the database") {
  const scratch_database database;
  {
    session owner(database.settings());
    for (const std::string& setting : std::vector<std::string>{
             "datestyle = 'German, DMY'", "intervalstyle = 'sql_standard'",
             "timezone = 'Asia/Kathmandu'", "extra_float_digits = -2", "bytea_output = 'escape'",
             "lc_monetary = 'C.UTF-8'", "search_path = 'pg_catalog'", "quote_all_identifiers = on",
             "client_encoding = 'LATIN1'", "wal_sender_timeout = 0", "lock_timeout = 1",
             "idle_in_transaction_session_timeout = 1", "idle_session_timeout = 77000",
             "statement_timeout = 88000"}) {
      owner.sql(fmt::format("ALTER DATABASE {} SET {}", database.name(), setting));
    }
  }
  connection_settings settings = database.settings();
  settings.statement_timeout = 42'000ms;
  for (const session_kind kind : {session_kind::sql, session_kind::replication}) {
    CAPTURE(kind == session_kind::sql);
    session ours(settings, kind);
    const std::string statement_timeout = kind == session_kind::sql ? "42s" : "0";
    for (const auto& [setting, value] : std::vector<std::pair<std::string, std::string>>{
             {"intervalstyle", "postgres"},
             {"timezone", "UTC"},
             {"extra_float_digits", "3"},
             {"bytea_output", "hex"},
             {"lc_monetary", "C"},
             {"search_path", "\"$user\",public"},
             {"quote_all_identifiers", "off"},
             {"client_encoding", "UTF8"},
             {"wal_sender_timeout", "15s"},
             {"lock_timeout", "0"},
             {"idle_in_transaction_session_timeout", "0"},
             {"idle_session_timeout", "0"},
             {"application_name", "walrelay:test"},
             {"statement_timeout", statement_timeout}}) {
      CAPTURE(setting);
      CHECK(ours.value("SHOW " + setting) == value);
    }
    CHECK(ours.value("SELECT timestamptz '2024-02-01 03:04:05+00'") == "2024-02-01 03:04:05+00");
    CHECK(ours.value("SELECT interval '1 day 2 hours'") == "1 day 02:00:00");
    CHECK(ours.value("SELECT 0.1::float8 + 0.2::float8") == "0.30000000000000004");
    CHECK(ours.value("SELECT '\\x00ff'::bytea") == "\\x00ff");
  }
}

TEST_CASE("the server's keepalives are ours where the connection is TCP") {
  session ours(scratch_settings(), session_kind::replication);
  CHECK(ours.value("SHOW tcp_keepalives_idle") == "5");
  CHECK(ours.value("SHOW tcp_keepalives_interval") == "2");
  CHECK(ours.value("SHOW tcp_keepalives_count") == "3");
}

TEST_CASE("initial statements run on SQL sessions only, and a bad one is named by number") {
  connection_settings settings = scratch_settings();
  settings.initial_statements = {"SET work_mem = '123kB'"};
  CHECK(session(settings).value("SHOW work_mem") == "123kB");
  CHECK(session(settings, session_kind::replication).value("SHOW work_mem") != "123kB");

  settings.initial_statements = {"SELECT 1", "SELECT hidden FROM nowhere"};
  auto catalog = source_catalog::open(settings);
  REQUIRE(catalog.has_error());
  CHECK(catalog.error().kind == error_class::refuse);
  CHECK(catalog.error().found.find("number 2") != std::string::npos);
  CHECK(catalog.error().message().find("hidden") == std::string::npos);
}
