// process: one simulated daemon. It does what app::connector does: carries out the steps of
// relay::connector_fsm, with helpers' jobs, the sink's reports and the stream's words coming back
// through one inbox. Destroying it is kill -9.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <walrelay/relay/connector_fsm.hpp>
#include <walrelay/relay/cursors.hpp>

#include "sim/model_broker.hpp"
#include "sim/model_reader.hpp"
#include "sim/model_server.hpp"
#include "sim/model_sink.hpp"
#include "sim/world.hpp"

namespace walrelay::sim {

class process : private model_reader::owner {
 public:
  /// `number` says which instance it is, `life` how often that one was started.
  process(world& shared, model_server& server, model_broker& broker, const oracle& judge,
          int number, unsigned life);
  ~process() override = default;
  process(const process&) = delete;
  process& operator=(const process&) = delete;

  void terminate();  // SIGTERM
  [[nodiscard]] bool ended() const { return ended_; }
  [[nodiscard]] bool refuses() const { return refuses_; }
  /// Relays as far as it knows.
  [[nodiscard]] bool relaying() const { return fsm_.current() == relay::step::relay; }

  // The scheduler's: each is one action.
  [[nodiscard]] bool loop_ready() const;
  void loop();
  [[nodiscard]] bool has_jobs() const { return !jobs_.empty(); }
  [[nodiscard]] bool has_answers() const { return !answers_.empty(); }
  /// One of them by chance, unless it would block now.
  void do_job();
  enum class answer_is { delivered, lost };
  void hear_answer(answer_is fate);
  [[nodiscard]] model_sink& sink() { return sink_; }

 private:
  enum class errand {
    inspect_source,
    inspect_sink,
    peek_checkpoint,
    create_topics,
    create_publication,
    create_slot,
    attach,
    reread_slot,
    prepare_table,
  };
  struct job {
    errand what;
    generation pass;
    relay::step during;
    std::size_t table = 0;  // prepare_table
  };
  struct job_answer {
    job of;
    relay::event what;
    std::shared_ptr<client_end> stream{};  // attach
  };
  struct sink_word {
    generation pass;
    app::sink_report what;
  };
  struct stream_word {
    generation pass;
    error reason;
  };
  using word = std::variant<job_answer, sink_word, stream_word>;

  void perform(const relay::action& next);
  void feed(const relay::event& what);
  void on(job_answer& what);
  void on(sink_word& what);
  void on(stream_word& what);
  void on_committed(const app::committed& what);
  void help(errand what, std::size_t table = 0);
  [[nodiscard]] bool would_block(errand what) const;
  [[nodiscard]] job_answer carry_out(const job& what);
  [[nodiscard]] job_answer attach(const job& what);
  [[nodiscard]] bool is_stale(generation pass);
  [[nodiscard]] bool timer_due() const;
  void on_timer();
  void fence();
  void drain();
  void park(const error& reason);
  void finish();

  // model_reader::owner
  void stream_failed(error reason) override;
  void push(app::slice what) override { sink_.push(fsm_.pass(), std::move(what)); }
  [[nodiscard]] bool sink_is_full() const override { return sink_.full(); }
  void table_wanted(std::size_t table) override { help(errand::prepare_table, table); }

  world& shared_;
  model_server& server_;
  model_broker& broker_;
  const oracle& oracle_;
  const int number_;

  relay::connector_fsm fsm_;
  relay::cursors cursors_;
  std::unique_ptr<model_reader> reader_;
  std::vector<job> jobs_;            // asked for
  std::vector<job_answer> answers_;  // done, and not heard of yet
  std::deque<word> inbox_;
  std::optional<mono_time> timer_;
  bool saw_slot_ = false;
  bool refuses_ = false;
  bool ended_ = false;
  model_sink sink_;
};

}  // namespace walrelay::sim
