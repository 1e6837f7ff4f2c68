#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <walrelay/relay/cursors.hpp>
#include <walrelay/relay/feedback_policy.hpp>
#include <walrelay/relay/retry_policy.hpp>
#include <walrelay/relay/stall_watch.hpp>

namespace {

using namespace walrelay;
using namespace walrelay::relay;
using std::chrono::milliseconds;

constexpr mono_time start{std::chrono::hours(1)};

TEST_CASE("cursors keep their order through a generation and the next") {
  cursors c;
  c.resume_at(lsn{100});
  c.assembled(lsn{200});
  c.produced(lsn{180});
  c.checkpointed(lsn{180});
  c.confirmed(lsn{180});
  CHECK(c.received() == lsn{200});
  CHECK(c.assembled() == lsn{200});
  c.resume_at(lsn{190});  // committed by our own last attempt
  CHECK(c.received() == lsn{190});
  CHECK(c.checkpointed() == lsn{190});
  CHECK(c.confirmed() == lsn{180});
}

TEST_CASE("received never falls within a generation") {
  cursors c;
  c.resume_at(lsn{100});
  c.received(lsn{300});
  c.received(lsn{200});
  CHECK(c.received() == lsn{300});
}

TEST_CASE("status is due on the timer, when the position moved and when asked") {
  feedback_policy f(milliseconds(5000), start);
  CHECK_FALSE(f.due(start + milliseconds(4999)));
  CHECK(f.due(start + milliseconds(5000)));
  f.sent(start);
  f.position_moved();
  CHECK(f.due(start));
  f.sent(start);
  CHECK_FALSE(f.due(start));
  f.reply_requested(start + milliseconds(10));
  CHECK(f.due(start + milliseconds(10)));
}

TEST_CASE("a server that asks again within a second shuts down and is answered at a walk") {
  feedback_policy f(milliseconds(5000), start);
  f.reply_requested(start);
  CHECK_FALSE(f.server_is_shutting_down());
  f.sent(start);
  f.reply_requested(start + milliseconds(1));
  CHECK(f.server_is_shutting_down());
  CHECK_FALSE(f.due(start + milliseconds(2)));
  CHECK(f.due(start + milliseconds(100)));
  SUBCASE("a moved position is still told at once") {
    f.position_moved();
    CHECK(f.due(start + milliseconds(2)));
  }
  SUBCASE("requests far apart are an ordinary server again") {
    f.reply_requested(start + milliseconds(5000));
    CHECK_FALSE(f.server_is_shutting_down());
  }
}

TEST_CASE("pauses double up to the limit and start over after progress") {
  retry_policy r({milliseconds(500), milliseconds(3000), milliseconds(1000), -1});
  CHECK(r.next_pause() == milliseconds(500));
  CHECK(r.next_pause() == milliseconds(1000));
  CHECK(r.next_pause() == milliseconds(2000));
  CHECK(r.next_pause() == milliseconds(3000));
  for (int i = 0; i < 100; ++i) CHECK(r.next_pause() == milliseconds(3000));
  r.progress();
  CHECK(r.next_pause() == milliseconds(500));
  CHECK_FALSE(r.exhausted());
}

TEST_CASE("a limit of attempts is reached one failure later") {
  retry_policy r({milliseconds(1), milliseconds(1), milliseconds(1), 1});
  (void)r.next_pause();
  CHECK_FALSE(r.exhausted());
  (void)r.next_pause();
  CHECK(r.exhausted());
}

TEST_CASE("only what the world may mend by itself is tried again") {
  const std::vector<std::pair<error_class, consequence>> table = {
      {error_class::retry, consequence::go_round},
      {error_class::rewind, consequence::go_round},
      {error_class::restart_producer, consequence::go_round},
      {error_class::refuse, consequence::park},
      {error_class::configuration, consequence::park},
      {error_class::bug, consequence::park},
  };
  for (const auto& [kind, expected] : table) CHECK(consequence_of(kind) == expected);
}

TEST_CASE("a commit that does not come is said once, and so is its end") {
  using change = stall_watch::change;
  const mono_time start{};
  const auto at = [&](int seconds) { return start + std::chrono::seconds(seconds); };
  cursors positions;
  positions.resume_at(lsn{100});
  stall_watch watch(start);
  CHECK(watch.look(positions, at(100)) == change::none);  // idle for long is no stall
  positions.assembled(lsn{200});
  CHECK(watch.look(positions, at(104)) == change::none);
  CHECK(watch.look(positions, at(105)) == change::stalled);
  CHECK(watch.look(positions, at(300)) == change::none);
  positions.produced(lsn{200});
  positions.assembled(lsn{300});
  positions.checkpointed(lsn{200});
  CHECK(watch.look(positions, at(301)) == change::recovered);
  CHECK(watch.look(positions, at(305)) == change::none);
  CHECK(watch.look(positions, at(306)) == change::stalled);
}

}  // namespace
