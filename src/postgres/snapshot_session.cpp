#include <walrelay/postgres/snapshot_session.hpp>

#include <utility>

#include <fmt/format.h>

#include "postgres/cancel_signal.hpp"
#include "postgres/command.hpp"
#include "postgres/connect.hpp"
#include "postgres/copy_text.hpp"
#include "postgres/published_shape.hpp"
#include "postgres/quoting.hpp"
#include "postgres/server_error.hpp"

namespace walrelay::postgres {

struct snapshot_session::impl {
  connection_handle connection;
  cancel_signal stop;

  [[nodiscard]] wait_limits limits() const { return {&stop, std::nullopt}; }
  [[nodiscard]] result<result_handle> run(const std::string& command, std::string_view doing) {
    return run_command(connection.get(), command, limits(), doing);
  }
  [[nodiscard]] result<void> execute(const std::string& command, std::string_view doing) {
    const auto done = run(command, doing);
    if (!done) return done.error();
    return {};
  }
  [[nodiscard]] std::string row_of(const std::vector<std::string>& values);
  [[nodiscard]] std::string key_of(const wanted& rows);
  [[nodiscard]] std::string conditions(const published& table, const wanted& rows);
  [[nodiscard]] std::string select(const published& table, const wanted& rows);
};

namespace {

constexpr std::string_view beginning = "beginning to read a snapshot";
constexpr std::string_view repeatable = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

}  // namespace

snapshot_session::snapshot_session(std::unique_ptr<impl> self) : self_(std::move(self)) {}
snapshot_session::~snapshot_session() = default;

result<std::unique_ptr<snapshot_session>> snapshot_session::open(
    const connection_settings& settings) {
  auto connection = connect(settings, session_kind::sql);
  if (!connection) return connection.error();
  auto self = std::make_unique<impl>(*std::move(connection));
  if (auto set = self->execute("SET statement_timeout = 0; SET row_security = off", beginning);
      !set) {
    return set.error();
  }
  return std::unique_ptr<snapshot_session>{new snapshot_session{std::move(self)}};
}

void snapshot_session::cancel() {
  self_->stop.raise();
}

result<void> snapshot_session::begin() {
  return self_->execute(std::string(repeatable), beginning);
}

result<void> snapshot_session::begin_in(const std::string& snapshot) {
  if (auto begun = begin(); !begun) return begun;
  return self_->execute(
      fmt::format("SET TRANSACTION SNAPSHOT {}", quoted_literal(self_->connection.get(), snapshot)),
      "taking an exported snapshot");
}

result<void> snapshot_session::end() {
  return self_->execute("ROLLBACK", "ending the reading of a snapshot");
}

result<void> snapshot_session::lock(const std::string& schema, const std::string& table,
                                    std::chrono::milliseconds wait_most) {
  PGconn* const connection = self_->connection.get();
  return self_->execute(
      fmt::format("SET LOCAL lock_timeout = {}; LOCK TABLE {}.{} IN ACCESS SHARE MODE",
                  wait_most.count(), quoted_name(connection, schema),
                  quoted_name(connection, table)),
      fmt::format("locking table {}.{} for reading", schema, table));
}

result<snapshot_session::place> snapshot_session::where() {
  const auto row = self_->run(
      "SELECT pg_catalog.pg_current_snapshot()::pg_catalog.text, "
      "pg_catalog.pg_current_wal_insert_lsn()::pg_catalog.text",
      "asking for the snapshot's place in the WAL");
  if (!row) return row.error();
  const auto wal_end = lsn::parse(PQgetvalue(row->get(), 0, 1));
  if (!wal_end) return classify("XX000", "no position in the WAL", "reading a snapshot");
  return place{PQgetvalue(row->get(), 0, 0), *wal_end};
}

result<std::optional<snapshot_session::published>> snapshot_session::shape(
    oid table, const std::string& publication) {
  return published_shape(self_->connection.get(), table, publication, self_->limits());
}

std::string snapshot_session::impl::row_of(const std::vector<std::string>& values) {
  std::string row;
  for (const std::string& value : values) {
    row += (row.empty() ? "" : ", ") + quoted_literal(connection.get(), value);
  }
  return fmt::format("({})", row);
}

std::string snapshot_session::impl::key_of(const wanted& rows) {
  std::string key;
  for (const std::string& column : rows.key) {
    key += (key.empty() ? "" : ", ") + quoted_name(connection.get(), column);
  }
  return key;
}

std::string snapshot_session::impl::conditions(const published& table, const wanted& rows) {
  std::string all;
  const auto add = [&](const std::string& condition) {
    if (condition.empty()) return;
    all += fmt::format("{} ({})", all.empty() ? " WHERE" : " AND", condition);
  };
  add(table.row_filter);
  add(rows.condition);
  // Of values without a type the server makes what the columns are.
  if (!rows.after.empty()) add(fmt::format("({}) > {}", key_of(rows), row_of(rows.after)));
  std::string listed;
  for (const auto& key : rows.keys) listed += (listed.empty() ? "" : ", ") + row_of(key);
  if (!listed.empty()) add(fmt::format("({}) IN ({})", key_of(rows), listed));
  return all;
}

std::string snapshot_session::impl::select(const published& table, const wanted& rows) {
  std::string columns;
  for (const auto& column : table.shape.columns) {
    columns += (columns.empty() ? "" : ", ") + quoted_name(connection.get(), column.name);
  }
  // ONLY: what a child holds is published as the child's.
  std::string text =
      fmt::format("SELECT {} FROM {} {}.{}{}", columns, table.descendants ? "" : "ONLY",
                  quoted_name(connection.get(), table.shape.schema),
                  quoted_name(connection.get(), table.shape.table), conditions(table, rows));
  if (!rows.key.empty()) text += fmt::format(" ORDER BY {}", key_of(rows));
  if (rows.most) text += fmt::format(" LIMIT {}", *rows.most);
  return text;
}

result<void> snapshot_session::read(const published& table, const wanted& rows,
                                    const row_function& on_row) {
  const std::string doing = fmt::format("reading rows of {}", table.shape.qualified_name());
  const std::string copy = fmt::format("COPY ({}) TO STDOUT", self_->select(table, rows));
  if (auto begun = self_->execute(copy, doing); !begun) return begun;
  copy_row row;
  bool broken = false;
  auto ended = read_copy(
      self_->connection.get(),
      [&](std::string_view line) {
        // A row without columns is an empty line, like a row of one empty text.
        if (table.shape.columns.empty()) return on_row({});
        broken = broken || !row.parse(line) || row.values().size() != table.shape.columns.size();
        if (!broken) on_row(row.values());
      },
      self_->limits(), doing);
  if (ended && broken) return classify("08P01", "a line of COPY that is no row", doing);
  return ended;
}

}  // namespace walrelay::postgres
