#include "sim/process.hpp"

#include <utility>

#include <fmt/format.h>

#include "sim/names.hpp"

namespace walrelay::sim {

namespace {

constexpr std::chrono::milliseconds shutdown_grace{10'000};

relay::expected_identity identity() {
  return {names::connector,   names::database,      names::slot,
          names::publication, names::offsets_topic, names::transactional_id};
}

}  // namespace

process::process(world& shared, model_server& server, model_broker& broker, const oracle& judge,
                 int number, unsigned life)
    : shared_(shared),
      server_(server),
      broker_(broker),
      oracle_(judge),
      number_(number),
      fsm_(identity(), {}),
      sink_(shared, broker, number, fmt::format("i{}.{}", number, life),
            [this](generation pass, app::sink_report report) {
              inbox_.push_back(sink_word{pass, std::move(report)});
            }) {
  perform(fsm_.start());
}

void process::terminate() {
  shared_.note(number_, "SIGTERM");
  feed(relay::stop_requested{});
}

bool process::is_stale(generation pass) {
  if (pass == fsm_.pass()) return false;
  ++shared_.counted.stale;
  return shared_.broken != mutation::no_generations;
}

void process::feed(const relay::event& what) {
  const auto next = fsm_.handle(what);
  if (!next) return;
  perform(*next);
}

void process::help(errand what, std::size_t table) {
  jobs_.push_back({what, fsm_.pass(), fsm_.current(), table});
}

void process::perform(const relay::action& next) {
  using relay::step;
  shared_.note(number_, relay::to_string(next.what).data(), fsm_.pass().value());
  switch (next.what) {
    case step::inspect_source:
      ++shared_.counted.passes;
      return help(errand::inspect_source);
    case step::inspect_sink:
      return help(errand::inspect_sink);
    case step::peek_checkpoint:
      return help(errand::peek_checkpoint);
    case step::create_topics:
      return help(errand::create_topics);
    case step::create_publication:
      return help(errand::create_publication);
    case step::create_slot:
      return help(errand::create_slot);
    case step::attach:
      return help(errand::attach);
    case step::reread_slot:
      return help(errand::reread_slot);
    case step::fence:
      return fence();
    case step::read_checkpoint:
      return sink_.post(fsm_.pass(), app::read_command{});
    case step::commit_creating:
    case step::commit_streaming:
      return sink_.post(fsm_.pass(), app::commit_command{next.position});
    case step::relay:
      sink_.post(fsm_.pass(), app::relay_command{next.position});
      return reader_->start(change::resume_after(next.position, next.slot_position));
    case step::wind_down:
      reader_.reset();
      return sink_.reset(fsm_.pass());
    case step::drain:
      return drain();
    case step::pause:
      timer_ = shared_.now + next.pause;
      return;
    case step::park:
      return park(*next.reason);
    case step::stop:
      return finish();
  }
  fault("a step of no kind");
}

void process::fence() {
  if (saw_slot_ && !reader_) fault("INV-7: a fence without holding the slot");
  sink_.post(fsm_.pass(), app::open_command{});
}

void process::drain() {
  reader_->stop_reading();
  sink_.post(fsm_.pass(), app::finish_command{});
  timer_ = shared_.now + shutdown_grace;
}

/// Unless history was lost, nobody has touched anything by hand: there is nothing to refuse.
void process::park(const error& reason) {
  shared_.note(number_, "parked");
  if (oracle_.may_refuse()) {
    refuses_ = ended_ = true;
    return;
  }
  fault(fmt::format("instance {} is parked: {}; {}", number_, reason.found, reason.why));
}

void process::finish() {
  if (reader_) reader_->close();
  reader_.reset();
  ended_ = true;
}

bool process::timer_due() const {
  const auto now = fsm_.current();
  return timer_ && shared_.now >= *timer_ &&
         (now == relay::step::pause || now == relay::step::drain);
}

void process::on_timer() {
  timer_.reset();
  if (fsm_.current() == relay::step::drain) return sink_.reset(fsm_.pass());
  feed(relay::pause_over{});
}

bool process::loop_ready() const {
  if (ended_) return false;
  return !inbox_.empty() || timer_due() ||
         (reader_ && (reader_->may_read() || reader_->status_due()));
}

void process::loop() {
  const bool reads = reader_ && reader_->may_read();
  const bool tells = reader_ && reader_->status_due();
  const bool times = timer_due();
  for (;;) {
    switch (shared_.chance.below(4)) {
      case 0:
        if (!reads) break;
        return reader_->read();
      case 1:
        if (!tells) break;
        return reader_->tick();
      case 2:
        if (!times) break;
        return on_timer();
      default: {
        if (inbox_.empty()) break;
        word next = std::move(inbox_.front());
        inbox_.pop_front();
        return std::visit([this](auto& what) { on(what); }, next);
      }
    }
  }
}

void process::on(job_answer& what) {
  if (is_stale(what.of.pass) || fsm_.current() != what.of.during) return;
  if (what.of.what == errand::prepare_table && std::holds_alternative<relay::done>(what.what)) {
    if (reader_) reader_->table_bound(what.of.table);
    return;
  }
  if (const auto* seen = std::get_if<relay::source_inspected>(&what.what)) {
    saw_slot_ = seen->found.slot.has_value();
  }
  if (what.stream) {
    reader_ = std::make_unique<model_reader>(shared_, number_, std::move(what.stream), cursors_,
                                             static_cast<model_reader::owner&>(*this));
  }
  feed(what.what);
}

void process::on(sink_word& what) {
  if (is_stale(what.pass)) return;
  if (std::holds_alternative<app::step_done>(what.what)) feed(relay::done{});
  if (const auto* read = std::get_if<app::checkpoint_found>(&what.what)) {
    feed(relay::checkpoint_read{read->found});
  }
  if (const auto* failure = std::get_if<app::sink_failed>(&what.what)) {
    shared_.note(number_, "sink failed");
    feed(relay::failed{failure->reason});
  }
  if (std::holds_alternative<app::idle>(what.what)) feed(relay::sink_idle{});
  if (const auto* committed = std::get_if<app::committed>(&what.what)) on_committed(*committed);
  if (!reader_) return;
  if (const auto* done = std::get_if<app::produced_up_to>(&what.what)) {
    cursors_.produced(done->boundary);
  }
}

void process::on_committed(const app::committed& what) {
  fsm_.committed(what.newest.number, what.newest.position);
  if (reader_ && fsm_.current() != relay::step::commit_streaming) {
    reader_->checkpoint_committed(what.newest);
  }
}

void process::on(stream_word& what) {
  if (is_stale(what.pass)) return;
  shared_.note(number_, "stream failed");
  feed(relay::failed{what.reason});
}

void process::stream_failed(error reason) {
  inbox_.push_back(stream_word{fsm_.pass(), std::move(reason)});
}

}  // namespace walrelay::sim
