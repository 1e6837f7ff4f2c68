// What a helper does for a simulated daemon: one round trip to a server each, at any time after it
// was asked for; the answer may come when nobody waits for it any more.
#include <utility>

#include "sim/names.hpp"
#include "sim/process.hpp"

namespace walrelay::sim {

namespace {

template <class T>
relay::event event_of(const result<T>& answer) {
  if (!answer) return relay::failed{answer.error()};
  return relay::done{};
}

error broken_connection() {
  return {error_class::retry, "the connection was lost before the answer came", {}, {}, "08006"};
}

}  // namespace

bool process::would_block(errand what) const {
  if (what == errand::peek_checkpoint) {
    // An open transaction below the high watermark holds the reader back.
    return !broker_.up() || broker_.last_stable() < broker_.high_watermark();
  }
  const bool asks_kafka = what == errand::inspect_sink || what == errand::create_topics;
  return asks_kafka && !broker_.up();
}

void process::do_job() {
  const std::size_t which = shared_.chance.below(jobs_.size());
  if (would_block(jobs_[which].what)) return;
  const job what = jobs_[which];
  jobs_.erase(jobs_.begin() + static_cast<std::ptrdiff_t>(which));
  answers_.push_back(carry_out(what));
}

void process::hear_answer(answer_is fate) {
  const std::size_t which = shared_.chance.below(answers_.size());
  job_answer answer = std::move(answers_[which]);
  answers_.erase(answers_.begin() + static_cast<std::ptrdiff_t>(which));
  if (fate == answer_is::lost) {
    answer.stream.reset();
    answer.what = relay::failed{broken_connection()};
  }
  inbox_.push_back(std::move(answer));
}

process::job_answer process::carry_out(const job& what) {
  switch (what.what) {
    case errand::inspect_source: {
      const auto found = server_.inspect();
      if (!found) return {what, relay::failed{found.error()}};
      return {what, relay::source_inspected{*found}};
    }
    case errand::inspect_sink:
      return {what,
              relay::sink_inspected{names::cluster, {names::offsets_topic, true, "compact", 1}}};
    case errand::peek_checkpoint:
      return {what, relay::checkpoint_read{broker_.newest_checkpoint()}};
    case errand::create_topics:
      return {what, relay::done{}};
    case errand::create_publication: {
      const auto made = server_.create_publication();
      if (!made) return {what, relay::failed{made.error()}};
      return {what, relay::publication_ready{*made}};
    }
    case errand::create_slot:
      return {what, event_of(server_.create_slot())};
    case errand::attach:
      return attach(what);
    case errand::reread_slot: {
      const auto seen = server_.read_slot();
      if (!seen) return {what, relay::failed{seen.error()}};
      return {what, *seen};
    }
    case errand::prepare_table:
      if (!server_.is_up()) return {what, relay::failed{broken_connection()}};
      return {what, relay::done{}};
  }
  fault("an errand of no kind");
}

process::job_answer process::attach(const job& what) {
  const server_identity server = server_.identity();
  const auto taken = server_.attach(number_);
  if (!taken) return {what, relay::failed{taken.error()}};
  shared_.note(number_, "holds the slot (confirmed)", server_.confirmed().value());
  return {what, relay::attached{server, (*taken)->walsender}, std::make_shared<client_end>(*taken)};
}

}  // namespace walrelay::sim
