#include "sim_snapshot/schedule.hpp"

#include <array>
#include <numeric>
#include <string_view>

#include "sim_snapshot/relay.hpp"

namespace walrelay::sim_snapshot {

namespace {

constexpr int steps_at_most = 150;
constexpr int steps_to_the_end = 4000;

enum class act {
  write,
  commit,
  abort,
  visible,
  flush,
  stream,
  keepalive,
  kafka,
  copy,
  shape,
  ddl,
  kafka_abort,
  restart,
  crash
};
constexpr std::array names = {
    "write",           "commit",      "abort",           "visible",       "flush",
    "stream",          "keepalive",   "kafka commit",    "copy",          "shape changed",
    "rewriting ALTER", "kafka abort", "daemon restarts", "server crashes"};

class schedule {
 public:
  schedule(std::uint64_t seed, rule without, std::vector<std::string>* trace)
      : chance_(seed),
        trace_(trace),
        source_(chance_, chance_.between(1, 6)),
        relay_(source_, consumers_, without, limits(chance_), chance_.between(1, 3)) {
    for (std::size_t each = 0; each < weights_.size(); ++each) weights_[each] = weight(each);
  }

  void run() {
    for (int step = 0; step < steps_at_most; ++step) perform(draw());
    source_.wind_down();
    for (int step = 0; !complete(); ++step) {
      if (step == steps_to_the_end) throw fault_found("the copy does not come to its end");
      finish_something(step);
    }
    consumers_.check_equal_to(source_.visible());
  }

 private:
  static snapshot::copy_limits limits(sim::dice& chance) {
    snapshot::copy_limits made;
    made.window.chunks_in_flight = chance.between(1, 3);
    made.window.listed_keys_a_read = chance.between(1, 3);
    if (chance.percent(20)) made.note_bytes = chance.between(150, 600);
    if (chance.percent(10)) made.window.listed_bytes_most = chance.between(3, 12);
    return made;
  }

  std::uint64_t weight(std::size_t which) {
    const auto what = static_cast<act>(which);
    if (what >= act::shape) return chance_.percent(40) ? 1 : 0;
    constexpr std::array<std::uint64_t, 4> some = {1, 5, 5, 20};
    return some[chance_.below(some.size())];
  }

  act draw() {
    std::uint64_t left =
        chance_.below(std::accumulate(weights_.begin(), weights_.end(), std::uint64_t{}));
    std::size_t which = 0;
    while (left >= weights_[which]) left -= weights_[which++];
    return static_cast<act>(which);
  }

  [[nodiscard]] bool complete() const { return source_.quiet() && relay_.complete(); }

  void finish_something(int step) {
    constexpr std::array last = {act::commit, act::visible, act::flush,     act::stream,
                                 act::copy,   act::copy,    act::keepalive, act::kafka};
    perform(last[static_cast<std::size_t>(step) % last.size()]);
  }

  void perform(act what) {
    if (trace_ != nullptr) trace_->emplace_back(names[static_cast<std::size_t>(what)]);
    switch (what) {
      case act::write:
        source_.write();
        return;
      case act::commit:
        source_.commit();
        return;
      case act::abort:
        source_.abort();
        return;
      case act::visible:
        source_.become_visible();
        return;
      case act::flush:
        source_.flush();
        return;
      case act::stream:
        relay_.stream();
        return;
      case act::keepalive:
        relay_.keepalive();
        return;
      case act::kafka:
        relay_.commit();
        return;
      case act::copy:
        relay_.advance_copy();
        return;
      case act::shape:
        relay_.shape_changed();
        return;
      case act::ddl:
        if (source_.quiet() && !relay_.locks_table()) source_.rewrite();
        return;
      case act::kafka_abort:
        relay_.start_over(relay::interruption::kafka);
        return;
      case act::restart:
        relay_.start_over(relay::interruption::daemon);
        return;
      case act::crash:
        source_.crash();
        relay_.start_over(relay::interruption::server);
        return;
    }
  }

  sim::dice chance_;
  std::vector<std::string>* trace_;
  database source_;
  topic consumers_;
  relay relay_;
  std::array<std::uint64_t, names.size()> weights_{};
};

}  // namespace

void run_schedule(std::uint64_t seed, rule without, std::vector<std::string>* trace) {
  schedule(seed, without, trace).run();
}

}  // namespace walrelay::sim_snapshot
