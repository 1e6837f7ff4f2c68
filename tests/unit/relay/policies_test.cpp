#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <walrelay/relay/cursors.hpp>
#include <walrelay/relay/feedback_policy.hpp>
#include <walrelay/relay/retry_policy.hpp>
#include <walrelay/relay/silence_watch.hpp>
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

struct stalling {
  using change = stall_watch::change;
  using reading = stall_watch::reading;
  cursors positions;
  stall_watch watch{mono_time{}};

  stalling() { positions.resume_at(lsn{100}); }
  change look(int second, reading state = reading::free) {
    return watch.look(positions, state, mono_time{} + std::chrono::seconds(second));
  }
};

TEST_CASE("a commit that does not come is said once, and so is its end") {
  using change = stall_watch::change;
  stalling s;
  CHECK(s.look(100) == change::none);  // idle for long is no stall
  s.positions.assembled(lsn{200});
  CHECK(s.look(104) == change::none);
  CHECK(s.look(105) == change::stalled);
  CHECK(s.look(300) == change::none);
  s.positions.produced(lsn{200});
  s.positions.assembled(lsn{300});
  s.positions.checkpointed(lsn{200});
  CHECK(s.look(301) == change::recovered);
  CHECK(s.look(305) == change::none);
  CHECK(s.look(306) == change::stalled);
}

TEST_CASE("reading that is held up is a stall only while nothing moves at all") {
  using change = stall_watch::change;
  using reading = stall_watch::reading;
  stalling s;
  for (int second = 0; second < 60; second += 5) {  // one huge transaction
    s.positions.received(lsn{1000 + static_cast<std::uint64_t>(second)});
    CHECK(s.look(second, reading::blocked) == change::none);
  }
  CHECK(s.look(60, reading::blocked) == change::stalled);
  CHECK(s.look(65, reading::free) == change::recovered);
}

TEST_CASE("a server that does not answer is said once, and so is its answer") {
  using change = silence_watch::change;
  using reading = silence_watch::reading;
  const auto at = [](int second) { return mono_time{} + std::chrono::seconds(second); };
  silence_watch watch{std::chrono::seconds(15), at(0)};
  CHECK(watch.asks());
  watch.heard(at(10));
  CHECK_FALSE(watch.asks());
  CHECK(watch.asks());  // nothing since the one before
  CHECK(watch.look(reading::free, at(24)) == change::none);
  CHECK(watch.look(reading::blocked, at(26)) == change::none);  // nobody listened
  CHECK(watch.look(reading::free, at(40)) == change::none);
  CHECK(watch.look(reading::free, at(41)) == change::silent);
  CHECK(watch.look(reading::free, at(60)) == change::none);
  watch.heard(at(61));
  CHECK(watch.look(reading::free, at(62)) == change::heard_again);
  CHECK(watch.look(reading::free, at(63)) == change::none);
}

}  // namespace
