#include <doctest/doctest.h>

#include <array>

#include <walrelay/snapshot/table_copy.hpp>

namespace {

using namespace walrelay;
using namespace walrelay::snapshot;

using kind = table_copy::action::kind;

row_key key(std::string_view text) {
  return key_of({&text, 1});
}
server_snapshot all_before(std::uint64_t id) {
  return {full_xid(id), full_xid(id), {}};
}
constexpr std::array running{full_xid(7), full_xid(9)};

TEST_CASE("nothing is read before every transaction that ran is visible") {
  table_copy copy({}, settled_by::visibility_or_stream, {});
  CHECK(copy.next().what == kind::ask_who_runs);
  CHECK(copy.next().what == kind::wait);
  copy.who_runs(running);
  CHECK(copy.next().what == kind::ask_for_snapshot);
  copy.snapshot_taken(all_before(9));
  CHECK_FALSE(copy.settled());
  REQUIRE(copy.waiting() != nullptr);
  CHECK(copy.waiting()->waited_for() == std::set{full_xid(9)});
  CHECK(copy.next().what == kind::ask_for_snapshot);
  copy.snapshot_taken(all_before(10));
  CHECK(copy.settled());
  CHECK(copy.next().what == kind::read);
}

TEST_CASE("who was noted from its start is not waited for, before and after it is known who runs") {
  table_copy copy({}, settled_by::visibility_or_stream, {});
  copy.transaction_begun(full_xid(7));
  copy.transaction_ended(full_xid(7));
  CHECK(copy.next().what == kind::ask_who_runs);
  copy.who_runs(running);
  CHECK(copy.waiting()->waited_for() == std::set{full_xid(9)});
  copy.transaction_begun(full_xid(9));
  copy.transaction_ended(full_xid(9));
  CHECK(copy.waiting()->waited_for().empty());
}

TEST_CASE("the rest of a transaction does not count, nor does a table that was just published") {
  table_copy copy({}, settled_by::visibility_or_stream, {});
  REQUIRE(copy.next().what == kind::ask_who_runs);
  copy.who_runs(running);
  copy.transaction_ended(full_xid(7));
  CHECK(copy.waiting()->waited_for().size() == 2);

  table_copy added({}, settled_by::visibility, {});
  REQUIRE(added.next().what == kind::ask_who_runs);
  added.who_runs(running);
  added.transaction_begun(full_xid(7));
  added.transaction_ended(full_xid(7));
  CHECK(added.waiting()->waited_for().size() == 2);
}

TEST_CASE("too many notes: all is dropped and the table settles anew, whatever is being answered") {
  copy_limits limits;
  limits.note_bytes = 300;
  table_copy copy({}, settled_by::visibility_or_stream, limits);
  REQUIRE(copy.next().what == kind::ask_who_runs);
  copy.transaction_begun(full_xid(7));
  for (int each = 0; each < 4; ++each) copy.emitted(full_xid(7), key("1"), touch::written);
  CHECK(copy.window().note_bytes() < 300);
  copy.transaction_ended(full_xid(7));
  copy.who_runs({});  // asked for before noting began anew
  CHECK_FALSE(copy.settled());
  CHECK(copy.next().what == kind::ask_who_runs);
  copy.who_runs(running);
  CHECK(copy.waiting()->waited_for().size() == 2);
}

TEST_CASE("a table that is done asks nothing") {
  copy_progress committed;
  committed.at = copy_progress::phase::done;
  table_copy copy(committed, settled_by::visibility_or_stream, {});
  CHECK(copy.next().what == kind::end);
}

}  // namespace
