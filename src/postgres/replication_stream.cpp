#include <walrelay/postgres/replication_stream.hpp>

#include <charconv>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include <walrelay/base/ensure.hpp>

#include "postgres/cancel_signal.hpp"
#include "postgres/command.hpp"
#include "postgres/connect.hpp"
#include "postgres/copy_stream.hpp"
#include "postgres/replication_command.hpp"
#include "postgres/timeline_history.hpp"

namespace walrelay::postgres {

namespace {

constexpr int failover_slots_since = 170000;
/// A server that is frozen, or behind a network that swallows packets, is left after this.
constexpr std::chrono::seconds answer_patience{30};

error unexpected_answer(std::string_view doing) {
  return {error_class::refuse, fmt::format("{}: the server's answer has an unknown form", doing),
          "the position cannot be checked against this server",
          "see that database.hostname and database.port lead to PostgreSQL itself, not to a pooler",
          ""};
}

std::string_view cell(const PGresult* answer, int column) {
  if (PQntuples(answer) < 1 || column >= PQnfields(answer)) return {};
  return {PQgetvalue(answer, 0, column), static_cast<std::size_t>(PQgetlength(answer, 0, column))};
}

template <class Number>
std::optional<Number> number_in(std::string_view text) {
  Number value{};
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || failure != std::errc{} || end != text.data() + text.size()) return {};
  return value;
}

}  // namespace

struct replication_stream::impl {
  connection_handle connection;  // until start(), then copy's
  cancel_signal cancel;
  std::shared_ptr<copy_stream> copy;

  [[nodiscard]] result<result_handle> run(const std::string& command, std::string_view doing,
                                          std::optional<mono_time> deadline) {
    WALRELAY_ENSURE(connection != nullptr, "a command on a replication stream that has started");
    return run_command(connection.get(), command, {&cancel, deadline}, doing);
  }
  /// For a command that a server answers at once.
  [[nodiscard]] result<result_handle> ask(const std::string& command, std::string_view doing) {
    return run(command, doing, mono_now() + answer_patience);
  }
  [[nodiscard]] result<void> read_system(server_identity& identity);
  [[nodiscard]] result<void> read_database_oid(server_identity& identity);
  [[nodiscard]] result<void> read_history(server_identity& identity);
};

result<void> replication_stream::impl::read_system(server_identity& identity) {
  constexpr std::string_view doing = "asking the server who it is (IDENTIFY_SYSTEM)";
  const auto answer = ask("IDENTIFY_SYSTEM", doing);
  if (!answer) return answer.error();
  const auto system = number_in<std::uint64_t>(cell(answer->get(), 0));
  const auto timeline = number_in<std::uint32_t>(cell(answer->get(), 1));
  const auto wal_end = lsn::parse(cell(answer->get(), 2));
  if (!system || !timeline || !wal_end) return unexpected_answer(doing);
  identity.system_identifier = *system;
  identity.timeline = timeline_id{*timeline};
  identity.wal_end = *wal_end;
  identity.database = cell(answer->get(), 3);
  return {};
}

result<void> replication_stream::impl::read_database_oid(server_identity& identity) {
  constexpr std::string_view doing = "asking for the database's oid";
  const auto answer =
      ask("SELECT oid FROM pg_catalog.pg_database WHERE datname = pg_catalog.current_database()",
          doing);
  if (!answer) return answer.error();
  const auto number = number_in<std::uint32_t>(cell(answer->get(), 0));
  if (!number) return unexpected_answer(doing);
  identity.database_oid = oid{*number};
  return {};
}

result<void> replication_stream::impl::read_history(server_identity& identity) {
  if (identity.timeline <= timeline_id{1}) return {};
  const auto answer =
      ask(timeline_history_command(identity.timeline), "asking for the timeline history");
  // A server restored without its history files has none to show; what that means for a position on
  // an older timeline is for the position check to say.
  if (!answer && answer.error().code == "58P01") return {};
  if (!answer) return answer.error();
  auto history = parse_timeline_history(cell(answer->get(), 1));
  if (!history) return history.error();
  identity.history = *std::move(history);
  return {};
}

replication_stream::replication_stream(std::unique_ptr<impl> self) : self_(std::move(self)) {}
replication_stream::~replication_stream() {
  close();
}

result<std::unique_ptr<replication_stream>> replication_stream::open(
    const connection_settings& settings) {
  auto connection = connect(settings, session_kind::replication);
  if (!connection) return connection.error();
  auto self = std::make_unique<impl>();
  self->connection = *std::move(connection);
  return std::unique_ptr<replication_stream>{new replication_stream{std::move(self)}};
}

result<server_identity> replication_stream::identify() {
  server_identity identity;
  if (auto done = self_->read_system(identity); !done) return done.error();
  if (auto done = self_->read_database_oid(identity); !done) return done.error();
  if (auto done = self_->read_history(identity); !done) return done.error();
  return identity;
}

std::int32_t replication_stream::server_process() const {
  WALRELAY_ENSURE(self_->connection != nullptr, "server_process() after start()");
  return PQbackendPID(self_->connection.get());
}

result<slot_outcome> replication_stream::create_slot(const std::string& slot, bool failover) {
  if (failover && PQserverVersion(self_->connection.get()) < failover_slots_since) {
    return error{error_class::refuse,
                 "slot.failover is on, but the server is older than PostgreSQL 17",
                 "its slots do not survive a failover", "set slot.failover: false, or upgrade", ""};
  }
  const auto wanted = failover ? slot_failover::on : slot_failover::off;
  const auto answer = self_->run(create_slot_command(slot, wanted),
                                 fmt::format("creating replication slot '{}'", slot), std::nullopt);
  if (answer) return slot_outcome::created;
  if (answer.error().code == "42710") return slot_outcome::already_exists;
  return answer.error();
}

result<replication_stream::temporary_slot> replication_stream::create_temporary_slot(
    const std::string& slot) {
  const std::string doing = fmt::format("creating temporary replication slot '{}'", slot);
  const auto answer = self_->run(create_temporary_slot_command(slot), doing, std::nullopt);
  if (!answer) return answer.error();
  const auto position = lsn::parse(cell(answer->get(), 1));
  if (!position) return unexpected_answer(doing);
  return temporary_slot{*position, std::string(cell(answer->get(), 2))};
}

result<void> replication_stream::start(const std::string& slot, const std::string& publication) {
  const std::string doing = fmt::format("starting replication from slot '{}'", slot);
  const auto answer = self_->ask(start_command(slot, publication), doing);
  if (!answer) return answer.error();
  if (PQresultStatus(answer->get()) != PGRES_COPY_BOTH) return unexpected_answer(doing);
  self_->copy = std::make_shared<copy_stream>(std::move(self_->connection));
  return {};
}

void replication_stream::cancel() {
  self_->cancel.raise();
}

result<replication_stream::read_state> replication_stream::read_some(
    const std::function<bool(byte_view)>& on_frame) {
  WALRELAY_ENSURE(self_->copy, "read_some() before start()");
  const auto copy = self_->copy;
  return copy->read_some(on_frame);
}

void replication_stream::wait_readable(boost::asio::io_context& loop, std::function<void()> ready) {
  WALRELAY_ENSURE(self_->copy, "wait_readable() before start()");
  self_->copy->wait_readable(loop, std::move(ready));
}

result<void> replication_stream::send(byte_view frame) {
  WALRELAY_ENSURE(self_->copy, "send() before start()");
  return self_->copy->send(frame);
}

void replication_stream::close() {
  self_->connection.reset();
  if (self_->copy) self_->copy->close();
}

}  // namespace walrelay::postgres
