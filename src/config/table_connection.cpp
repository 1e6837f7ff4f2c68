// database.*: how to reach the server.
#include "config/option_groups.hpp"
#include "config/value_rules.hpp"

namespace walrelay::config {
namespace {

constexpr option_row rows[] = {
    {.name = "database.hostname",
     .need = presence::required,
     .rule = rule_hosts,
     .doc = "Address of the PostgreSQL server. Several, separated by commas, are tried in turn, as "
            "in libpq."},
    {.name = "database.port",
     .fallback = "5432",
     .rule = rule_ports,
     .doc = "Port of the server; with several hosts one port for all, or one for each."},
    {.name = "database.user",
     .need = presence::required,
     .rule = rule_not_empty,
     .doc = "Role to log in with. It needs the REPLICATION attribute."},
    {.name = "database.password",
     .visibility = secrecy::secret,
     .doc = "Password of the role, best given as ${env:NAME} or ${file:PATH}. Without it libpq's "
            "own sources apply, such as .pgpass."},
    {.name = "database.dbname",
     .need = presence::required,
     .rule = rule_not_empty,
     .doc = "Database to relay; one a connector."},
    {.name = "database.sslmode",
     .type = value_type::choice,
     .fallback = "prefer",
     .accepted = "disable allow prefer require verify-ca verify-full",
     .doc =
         "TLS, with libpq's meaning of each word. Only verify-full makes sure that the server is "
         "the one you named."},
    {.name = "database.sslrootcert",
     .rule = rule_not_empty,
     .doc = "File with the authorities that may sign the server's certificate."},
    {.name = "database.sslcert",
     .rule = rule_not_empty,
     .doc = "File with the client's certificate."},
    {.name = "database.sslkey",
     .rule = rule_not_empty,
     .doc = "File with the client certificate's key."},
    {.name = "database.sslpassword",
     .visibility = secrecy::secret,
     .doc = "Password of the key file."},
    meaningless("database.sslfactory", value_type::text, "Java class that makes TLS sockets.",
                "TLS is libpq's own; use database.sslmode and the certificate files"),
    {.name = "database.tcpKeepAlive",
     .type = value_type::boolean,
     .fallback = "true",
     .doc = "TCP keepalive probes, so that a half-open connection is noticed."},
    {.name = "database.initial.statements",
     .type = value_type::statements,
     .doc = "SQL run on every new SQL session (not on the replication connection), separated by "
            "semicolons; two semicolons stand for one inside a statement."},
    {.name = "database.query.timeout.ms",
     .type = value_type::integer,
     .fallback = "600000",
     .min = 0,
     .doc = "Limit of one SQL statement; 0 is no limit."},
    meaningless("database.connection.factory.class", value_type::text,
                "Java class that makes connections.", "connections are made by libpq"),
    meaningless("connection.validation.timeout.ms", value_type::integer,
                "Limit of the connection test at start.",
                "every connection attempt has a limit of its own"),
    refused("driver.*", "Settings of the JDBC driver.",
            "there is no JDBC driver here; TLS, keepalives and time-outs have database.* options"),
    refused("database.*", "Names that Debezium hands to the JDBC driver.",
            "it is not an option of walrelay, and there is no JDBC driver to hand it to"),
};

}  // namespace

std::span<const option_row> connection_rows() {
  return rows;
}

}  // namespace walrelay::config
