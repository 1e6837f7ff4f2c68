// The loop half of replication_stream: frames, waiting, feedback, and every way a stream ends.
#include <chrono>
#include <csignal>
#include <memory>
#include <thread>
#include <vector>

#include <doctest/doctest.h>
#include <boost/asio/post.hpp>

#include "stream_fixture.hpp"

using namespace walrelay;
using namespace walrelay::postgres;
using namespace walrelay::postgres::test;
using namespace std::chrono_literals;

namespace {

/// Publication `p` of everything and a stream that has started.
struct streaming {
  scratch_database database;
  session owner{database.settings()};
  boost::asio::io_context loop;  // outlives the stream that waits on it
  std::unique_ptr<replication_stream> stream;

  streaming() : stream(open_stream(database)) {
    owner.sql("CREATE PUBLICATION p FOR ALL TABLES");
    must(stream->create_slot(database.slot(), false));
    must(stream->start(database.slot(), "p"));
  }

  int walsender() {
    return std::stoi(owner.value(fmt::format(
        "SELECT active_pid FROM pg_replication_slots WHERE slot_name = '{}'", database.slot())));
  }

  /// Runs the loop until the slot's confirmed position is `position`.
  bool confirms(std::uint64_t position) {
    const std::string query = fmt::format(
        "SELECT confirmed_flush_lsn = '{}' FROM pg_replication_slots WHERE slot_name = '{}'",
        lsn{position}, database.slot());
    const mono_time give_up = mono_now() + 20s;
    while (mono_now() < give_up) {
      if (owner.value(query) == "t") return true;
      loop.restart();
      loop.run_for(10ms);
    }
    return false;
  }
};

}  // namespace

TEST_CASE("every kind of message arrives, in order") {
  streaming here;
  here.owner.sql("CREATE TYPE mood AS ENUM ('good', 'bad')");
  here.owner.sql("CREATE TABLE t (id int PRIMARY KEY, m mood)");
  here.owner.sql("SELECT pg_replication_origin_create('o_' || current_database())");
  here.owner.sql("SELECT pg_replication_origin_session_setup('o_' || current_database())");
  here.owner.sql(
      "BEGIN;"
      "SELECT pg_replication_origin_xact_setup('0/123', now());"
      "INSERT INTO t VALUES (1, 'good');"
      "COMMIT");
  here.owner.sql("SELECT pg_replication_origin_session_reset()");
  here.owner.sql("SELECT pg_replication_origin_drop('o_' || current_database())");
  here.owner.sql("UPDATE t SET m = 'bad'");
  here.owner.sql("DELETE FROM t");
  here.owner.sql("BEGIN; INSERT INTO t VALUES (2); ROLLBACK");
  here.owner.sql("SELECT pg_logical_emit_message(true, 'prefix', 'content')");
  here.owner.sql("TRUNCATE t");

  stream_reader reader(here.loop, *here.stream);
  reader.read_commits(5);
  CHECK(!reader.failure());
  CHECK(reader.letters().find("BOYRIC") == 0);
  CHECK(reader.changes() == "BOICBUCBDCBMCBTC");
}

TEST_CASE("a reader that takes one frame a turn gets the same as one that takes them all") {
  constexpr std::size_t rows = 20'000;  // several of libpq's buffers
  streaming here;
  here.owner.sql("CREATE TABLE t (id int PRIMARY KEY, filler text)");
  here.owner.sql(fmt::format(
      "INSERT INTO t SELECT i, repeat('x', i % 100) FROM generate_series(1, {}) i", rows));
  here.owner.sql("INSERT INTO t VALUES (0, repeat('y', 3000000))");  // larger than any buffer

  stream_reader reader(here.loop, *here.stream);
  SUBCASE("one frame a turn") {
    reader.frames_a_turn = 1;
  }
  SUBCASE("many frames a turn") {
    reader.frames_a_turn = 5000;
  }
  reader.read_commits(2);
  CHECK(!reader.failure());
  const bool all_rows = reader.changes() == "B" + std::string(rows, 'I') + "CBIC";
  CHECK(all_rows);  // the letters themselves would fill the terminal
}

TEST_CASE("changes made while the reader waits arrive") {
  streaming here;
  here.owner.sql("CREATE TABLE t (id int PRIMARY KEY)");
  stream_reader reader(here.loop, *here.stream);
  for (int i = 1; i <= 3; ++i) {
    boost::asio::post(here.loop,
                      [&here, i] { here.owner.sql(fmt::format("INSERT INTO t VALUES ({})", i)); });
    reader.read_commits(static_cast<std::size_t>(i));
    REQUIRE(!reader.failure());
  }
  CHECK(reader.changes() == "BICBICBIC");
}

TEST_CASE("a standby status moves the slot") {
  streaming here;
  here.owner.sql("CREATE TABLE t (id int PRIMARY KEY)");
  here.owner.sql("INSERT INTO t VALUES (1)");
  stream_reader reader(here.loop, *here.stream);
  reader.read_commits(1);
  must(here.stream->send(status_frame(reader.last_commit_end())));
  CHECK(here.confirms(reader.last_commit_end()));
}

/// A server process that does not run, so that nobody reads what we send.
class paused_process {
 public:
  explicit paused_process(int pid) : pid_(pid) { REQUIRE(::kill(pid_, SIGSTOP) == 0); }
  ~paused_process() { ::kill(pid_, SIGCONT); }
  paused_process(const paused_process&) = delete;
  paused_process& operator=(const paused_process&) = delete;

 private:
  int pid_;
};

TEST_CASE("what the socket does not take at once is sent when it does, without any reading") {
  streaming here;
  here.owner.sql("CREATE TABLE t (id int PRIMARY KEY, filler text)");
  here.owner.sql("INSERT INTO t VALUES (0)");
  stream_reader reader(here.loop, *here.stream);
  reader.read_commits(1);
  here.owner.sql("INSERT INTO t SELECT i, repeat('x', 1000) FROM generate_series(1, 20000) i");

  bool woken = false;
  here.stream->wait_readable(here.loop, [&] { woken = true; });
  {
    const paused_process walsender(here.walsender());
    // A status that moves nothing; the server ignores what follows the fields it knows.
    std::vector<std::byte> long_frame(64 * 1024);
    long_frame[0] = std::byte{'r'};
    constexpr std::size_t more_than_the_buffers_hold = 300;
    for (std::size_t i = 0; i < more_than_the_buffers_hold; ++i) {
      must(here.stream->send(long_frame));
    }
    must(here.stream->send(status_frame(reader.last_commit_end())));
  }
  CHECK(here.confirms(reader.last_commit_end()));
  // libpq has read from the socket while it could not send, so the socket says nothing of that.
  REQUIRE(woken);

  reader.read_commits(2);
  CHECK(!reader.failure());
  const bool all_rows = reader.changes() == "BICB" + std::string(20'000, 'I') + "C";
  CHECK(all_rows);
}

TEST_CASE("close() while waiting: the wait is never called") {
  streaming here;
  bool called = false;
  here.stream->wait_readable(here.loop, [&] { called = true; });
  here.owner.sql("CREATE TABLE t (id int PRIMARY KEY)");

  SUBCASE("closed before the loop runs") {
    here.stream->close();
  }
  SUBCASE("closed by a handler that runs before the completion that is queued already") {
    here.owner.sql("INSERT INTO t VALUES (1)");
    std::this_thread::sleep_for(200ms);  // the frames are in the socket: the wait is over
    boost::asio::post(here.loop, [&] { here.stream->close(); });
  }
  SUBCASE("destroyed") {
    here.stream.reset();
  }
  here.loop.run_for(300ms);
  CHECK(!called);
  CHECK(here.loop.stopped());  // nothing is left to wait for
}

TEST_CASE("a second wait replaces the first") {
  streaming here;
  here.owner.sql("CREATE TABLE t (id int PRIMARY KEY)");
  here.owner.sql("INSERT INTO t VALUES (1)");
  std::string called;
  here.stream->wait_readable(here.loop, [&] { called += "first"; });
  here.stream->wait_readable(here.loop, [&] { called += "second"; });
  here.loop.run_for(10s);
  CHECK(called == "second");
}

TEST_CASE("close() lets go of the callback and what it owns") {
  streaming here;
  auto owned = std::make_shared<int>(1);
  here.stream->wait_readable(here.loop, [owned] {});
  REQUIRE(owned.use_count() == 2);
  here.stream->close();
  CHECK(owned.use_count() == 1);
}

TEST_CASE("the stream may be closed from within its own callbacks") {
  streaming here;
  here.owner.sql("CREATE TABLE t (id int PRIMARY KEY)");
  here.owner.sql("INSERT INTO t VALUES (1), (2), (3)");
  SUBCASE("from ready") {
    bool called = false;
    here.stream->wait_readable(here.loop, [&] {
      called = true;
      here.stream.reset();
    });
    here.loop.run_for(10s);
    CHECK(called);
  }
  SUBCASE("from on_frame") {
    std::size_t frames = 0;
    const mono_time give_up = mono_now() + 10s;
    while (frames == 0 && mono_now() < give_up) {
      const auto state = here.stream->read_some([&](byte_view) {
        ++frames;
        here.stream->close();
        return true;
      });
      CHECK(state.has_error() == (frames > 0));
    }
    CHECK(frames == 1);
  }
}

TEST_CASE("a closed stream answers with an error, not with a crash") {
  streaming here;
  here.stream->close();
  here.stream->close();
  const auto frame = status_frame(1);
  CHECK(here.stream->send(frame).error().kind == error_class::retry);
  CHECK(here.stream->read_some([](byte_view) { return true; }).error().kind == error_class::retry);
}

TEST_CASE("ways a stream ends, told apart") {
  streaming here;
  here.owner.sql("CREATE TABLE t (id int PRIMARY KEY)");
  stream_reader reader(here.loop, *here.stream);
  SUBCASE("the walsender is told to stop: retried") {
    boost::asio::post(here.loop, [&] {
      here.owner.sql(
          fmt::format("SELECT pg_terminate_backend(active_pid) FROM "
                      "pg_replication_slots WHERE slot_name = '{}'",
                      here.database.slot()));
    });
    reader.read_commits(1);
    REQUIRE(reader.failure());
    CHECK(reader.failure()->kind == error_class::retry);
    CHECK(reader.failure()->code == "57P01");
  }
  SUBCASE("the publication was gone for a change: refused at that change, up to PostgreSQL 17") {
    here.owner.sql("DROP PUBLICATION p");
    here.owner.sql("INSERT INTO t VALUES (1)");
    here.owner.sql("CREATE PUBLICATION p FOR ALL TABLES");
    here.owner.sql("INSERT INTO t VALUES (2)");
    reader.read_commits(1);
    if (std::stoi(here.owner.value("SHOW server_version_num")) >= 180000) {
      // The change is passed over in silence; app::publication_watch is for that.
      CHECK(!reader.failure());
      CHECK(reader.changes() == "BIC");
      return;
    }
    REQUIRE(reader.failure());
    CHECK(reader.failure()->kind == error_class::refuse);
    CHECK(reader.failure()->code == "42704");
  }
}
