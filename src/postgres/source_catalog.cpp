#include <walrelay/postgres/source_catalog.hpp>

#include <utility>

#include <fmt/format.h>

#include "postgres/source_catalog_impl.hpp"

namespace walrelay::postgres {

namespace {

constexpr int conflicting_since = 160000;
constexpr int invalidation_reason_since = 170000;

// Managed services give the right to replicate through membership in a role of theirs.
constexpr const char* settings_query = R"(
  SELECT pg_catalog.current_setting('server_version_num'),
         pg_catalog.current_setting('wal_level'),
         pg_catalog.pg_is_in_recovery(),
         r.rolsuper OR r.rolreplication OR EXISTS (
           SELECT FROM pg_catalog.pg_roles m
           WHERE m.rolname = 'rds_replication'
             AND pg_catalog.pg_has_role(r.oid, m.oid, 'MEMBER')),
         pg_catalog.current_setting('server_encoding'),
         r.rolname
  FROM pg_catalog.pg_roles r WHERE r.rolname = current_user)";

constexpr const char* slot_query = R"(
  SELECT slot_name, plugin, database, slot_type = 'logical', temporary, two_phase, {}, wal_status,
         {}, confirmed_flush_lsn, active_pid
  FROM pg_catalog.pg_replication_slots WHERE slot_name = $1)";

std::optional<lsn> position_of(const pqxx::field& field) {
  return field.is_null() ? std::nullopt : lsn::parse(field.as<std::string>());
}

slot_state slot_of(const pqxx::row& row) {
  slot_state slot;
  slot.name = text_of(row[0]);
  slot.plugin = text_of(row[1]);
  slot.database = text_of(row[2]);
  slot.logical = row[3].as<bool>();
  slot.temporary = row[4].as<bool>();
  slot.two_phase = row[5].as<bool>();
  slot.conflicting = row[6].as<bool>(false);
  slot.wal_status = text_of(row[7]);
  slot.invalidation_reason = text_of(row[8]);
  slot.confirmed_flush = position_of(row[9]);
  if (!row[10].is_null()) slot.active_pid = row[10].as<std::int32_t>();
  return slot;
}

}  // namespace

source_catalog::source_catalog(std::unique_ptr<impl> self) : self_(std::move(self)) {}
source_catalog::~source_catalog() = default;

result<void> source_catalog::run(const std::string& statement) {
  const auto done =
      self_->session->run("running a statement of the configuration",
                          [&](pqxx::transaction_base& work) { return work.exec(statement); });
  if (!done) return done.error();
  return {};
}

result<std::unique_ptr<source_catalog>> source_catalog::open(const connection_settings& settings) {
  auto session = sql_session::open(settings);
  if (!session) return session.error();
  auto self = std::make_unique<impl>(impl{*std::move(session)});
  return std::unique_ptr<source_catalog>{new source_catalog{std::move(self)}};
}

result<server_settings> source_catalog::settings() {
  return self_->session->run("reading the server's settings", [](pqxx::transaction_base& work) {
    const pqxx::result rows = work.exec(settings_query);
    const pqxx::row row = rows.at(0);
    server_settings found;
    found.version_number = row[0].as<int>();
    found.wal_level = text_of(row[1]);
    found.in_recovery = row[2].as<bool>();
    found.may_replicate = row[3].as<bool>();
    found.server_encoding = text_of(row[4]);
    found.current_user = text_of(row[5]);
    return found;
  });
}

result<lsn> source_catalog::wal_end() {
  return self_->session->run("reading the end of the WAL", [](pqxx::transaction_base& work) {
    const pqxx::result rows = work.exec("SELECT pg_catalog.pg_current_wal_flush_lsn()");
    return position_of(rows.at(0)[0]).value_or(lsn{});
  });
}

result<std::optional<slot_state>> source_catalog::slot(const std::string& name) {
  const int version = self_->session->server_version();
  const std::string query =
      fmt::format(fmt::runtime(slot_query), version >= conflicting_since ? "conflicting" : "false",
                  version >= invalidation_reason_since ? "invalidation_reason" : "NULL");
  return self_->session->run("reading the replication slot", [&](pqxx::transaction_base& work) {
    const pqxx::result rows = work.exec_params(query, name);
    return rows.empty() ? std::optional<slot_state>{} : slot_of(rows[0]);
  });
}

}  // namespace walrelay::postgres
