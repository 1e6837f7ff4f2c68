// Single rules of the window; what they are for is searched by tests/sim_snapshot.
#include <doctest/doctest.h>

#include <walrelay/snapshot/table_window.hpp>

namespace {

using namespace walrelay;
using namespace walrelay::snapshot;

using phase = copy_progress::phase;

const server_snapshot up_to_100{full_xid(100), full_xid(100), {}};

row_key key(std::string_view text) {
  return key_of({&text, 1});
}

chunk answer(const read_order& order, std::initializer_list<std::string_view> keys, lsn wal_end,
             chunk::end reached = chunk::end::more) {
  chunk made{order, up_to_100, wal_end, {}, reached};
  for (const auto each : keys) made.keys.push_back(key(each));
  return made;
}

TEST_CASE("a chunk waits until the stream has come as far as its reader") {
  table_window window({}, {});
  window.offer(answer(*window.next_read(), {"1", "2"}, lsn(500)));
  CHECK(window.waits_for() == lsn(500));
  CHECK_FALSE(window.take(lsn(499)));
  const auto emission = window.take(lsn(500));
  REQUIRE(emission);
  CHECK(emission->rows == std::vector<std::size_t>{0, 1});
  CHECK(window.progress().last == key("2"));
  CHECK(window.progress().rows == 2);
  CHECK(window.take_change());
  CHECK_FALSE(window.take_change());
}

TEST_CASE("a chunk is read behind the one before, while that waits; one at a time") {
  table_window window({}, {.chunks_in_flight = 2});
  const auto first = window.next_read();
  CHECK_FALSE(first->after.has_value());
  CHECK_FALSE(window.next_read().has_value());
  window.offer(answer(*first, {"1"}, lsn(5)));
  const auto second = window.next_read();
  CHECK(second->after == key("1"));
  window.offer(answer(*second, {"2"}, lsn(6)));
  CHECK_FALSE(window.next_read().has_value());
  REQUIRE(window.take(lsn(5)));
  CHECK(window.next_read()->after == key("2"));
}

TEST_CASE("a row that an unseen transaction touched is left out; in part, it is read again") {
  table_window window({}, {});
  const auto order = window.next_read();
  window.emitted(full_xid(99), key("1"), touch::written);
  window.emitted(full_xid(100), key("2"), touch::written);
  window.emitted(full_xid(100), key("3"), touch::written_in_part);
  window.offer(answer(*order, {"1", "2", "3"}, lsn(5), chunk::end::of_table));
  CHECK(window.take(lsn(5))->rows == std::vector<std::size_t>{0});
  CHECK(window.progress().listed == std::set{key("3")});
  CHECK(window.progress().at == phase::rereading);
  const auto again = window.next_read();
  CHECK(again->keys == std::vector{key("3")});
  chunk reread = answer(*again, {"3"}, lsn(7));
  reread.seen = {full_xid(101), full_xid(101), {}};
  window.offer(std::move(reread));
  CHECK(window.take(lsn(7))->rows == std::vector<std::size_t>{0});
  CHECK(window.done());
}

TEST_CASE("more keys listed than a record has room for: the table is copied from its first row") {
  copy_progress committed;
  committed.at = phase::rereading;
  committed.last = key("9");
  committed.listed = {key("1"), key("2")};
  table_window window(committed, {.listed_bytes_most = 2 * key("1").size()});
  const auto late = window.next_read();
  window.emitted(full_xid(99), key("2"), touch::written);
  window.emitted(full_xid(99), key("3"), touch::created_in_part);
  CHECK(window.progress().at == phase::rereading);
  CHECK(window.take_change());
  window.emitted(full_xid(100), key("4"), touch::created_in_part);
  CHECK(window.take_change());
  CHECK(window.progress() == copy_progress{});
  window.offer(answer(*late, {"1"}, lsn(5)));
  CHECK_FALSE(window.waits_for().has_value());
  const auto order = window.next_read();
  REQUIRE(order);
  CHECK_FALSE(order->after.has_value());
  CHECK_FALSE(order->of_listed_keys());
  // Until who created those keys is visible, no read finds them: settling begins anew, and notes.
  CHECK(window.take_start_over());
  CHECK_FALSE(window.take_start_over());
  CHECK(window.note_bytes() == 0);
}

TEST_CASE("a listed key that is gone, or was told in full meanwhile, is not read any more") {
  copy_progress listed;
  listed.at = phase::rereading;
  listed.listed = {key("1"), key("2")};
  table_window window(listed, {});
  const auto order = window.next_read();
  window.emitted(full_xid(50), key("1"), touch::written);
  CHECK(window.take_change());
  window.offer(answer(*order, {"1"}, lsn(5)));
  CHECK(window.take(lsn(5))->rows.empty());
  CHECK(window.done());
}

TEST_CASE("TRUNCATE touches every key") {
  table_window window({}, {});
  const auto order = window.next_read();
  window.emitted_truncate(full_xid(100));
  window.offer(answer(*order, {"1", "2"}, lsn(5), chunk::end::of_table));
  CHECK(window.take(lsn(5))->rows.empty());
  CHECK_FALSE(window.take(lsn(5)));
  CHECK(window.done());
}

TEST_CASE("after a discard late answers are dropped and reading goes on where Kafka is") {
  table_window window({}, {});
  const auto first = window.next_read();
  window.offer(answer(*first, {"1"}, lsn(5)));
  const auto late = window.next_read();
  window.discard_chunks();
  window.offer(answer(*late, {"2"}, lsn(5)));
  CHECK_FALSE(window.take(lsn(9)));
  CHECK_FALSE(window.next_read()->after.has_value());
}

TEST_CASE("notes are kept for readers that have not seen them, and no longer") {
  table_window window({}, {});
  window.emitted(full_xid(99), key("1"), touch::written);
  const std::size_t one = window.note_bytes();
  window.emitted(full_xid(100), key("1"), touch::written);
  CHECK(window.note_bytes() == 2 * one);
  window.offer(answer(*window.next_read(), {"1"}, lsn(5)));
  REQUIRE(window.take(lsn(5)));
  CHECK(window.note_bytes() == one);
}

TEST_CASE("an empty table is done with its first chunk") {
  table_window window({}, {});
  window.offer(answer(*window.next_read(), {}, lsn(5), chunk::end::of_table));
  CHECK(window.take(lsn(5))->rows.empty());
  CHECK(window.done());
  CHECK_FALSE(window.next_read().has_value());
}

}  // namespace
