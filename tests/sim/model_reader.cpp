#include "sim/model_reader.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <walrelay/pgoutput/frame.hpp>

#include "sim/names.hpp"
#include "sim/record_text.hpp"
#include "unit/pgoutput/message_writer.hpp"

namespace walrelay::sim {

namespace {

constexpr std::chrono::milliseconds status_interval{5'000};
constexpr std::size_t slice_bytes = 1'500;
constexpr std::size_t frames_a_turn = 8;
constexpr std::chrono::milliseconds shutdown_grace{10'000};

const config::connector_options& options() {
  static const config::connector_options made = [] {
    config::connector_options chosen;
    chosen.name = chosen.topic_prefix = names::connector;
    chosen.database.dbname = names::database;
    return chosen;
  }();
  return made;
}

const change::selection& everything() {
  static const auto compiled = change::selection::compile({});
  return *compiled;
}

/// What the payload of an XLogData frame is about.
char tag_of(const std::string& frame) {
  constexpr std::size_t header = 25;
  return frame.front() == 'w' && frame.size() > header ? frame[header] : '\0';
}
lsn final_lsn_of(const std::string& begin_frame) {
  std::uint64_t value = 0;
  for (std::size_t i = 26; i < 34; ++i) {
    value = value << 8U | static_cast<unsigned char>(begin_frame[i]);
  }
  return lsn{value};
}

app::table_binding binding_of(std::size_t table) {
  app::table_binding made;
  made.facts.emplace();
  made.facts->id = oid{static_cast<std::uint32_t>(first_table_oid + table)};
  made.facts->key_columns = {"id"};
  made.topic = topic_id{static_cast<std::uint32_t>(first_topic + table)};
  made.topic_name = "shop.public.t" + std::to_string(table);
  made.record_bytes_max = 1'000'000;
  return made;
}

error gone() {
  return {error_class::retry, "the server has closed the connection", {}, {}, "08006"};
}

}  // namespace

model_reader::model_reader(world& shared, int number, std::shared_ptr<client_end> stream,
                           relay::cursors& cursors, owner& whose)
    : shared_(shared),
      number_(number),
      stream_(std::move(stream)),
      cursors_(cursors),
      owner_(whose),
      feedback_(status_interval, shared.now) {}

void model_reader::start(const change::resume_point& from) {
  resumed_at_ = from.position;
  cursors_.resume_at(from.position);
  change::resume_point known = from;
  if (shared_.broken == mutation::no_skipping) {
    known.position = lsn{};
    known.last.reset();
    known.partial.reset();
  }
  if (shared_.broken == mutation::no_history_check) known.slot_position = known.position;
  if (shared_.broken == mutation::no_resume_within) known.partial.reset();
  pipeline_.emplace(options(), everything(), "sim", known,
                    static_cast<app::pipeline_observer&>(*this));
  state_ = state::reading;
  feedback_.position_moved();
}

bool model_reader::may_read() const {
  return state_ == state::reading && !owner_.sink_is_full() &&
         (!stream_->end().to_client.empty() || stream_->lost());
}

/// no_relations_while_skipping: as if the decoder were not asked about transactions that are done.
bool model_reader::left_out(const std::string& frame) {
  if (shared_.broken != mutation::no_relations_while_skipping) return false;
  const char tag = tag_of(frame);
  if (tag == 'B') skipping_ = final_lsn_of(frame) < resumed_at_;
  if (tag == 'C') skipping_ = false;
  // Begin and Commit settle the transaction for the assembler; what is between them is left out.
  return skipping_ && (tag == 'R' || tag == 'I' || tag == 'U' || tag == 'M');
}

/// message_behind_its_end: as if it were passed at the first byte of what comes next.
void model_reader::break_boundary(std::string& frame) const {
  constexpr std::size_t transactional = 26;
  constexpr std::size_t position_end = transactional + 8;
  if (shared_.broken != mutation::message_behind_its_end || tag_of(frame) != 'M') return;
  if (frame[transactional] == 0) ++frame[position_end];
}

void model_reader::read() {
  using verdict = app::stream_pipeline::verdict;
  result<verdict> outcome = verdict::go_on;
  auto& frames = stream_->end().to_client;
  const std::size_t most = shared_.chance.between(1, frames_a_turn);
  for (std::size_t i = 0; i < most && !frames.empty() && !owner_.sink_is_full(); ++i) {
    std::string frame = std::move(frames.front());
    frames.pop_front();
    if (left_out(frame)) continue;
    break_boundary(frame);
    outcome = pipeline_->consume(pgoutput::test::view(frame), shared_.wall());
    if (!outcome || *outcome != verdict::go_on) break;
    if (pipeline_->pending_bytes() >= slice_bytes) push_slice();
  }
  cursors_.received(pipeline_->received());
  if (!outcome) return fail(outcome.error());
  push_slice();
  if (pipeline_->take_reply_request()) feedback_.reply_requested(shared_.now);
  if (*outcome != verdict::go_on) return want_table(*outcome);
  if (stream_->lost()) fail(gone());
}

void model_reader::want_table(app::stream_pipeline::verdict what) {
  state_ = state::waiting_table;
  wanted_ = what == app::stream_pipeline::verdict::topic_wanted
                ? message_table
                : pipeline_->wanted_table()->id.value() - first_table_oid;
  owner_.table_wanted(wanted_);
}

void model_reader::table_bound(std::size_t table) {
  if (state_ != state::waiting_table || table != wanted_) return;
  const auto outcome = table == message_table
                           ? pipeline_->bind_topic(binding_of(table), shared_.wall())
                           : pipeline_->bind_table(binding_of(table), shared_.wall());
  if (!outcome) return fail(outcome.error());
  state_ = state::reading;
}

void model_reader::push_slice() {
  auto made = pipeline_->take_slice();
  if (!made) return;
  if (made->facts.last_boundary) cursors_.assembled(made->facts.last_boundary->boundary.position);
  owner_.push(std::move(*made));
}

void model_reader::checkpoint_committed(const checkpoint& newest) {
  cursors_.checkpointed(newest.position);
  feedback_.position_moved();
}

/// Before the position is judged the slot must not move (INV-3).
lsn model_reader::flush_position() const {
  if (!pipeline_ || !pipeline_->history_proved()) return lsn{};
  if (shared_.broken == mutation::confirm_keepalive) return cursors_.assembled();
  return cursors_.checkpointed();
}

void model_reader::send_status() {
  const lsn flush = flush_position();
  if (stream_->lost()) return fail(gone());
  pgoutput::standby_status status;
  status.write = status.apply = status.flush = flush;
  status.now = shared_.wall();
  const auto bytes = pgoutput::encode(status);
  stream_->end().to_server.emplace_back(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const bool moves = flush > lsn{} && shared_.broken != mutation::confirm_keepalive;
  if (moves) cursors_.confirmed(flush);
  feedback_.sent(shared_.now);
  shared_.note(number_, "status (flush)", flush.value());
}

bool model_reader::status_due() const {
  return state_ != state::failed && feedback_.due(shared_.now);
}

void model_reader::tick() {
  send_status();
  const auto since = feedback_.shutting_down_since();
  if (since && shared_.now - *since >= shutdown_grace) {
    fail({error_class::retry, "the server is shutting down", {}, {}, "57P01"});
  }
}

void model_reader::fail(error reason) {
  if (std::exchange(state_, state::failed) != state::failed) {
    owner_.stream_failed(std::move(reason));
  }
}

void model_reader::close() {
  if (pipeline_) send_status();
}

}  // namespace walrelay::sim
