// connector_fsm: the one way in, running, and the way out, as one state machine. Each event returns
// the actions to carry out; at most one step is under way at a time, and a step's answer comes back
// as an event of the same generation. Pure: no socket, thread or clock; the shell is app/connector.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <walrelay/base/checkpoint.hpp>
#include <walrelay/base/ids.hpp>
#include <walrelay/base/result.hpp>
#include <walrelay/base/source_state.hpp>
#include <walrelay/relay/retry_policy.hpp>
#include <walrelay/relay/start_check.hpp>

namespace walrelay::relay {

/// What to do next. Comments say which answer ends the step; every step may also answer failed{}.
enum class step {
  inspect_source,      // SQL on a helper: settings, slot, publication, tables -> source_inspected
  inspect_sink,        // cluster id and offsets topic, changing nothing -> sink_inspected
  peek_checkpoint,     // read it without fencing anyone -> checkpoint_read
  create_topics,       // the offsets topic -> done
  create_publication,  // or, once the position is trusted, add what it lacks -> publication_ready
  fence,               // new producer, init_transactions -> done
  commit_creating,     // a checkpoint in state creating, alone in a transaction -> done
  create_slot,         // persistent, logical -> done (42710 counts as done)
  attach,              // connect, IDENTIFY_SYSTEM, START_REPLICATION at 0/0 -> attached
  read_checkpoint,     // on the fenced sink, after every fence -> checkpoint_read
  reread_slot,         // its confirmed position now that it is ours, the WAL's end -> slot_read
  commit_streaming,    // the first streaming checkpoint -> done
  relay,               // read, decode, produce, commit; answers only failed{} or stop
  wind_down,           // close the stream, abort and drop the producer -> sink_idle
  drain,               // stop reading, commit what is whole, abort the rest -> sink_idle
  pause,               // wait -> pause_over
  park,                // stay stopped until the operator acts
  stop,                // everything is closed
};

[[nodiscard]] std::string_view to_string(step what);

struct action {
  step what;
  checkpoint position{};              // commit_creating, commit_streaming, relay
  lsn slot_position{};                // relay: from where the server sends
  std::chrono::milliseconds pause{};  // pause
  std::optional<error> reason{};      // pause, park
  std::vector<std::string> notes{};   // relay
};

struct source_inspected {
  source_findings found;
};
struct sink_inspected {
  std::string cluster_id;
  offsets_topic_findings offsets_topic;
};
struct publication_ready {
  publication_state publication;
};
struct checkpoint_read {
  std::optional<checkpoint> found;
};
struct attached {
  server_identity server;
  std::int32_t walsender = 0;  // the server process that holds the slot for us
};
struct slot_read {
  slot_state slot;
  lsn wal_end;  // asked for after the fence: no checkpoint that was read may lie beyond it
};
struct done {};
struct failed {
  error reason;
};
struct sink_idle {};
struct pause_over {};
struct stop_requested {};

using event =
    std::variant<source_inspected, sink_inspected, publication_ready, checkpoint_read, attached,
                 slot_read, done, failed, sink_idle, pause_over, stop_requested>;

class connector_fsm {
 public:
  connector_fsm(expected_identity expected, retry_limits limits);

  /// The first action. Call once.
  [[nodiscard]] action start();
  /// Nothing when the event changes nothing (a late answer after a stop was asked for).
  [[nodiscard]] std::optional<action> handle(const event& what);

  /// A checkpoint was committed: pauses start over, and no older one will be accepted again.
  void committed(checkpoint_number newest, lsn position) {
    retries_.progress();
    newest_committed_ = newest;
    newest_position_ = position;
  }

  [[nodiscard]] step current() const { return current_; }
  [[nodiscard]] generation pass() const { return pass_; }

 private:
  [[nodiscard]] action go(step next);
  [[nodiscard]] action enter();
  [[nodiscard]] action interrupted(error reason);
  [[nodiscard]] action after_wind_down();

  [[nodiscard]] std::optional<action> on(const source_inspected& what);
  [[nodiscard]] std::optional<action> on(const sink_inspected& what);
  [[nodiscard]] std::optional<action> on(const publication_ready& what);
  [[nodiscard]] std::optional<action> on(const checkpoint_read& what);
  [[nodiscard]] std::optional<action> on(const attached& what);
  [[nodiscard]] std::optional<action> on(const slot_read& what);
  [[nodiscard]] std::optional<action> on(const done& what);
  [[nodiscard]] std::optional<action> on(const failed& what);
  [[nodiscard]] std::optional<action> on(const sink_idle& what);
  [[nodiscard]] std::optional<action> on(const pause_over& what);
  [[nodiscard]] std::optional<action> on(const stop_requested& what);
  [[nodiscard]] action begin_first_start();
  /// The checkpoint that was read is not older than what this process committed.
  [[nodiscard]] result<void> check_own_progress() const;
  [[nodiscard]] action judge();
  [[nodiscard]] action relay_from(const checkpoint& position);

  expected_identity expected_;
  retry_policy retries_;
  step current_ = step::stop;
  generation pass_;
  bool stopping_ = false;
  std::optional<error> reason_;  // why the connector winds down

  checkpoint_number newest_committed_;
  lsn newest_position_;

  // Facts of this pass.
  std::optional<slot_state> slot_;
  std::optional<publication_state> publication_;
  bool publication_incomplete_ = false;
  bool publication_grew_ = false;  // by us, while a transaction is relayed in part
  bool first_start_ = false;
  bool looked_again_ = false;  // at the source, after a checkpoint was found without a slot
  std::string cluster_id_;
  server_identity server_;
  std::int32_t walsender_ = 0;
  std::vector<std::string> notes_;
  std::optional<checkpoint> found_;
  checkpoint streaming_;
};

}  // namespace walrelay::relay
