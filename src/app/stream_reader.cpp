#include "app/stream_reader.hpp"

#include <algorithm>
#include <utility>

#include <boost/asio/post.hpp>

#include <walrelay/base/ensure.hpp>

#include "app/crash_points.hpp"
#include "app/room_settings.hpp"

namespace walrelay::app {

namespace {

/// A slice is handed on when it has this size, or when the socket runs dry.
constexpr std::size_t slice_bytes = 256u << 10;
/// Frames handled before the loop gets its turn for timers and other connectors.
constexpr std::size_t frames_a_turn = 4096;
/// Values that became null are counted always and logged this many times a stream.
constexpr std::uint64_t nulls_logged_most = 20;

}  // namespace

stream_reader::stream_reader(boost::asio::io_context& loop,
                             std::unique_ptr<postgres::replication_stream> stream,
                             relay::cursors& cursors, limits bounds, log out, owner& whose)
    : loop_(loop),
      stream_(std::move(stream)),
      cursors_(cursors),
      limits_(bounds),
      out_(std::move(out)),
      owner_(whose),
      feedback_(bounds.status_interval, mono_now()),
      silence_(bounds.silence, mono_now()),
      status_timer_(loop),
      progress_(out_, whose.sink_name(), mono_now()),
      alive_(std::make_shared<stream_reader*>(this)) {
  arm_status_timer();
}

stream_reader::~stream_reader() {
  *alive_ = nullptr;
  stream_->close();
  if (pipeline_) log_counters(pipeline_->counters());
}

/// Whatever was not relayed as it came is counted and said (INV-8).
void stream_reader::log_counters(const pipeline_counters& counted) const {
  out_.info("stream ended", {{"transactions", counted.transactions},
                             {"rows", counted.rows},
                             {"rows_not_captured", counted.rows_not_captured},
                             {"rows_of_skipped_operations", counted.rows_of_skipped_operations},
                             {"rows_without_record", counted.rows_without_record},
                             {"messages", counted.messages},
                             {"messages_left_out", counted.messages_left_out},
                             {"values_became_null", counted.values_became_null},
                             {"values_as_text", counted.values_as_text}});
}

void stream_reader::start(const config::connector_options& options, change::selection selection,
                          const change::resume_point& from) {
  cursors_.resume_at(from.position);
  pipeline_.emplace(options, std::move(selection), daemon_version(), from,
                    static_cast<pipeline_observer&>(*this));
  go_on_after(pipeline_->first_want());
}

void stream_reader::go_on_after(const result<stream_pipeline::verdict>& said) {
  if (!said) return fail(said.error());
  if (*said != stream_pipeline::verdict::go_on) return want(*said);
  state_ = state::reading;
  schedule_read();
}

void stream_reader::want(stream_pipeline::verdict what) {
  state_ = state::waiting;
  if (what == stream_pipeline::verdict::topic_wanted) {
    return owner_.topic_wanted(pipeline_->wanted_topic());
  }
  owner_.table_wanted(pipeline_->wanted_table());
}

void stream_reader::schedule_read() {
  if (state_ != state::reading || read_scheduled_) return;
  read_scheduled_ = true;
  boost::asio::post(loop_, [alive = alive_] {
    if (stream_reader* self = *alive) {
      self->read_scheduled_ = false;
      self->read();
    }
  });
}

void stream_reader::read() {
  if (state_ != state::reading || owner_.sink_is_full()) return;
  const wall_time now = wall_now();
  const bool proved_before = pipeline_->history_proved();
  result<stream_pipeline::verdict> verdict = stream_pipeline::verdict::go_on;
  std::size_t frames = 0;
  const auto found = stream_->read_some([&](byte_view frame) {
    verdict = pipeline_->consume(frame, now);
    if (!verdict || *verdict != stream_pipeline::verdict::go_on) return false;
    if (pipeline_->pending_bytes() >= slice_bytes) push_slice();
    return ++frames < frames_a_turn && !owner_.sink_is_full();
  });
  cursors_.received(pipeline_->received());
  if (frames != 0) silence_.heard(mono_now());
  if (!verdict) return fail(verdict.error());
  push_slice();
  if (!proved_before && pipeline_->history_proved()) {
    feedback_.position_moved();
    arm_status_timer();
  }
  if (pipeline_->take_reply_request()) {
    feedback_.reply_requested(mono_now());
    arm_status_timer();
  }
  if (!found) return fail(found.error());
  if (*verdict != stream_pipeline::verdict::go_on) return want(*verdict);
  after_frames(*found);
}

void stream_reader::after_frames(postgres::replication_stream::read_state found) {
  using read_state = postgres::replication_stream::read_state;
  switch (found) {
    case read_state::frames:
      schedule_read();
      return;
    case read_state::drained:
      stream_->wait_readable(loop_, [alive = alive_] {
        if (stream_reader* self = *alive) self->schedule_read();
      });
      return;
  }
  WALRELAY_ENSURE(false, "read state {}", static_cast<int>(found));
}

void stream_reader::table_bound(const table_binding& binding) {
  if (state_ == state::waiting) go_on_after(pipeline_->bind_table(binding, wall_now()));
}

void stream_reader::topic_bound(const topic_binding& binding) {
  if (state_ == state::waiting) go_on_after(pipeline_->bind_topic(binding, wall_now()));
}

void stream_reader::heartbeat() {
  const bool listens = state_ == state::reading || state_ == state::waiting;
  if (!listens || owner_.sink_is_full()) return;
  pipeline_->heartbeat(wall_now());
  push_slice();
}

void stream_reader::emission_ready() {
  const bool listens = state_ == state::reading || state_ == state::waiting;
  if (!listens || owner_.sink_is_full()) return;
  if (auto added = pipeline_->emission_ready(wall_now()); !added) return fail(added.error());
  push_slice();
}

void stream_reader::ask_for_position() {
  if (state_ == state::reading) send_status(reply::wanted);
}

void stream_reader::push_slice() {
  auto ready = pipeline_->take_slice();
  if (!ready) return;
  if (ready->facts.last_boundary) cursors_.assembled(ready->facts.last_boundary->boundary.position);
  owner_.push(std::move(*ready));
}

void stream_reader::checkpoint_committed(const checkpoint& newest, std::uint64_t records) {
  cursors_.checkpointed(newest.position);
  progress_.committed(records, newest);
  feedback_.position_moved();
  arm_status_timer();
}

void stream_reader::send_status(reply answer) {
  crash_point("before_feedback");
  const bool trusted = pipeline_ && pipeline_->history_proved();
  // Before the position is validated the slot must not move: 0/0 leaves it alone (INV-3).
  const lsn flush = trusted ? cursors_.checkpointed() : lsn{};
  pgoutput::standby_status status;
  status.write = status.apply = status.flush = flush;
  status.now = wall_now();
  status.request_reply = answer == reply::wanted || silence_.asks();
  if (auto sent = stream_->send(pgoutput::encode(status)); !sent) {
    return fail(sent.error());
  }
  if (trusted) cursors_.confirmed(flush);
  feedback_.sent(mono_now());
  crash_point("after_feedback");
}

void stream_reader::arm_status_timer() {
  status_timer_.expires_at(feedback_.next(mono_now()));
  status_timer_.async_wait([alive = alive_](boost::system::error_code cancelled) {
    stream_reader* self = *alive;
    if (self == nullptr || cancelled) return;
    using reading = relay::stall_watch::reading;
    const mono_time now = mono_now();
    self->progress_.tick(self->cursors_, self->held_up() ? reading::blocked : reading::free, now,
                         wall_now());
    const bool listens = self->state_ == state::reading && !self->held_up();
    self->progress_.tell_silence(
        self->silence_.look(listens ? reading::free : reading::blocked, now));
    if (self->feedback_.due(now)) self->send_status();
    self->check_server_shutdown();
    if (self->state_ != state::failed) self->arm_status_timer();
  });
}

std::optional<error> stream_reader::why_ended() {
  const auto found = stream_->read_some([](byte_view) { return true; });
  return found ? std::nullopt : std::optional(found.error());
}

bool stream_reader::held_up() const {
  return state_ == state::waiting || (state_ == state::reading && owner_.sink_is_full());
}

void stream_reader::check_server_shutdown() {
  const auto since = feedback_.shutting_down_since();
  if (!since || mono_now() - *since < limits_.shutdown_grace) return;
  fail({error_class::retry,
        "the server is shutting down and waits for this connection longer than "
        "shutdown.grace.ms",
        {},
        {},
        "57P01"});
}

void stream_reader::fail(error reason) {
  if (std::exchange(state_, state::failed) != state::failed)
    owner_.stream_failed(std::move(reason));
}

void stream_reader::close() {
  if (pipeline_) send_status();
  stream_->close();
}

void stream_reader::table_not_captured(const change::relation& table) {
  out_.info("table is published but not captured: its rows are left out",
            {{"table", table.qualified_name()}});
}

void stream_reader::key_unknown(const change::relation& table) {
  out_.warn(
      "records have no key: the table has been changed or dropped since these rows were written, "
      "and "
      "with REPLICA IDENTITY FULL only the catalog knows their key",
      {{"table", table.qualified_name()}});
}

void stream_reader::truncate_skipped(const change::relation& table, lsn position) {
  out_.warn("TRUNCATE is left out: skipped.operations holds t",
            {{"table", table.qualified_name()}, {"lsn", position}});
}

void stream_reader::value_became_null(const change::relation& table, std::string_view column,
                                      std::string_view reason, lsn position) {
  if (++nulls_reported_ > nulls_logged_most) return;
  out_.warn("a value has no place in its representation and became null",
            {{"table", table.qualified_name()},
             {"column", column},
             {"reason", reason},
             {"lsn", position}});
}

}  // namespace walrelay::app
