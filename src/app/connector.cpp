#include "app/connector.hpp"

#include <utility>

#include <boost/asio/post.hpp>

#include <walrelay/base/ensure.hpp>

#include "app/crash_points.hpp"
#include "app/room_settings.hpp"
#include "app/sink_jobs.hpp"

namespace walrelay::app {

connector::connector(boost::asio::io_context& loop, boost::asio::thread_pool& helpers,
                     config::connector_options options, change::selection selection, log out,
                     std::string instance_id, std::function<void(connector_end)> ended)
    : loop_(loop),
      helpers_(helpers),
      options_(std::move(options)),
      selection_(std::move(selection)),
      out_(std::move(out)),
      ended_(std::move(ended)),
      fsm_(expected_identity_of(options_), retry_limits_of(options_)),
      topics_(naming_options_of(options_)),
      timer_(loop),
      publication_watch_(
          loop, helpers, context(), [this] { return reader_ && reader_->held_up(); },
          [this](error reason) { feed(relay::failed{std::move(reason)}); }),
      heartbeat_(
          loop, helpers, context(),
          [this] {
            if (reader_) reader_->heartbeat();
          },
          [this](error reason) { feed(relay::failed{std::move(reason)}); }),
      alive_(std::make_shared<connector*>(this)),
      sink_(sink_settings_of(options_, out_, std::move(instance_id)),
            [this, alive = alive_](generation pass, sink_report report) {
              boost::asio::post(loop_, [alive, pass, report = std::move(report)] {
                if (connector* self = *alive) self->on_report(pass, report);
              });
            }) {}

connector::~connector() {
  *alive_ = nullptr;
}

void connector::start() {
  perform(fsm_.start());
}
void connector::stop() {
  out_.info("stopping");
  feed(relay::stop_requested{});
}

void connector::feed(const relay::event& what) {
  const relay::step before = fsm_.current();
  auto next = fsm_.handle(what);
  if (!next) return;
  if (!std::holds_alternative<relay::failed>(what)) crash_point(relay::to_string(before));
  perform(std::move(*next));
}

template <class Job, class Then>
void connector::help(Job job, Then then) {
  boost::asio::post(
      helpers_, [alive = alive_, pass = fsm_.pass(), step = fsm_.current(), job = std::move(job),
                 then = std::move(then), &loop = loop_]() mutable {
        // The daemon joins the helpers before it destroys a connector: what `job` captured is valid
        // here.
        auto answer = job();
        boost::asio::post(
            loop, [alive = std::move(alive), pass, step, then = std::move(then),
                   answer = std::make_shared<decltype(answer)>(std::move(answer))]() mutable {
              connector* self = *alive;
              if (self == nullptr || self->fsm_.pass() != pass || self->fsm_.current() != step)
                return;
              if (!*answer) return self->feed(relay::failed{answer->error()});
              then(*self, *answer);
            });
      });
}

void connector::perform(relay::action next) {
  using relay::step;
  out_.debug("step", {{"step", relay::to_string(next.what)}, {"pass", fsm_.pass()}});
  const generation pass = fsm_.pass();
  switch (next.what) {
    case step::inspect_source:
      help([this] { return inspect_source(context()); },
           [](connector& self, auto& found) {
             self.feed(relay::source_inspected{std::move(*found)});
           });
      return;
    case step::inspect_sink:
      help([this] { return inspect_sink(options_, out_); },
           [](connector& self, auto& found) { self.feed(std::move(*found)); });
      return;
    case step::peek_checkpoint:
      help([this] { return peek_checkpoint(options_, out_); },
           [](connector& self, auto& found) {
             self.feed(relay::checkpoint_read{std::move(*found)});
           });
      return;
    case step::create_topics:
      help([this] { return create_offsets_topic(options_, out_); },
           [](connector& self, auto&) { self.feed(relay::done{}); });
      return;
    case step::create_publication:
      help([this] { return create_publication(context()); },
           [](connector& self, auto& made) {
             self.feed(relay::publication_ready{std::move(*made)});
           });
      return;
    case step::create_slot:
      return create_slot();
    case step::attach:
      return attach_stream();
    case step::reread_slot:
      help([this] { return read_slot(context()); },
           [](connector& self, auto& read) {
             const bool let_go = !read->slot.active_pid;
             auto why = let_go ? self.reader_->why_ended() : std::nullopt;
             if (why) {
               return self.feed(relay::failed{relay::explain_stream_end(
                   *std::move(why), read->slot.confirmed_flush.value_or(lsn{}),
                   expected_identity_of(self.options_))});
             }
             self.feed(std::move(*read));
           });
      return;
    case step::fence:
      return sink_.open(pass);
    case step::read_checkpoint:
      return sink_.read(pass);
    case step::commit_creating:
    case step::commit_streaming:
      return sink_.commit_alone(pass, std::move(next.position));
    case step::relay:
      return enter_relay(next);
    case step::wind_down:
      return wind_down();
    case step::drain:
      return drain();
    case step::pause:
      return pause(next);
    case step::park:
      return park(*next.reason);
    case step::stop:
      return finish();
  }
  WALRELAY_ENSURE(false, "step {}", static_cast<int>(next.what));
}

void connector::create_slot() {
  out_.info("creating the replication slot; the server waits for transactions that are running now",
            {{"slot", options_.replication.slot_name}});
  slot_creation_ = std::make_shared<cancellable>();
  help([this, stop = slot_creation_] { return app::create_slot(context(), *stop); },
       [](connector& self, auto&) { self.feed(relay::done{}); });
}

void connector::attach_stream() {
  help([this] { return attach(context()); },
       [](connector& self, auto& attached) {
         const stream_reader::limits bounds{self.options_.replication.status_update_interval,
                                            self.options_.flow.shutdown_grace,
                                            self.options_.replication.wal_sender_timeout};
         self.reader_ = std::make_unique<stream_reader>(self.loop_, std::move(attached->stream),
                                                        self.cursors_, bounds, self.out_,
                                                        static_cast<stream_reader::owner&>(self));
         self.feed(std::move(attached->facts));
       });
}

void connector::enter_relay(const relay::action& what) {
  for (const auto& note : what.notes) out_.warn("note on the source", {{"what", note}});
  out_.info(std::exchange(degraded_, false) ? "recovered: streaming" : "streaming",
            {{"slot", options_.replication.slot_name}, {"checkpoint", what.position.position}});
  sink_.start_relay(fsm_.pass(), what.position);
  publication_watch_.start(what.position.publication_oid);
  heartbeat_.start();
  const auto from = change::resume_after(what.position, what.slot_position);
  if (options_.snapshot == config::snapshot_mode::no_data) {
    return reader_->start(options_, selection_, from);
  }
  snapshot_ = std::make_unique<snapshot_run>(loop_, helpers_, context(), *reader_,
                                             std::move(stored_tables_),
                                             static_cast<snapshot_run::owner&>(*this));
  snapshot_->start([this, from] { reader_->start(options_, selection_, from); });
}

void connector::stop_watches() {
  snapshot_.reset();
  publication_watch_.stop();
  heartbeat_.stop();
}

void connector::wind_down() {
  stop_watches();
  reader_.reset();
  if (slot_creation_) slot_creation_->cancel();
  sink_.reset(fsm_.pass());
}

void connector::drain() {
  stop_watches();
  reader_->stop_reading();
  sink_.finish(fsm_.pass());
  timer_.expires_after(options_.flow.shutdown_grace);
  timer_.async_wait([alive = alive_](boost::system::error_code cancelled) {
    connector* self = *alive;
    if (self == nullptr || cancelled || self->fsm_.current() != relay::step::drain) return;
    self->out_.warn(
        "what was under way could not be committed within shutdown.grace.ms; it will be relayed "
        "after the next start");
    self->sink_.reset(self->fsm_.pass());
  });
}

void connector::pause(const relay::action& what) {
  degraded_ = true;
  if (what.reason->code == "55006") {
    out_.info("standby: another session holds the slot",
              {{"slot", options_.replication.slot_name}, {"found", what.reason->found}});
  } else {
    out_.warn("degraded: relaying is interrupted, nothing is lost",
              {{"found", what.reason->message()},
               {"code", what.reason->code},
               {"checkpoint", cursors_.checkpointed()},
               {"retry_in_ms", what.pause.count()}});
  }
  timer_.expires_after(what.pause);
  timer_.async_wait([alive = alive_](boost::system::error_code cancelled) {
    if (connector* self = *alive; self != nullptr && !cancelled) self->feed(relay::pause_over{});
  });
}

void connector::park(const error& reason) {
  out_.error("parked: the position is kept and nothing was skipped", {{"found", reason.found},
                                                                      {"why", reason.why},
                                                                      {"remedy", reason.remedy},
                                                                      {"code", reason.code}});
  ended_(reason);
}

void connector::finish() {
  timer_.cancel();
  if (reader_) reader_->close();
  reader_.reset();
  out_.info("stopped",
            {{"checkpoint", cursors_.checkpointed()}, {"confirmed", cursors_.confirmed()}});
  ended_(std::nullopt);
}

void connector::on_report(generation pass, const sink_report& report) {
  if (pass != fsm_.pass()) return;
  if (std::holds_alternative<step_done>(report)) feed(relay::done{});
  if (const auto* read = std::get_if<checkpoint_found>(&report)) {
    stored_tables_ = read->tables;
    feed(relay::checkpoint_read{read->found});
  }
  if (const auto* failure = std::get_if<sink_failed>(&report)) feed(relay::failed{failure->reason});
  if (std::holds_alternative<idle>(report)) feed(relay::sink_idle{});
  if (const auto* what = std::get_if<committed>(&report)) on_committed(*what);
  if (std::holds_alternative<recreated>(report)) {
    out_.info("producer re-created after a commit that may have been sent twice (K1)");
  }
  if (!reader_) return;
  if (const auto* what = std::get_if<produced_up_to>(&report)) cursors_.produced(what->boundary);
  if (std::holds_alternative<room>(report)) reader_->sink_has_room();
}

void connector::on_committed(const committed& what) {
  fsm_.committed(what.newest.number, what.newest.position);
  if (reader_ && fsm_.current() != relay::step::commit_streaming) {
    reader_->checkpoint_committed(what.newest, what.records);
  }
}

void connector::declare(topic_binding& topic) {
  const auto next = static_cast<std::uint32_t>(topic_numbers_.size() + 1);
  topic.topic = topic_numbers_.try_emplace(topic.topic_name, topic_id{next}).first->second;
  sink_.declare(fsm_.pass(), topic.topic, topic.topic_name, topic.record_bytes_max);
}

void connector::snapshot_failed(error reason) {
  stream_failed(std::move(reason));
}

void connector::stream_failed(error reason) {
  reason = relay::explain_stream_end(std::move(reason), cursors_.checkpointed(),
                                     expected_identity_of(options_));
  boost::asio::post(loop_, [alive = alive_, pass = fsm_.pass(), reason = std::move(reason)] {
    connector* self = *alive;
    if (self != nullptr && self->fsm_.pass() == pass) self->feed(relay::failed{reason});
  });
}

void connector::push(slice what) {
  sink_.push(fsm_.pass(), std::move(what));
}

void connector::table_wanted(const change::relation_ptr& relation) {
  auto topic = topics_.topic_of(relation->schema, relation->table);
  if (!topic) return stream_failed(topic.error());
  out_.info("preparing table", {{"table", relation->qualified_name()}, {"topic", *topic}});
  help([this, relation, name = *topic] { return prepare_table(context(), *relation, name); },
       [](connector& self, auto& binding) {
         self.declare(*binding);
         if (self.reader_) self.reader_->table_bound(*binding);
       });
}

void connector::topic_wanted(envelope::auxiliary_topic topic) {
  const auto name = topics_.topic_of(topic);
  if (!name) return stream_failed(name.error());
  out_.info("preparing topic", {{"topic", *name}});
  help([this, name = *name] { return prepare_topic_binding(context(), name); },
       [](connector& self, auto& binding) {
         self.declare(*binding);
         if (self.reader_) self.reader_->topic_bound(*binding);
       });
}

}  // namespace walrelay::app
