// sink_fsm: what the sink thread does next: begin, produce, commit, re-create, wait. Group commit
// without a knob: at a boundary it commits unless the next boundary is already waiting, so a small
// transaction never waits behind a huge one, and load makes the batches grow by itself.
//
// Pure: fed with facts about slices and with what happened, it returns the next action. The shell
// (app/sink.cpp) carries actions out against librdkafka; the simulation against a model broker.
#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <optional>

#include <walrelay/base/checkpoint.hpp>
#include <walrelay/base/clock.hpp>
#include <walrelay/base/lsn.hpp>

namespace walrelay::relay {

/// A position up to which the records before it may be committed.
struct commit_boundary {
  lsn position;
  std::optional<transaction_mark> transaction;
};

/// What the policy knows of a slice: counts, no bytes.
struct slice_facts {
  std::size_t records = 0;
  std::size_t bytes = 0;
  struct boundary_at {
    std::size_t records_before = 0;  // records of this slice that the boundary covers
    commit_boundary boundary;
  };
  std::optional<boundary_at> last_boundary;  // the newest one inside the slice
  std::optional<partial_mark> progress;      // of the transaction that is open at its end
  bool reply_requested = false;              // the server waits for this position
};

struct sink_limits {
  std::chrono::milliseconds target_time{200};
  std::size_t target_bytes = 32u << 20;
  std::chrono::milliseconds idle_interval{1000};  // between commits of positions without records
  std::chrono::milliseconds produce_gap{4};       // K2
  /// A PostgreSQL transaction that keeps a Kafka transaction open for longer is committed in parts
  /// (INV-6).
  std::chrono::milliseconds split_time{30'000};
  std::chrono::milliseconds transaction_limit{50'000};  // below Kafka's transaction.timeout.ms
};

struct sink_action {
  enum class kind {
    wait,      // nothing to do before `until` (or before something arrives)
    begin,     // begin a transaction; its first record repeats the current checkpoint
    produce,   // records [first, last) of the front slice
    release,   // the front slice is used up: free it
    commit,    // checkpoint record at `boundary` and `partial`, then commit
    recreate,  // K1: new producer, init, read the checkpoint back: it must be ours
    too_long,  // the transaction will outlive Kafka's timeout: give up and rewind
  };
  kind what = kind::wait;
  std::optional<mono_time> until;
  std::size_t first = 0;
  std::size_t last = 0;
  std::optional<commit_boundary> boundary{};  // absent: the position stays
  std::optional<partial_mark> partial{};      // of the transaction that goes on
};

class sink_fsm {
 public:
  enum class state { ready, open, must_recreate };
  enum class commit_quality { clean, disturbed };

  explicit sink_fsm(sink_limits limits, mono_time now);

  void offer(const slice_facts& slice);
  /// No more slices will come: positions without records are committed now.
  void finish() { urgent_ = true; }

  [[nodiscard]] sink_action next(mono_time now);

  // What happened with the action that next() returned.
  void began(mono_time now);
  void produced(std::size_t last);
  void released();
  void committed(mono_time now, commit_quality quality);
  void recreated() { state_ = state::ready; }

  [[nodiscard]] state current() const { return state_; }
  /// Everything offered is committed.
  [[nodiscard]] bool drained() const {
    return state_ == state::ready && queue_.empty() && !reached_;
  }
  /// Records of a transaction whose end has not come: they can only be aborted.
  [[nodiscard]] bool inside_transaction() const {
    return state_ == state::open && beyond_boundary_ > 0;
  }

 private:
  struct queued {
    slice_facts facts;
    std::size_t cursor = 0;  // records produced
    bool boundary_reached = false;
  };

  void absorb_boundary(queued& slice);
  [[nodiscard]] bool boundary_waiting() const;
  [[nodiscard]] bool should_commit(mono_time now) const;
  [[nodiscard]] bool should_split(mono_time now) const;
  [[nodiscard]] sink_action next_ready(mono_time now);
  [[nodiscard]] sink_action next_open(mono_time now);
  [[nodiscard]] sink_action next_idle_position(mono_time now) const;

  sink_limits limits_;
  state state_ = state::ready;
  std::deque<queued> queue_;
  std::optional<commit_boundary> reached_;  // newest boundary behind which everything is produced
  bool urgent_ = false;
  std::size_t beyond_boundary_ = 0;       // records produced after `reached_`
  std::optional<partial_mark> progress_;  // where these end, when that is between two changes
  std::size_t open_bytes_ = 0;
  mono_time opened_at_{};
  mono_time last_commit_;
};

}  // namespace walrelay::relay
