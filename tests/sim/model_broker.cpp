#include "sim/model_broker.hpp"

#include <algorithm>

namespace walrelay::sim {

using code = kafka_answer::code;

bool model_broker::answered(std::uint64_t handle, std::uint64_t call) const {
  const auto waiting = answers_.find(handle);
  if (waiting == answers_.end()) return false;
  return std::any_of(waiting->second.begin(), waiting->second.end(),
                     [&](const kafka_answer& each) { return each.call == call; });
}

std::optional<kafka_answer> model_broker::take_answer(std::uint64_t handle, std::uint64_t call) {
  const auto waiting = answers_.find(handle);
  if (waiting == answers_.end()) return std::nullopt;
  auto& all = waiting->second;
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&](const kafka_answer& each) { return each.call == call; });
  if (found == all.end()) return std::nullopt;
  const kafka_answer answer = *found;
  all.erase(found);
  return answer;
}

void model_broker::lose(std::size_t which) {
  on_the_way_.erase(on_the_way_.begin() + static_cast<std::ptrdiff_t>(which));
}

void model_broker::deliver(std::size_t which, answer_is fate) {
  const kafka_request request = std::move(on_the_way_[which]);
  lose(which);
  const kafka_answer answer{serve(request), request.call, epoch_};
  if (fate == answer_is::delivered) answers_[request.handle].push_back(answer);
}

code model_broker::serve(const kafka_request& what) {
  switch (what.what) {
    case kafka_request::kind::init: {
      const code outcome = init();
      shared_.note(the_broker, "init", epoch_, static_cast<std::uint64_t>(outcome));
      return outcome;
    }
    case kafka_request::kind::produce: {
      const code outcome = produce(what);
      shared_.note(the_broker, "produce (sequence, answer)", what.sequence,
                   static_cast<std::uint64_t>(outcome));
      return outcome;
    }
    case kafka_request::kind::end: {
      const code outcome = end(what);
      shared_.note(the_broker,
                   what.outcome == ending::commit ? "EndTxn commit (epoch, answer)"
                                                  : "EndTxn abort (epoch, answer)",
                   what.epoch, static_cast<std::uint64_t>(outcome));
      return outcome;
    }
  }
  fault("a request of no kind");
}

code model_broker::init() {
  if (current_) {
    if (is_open(*current_)) {
      ++epoch_;  // at once, so that the old producer can add nothing
      decide(ending::abort);
    }
    return code::concurrent;
  }
  ++epoch_;
  newest_sequence_ = 0;
  last_outcome_.reset();
  return code::ok;
}

/// AddPartitionsToTxn and Produce in one.
code model_broker::produce(const kafka_request& what) {
  if (what.epoch != epoch_) {
    ++shared_.counted.fenced;
    return code::fenced;
  }
  if (what.sequence <= newest_sequence_) return code::ok;  // a copy
  if (!what.to_register.empty()) {
    if (current_ && !is_open(*current_)) return code::concurrent;
    if (!current_) {
      current_ = transactions_.size();
      transactions_.emplace_back().begun = shared_.now;
    }
    transactions_[*current_].partitions.insert(what.to_register.begin(), what.to_register.end());
  }
  for (const kafka_record& each : what.records) {
    const bool registered =
        has_open_transaction() && transactions_[*current_].partitions.count(each.partition) != 0;
    if (!registered) return code::invalid_state;
  }
  for (const kafka_record& each : what.records) {
    logs_[each.partition].push_back({*current_, each});
    transactions_[*current_].records.push_back(each);
  }
  newest_sequence_ = what.sequence;
  return code::ok;
}

code model_broker::end(const kafka_request& what) {
  if (!ended_calls_.insert(std::pair(what.handle, what.call)).second)
    ++shared_.counted.late_endings;
  if (what.epoch != epoch_) {
    ++shared_.counted.fenced;
    return code::fenced;
  }
  if (!current_) return last_outcome_ == what.outcome ? code::ok : code::invalid_state;
  if (!is_open(*current_)) {
    return transactions_[*current_].decided == what.outcome ? code::concurrent
                                                            : code::invalid_state;
  }
  decide(what.outcome);
  return code::ok;
}

void model_broker::decide(ending outcome) {
  transaction& ended = transactions_[*current_];
  ended.decided = last_outcome_ = outcome;
  shared_.note(the_broker,
               outcome == ending::commit ? "decided: commit (epoch, records)"
                                         : "decided: abort (epoch, records)",
               epoch_, ended.records.size());
  ++(outcome == ending::commit ? shared_.counted.kafka_commits : shared_.counted.kafka_aborts);
  if (outcome == ending::commit) oracle_.kafka_committed(ended.records);
}

void model_broker::write_marker() {
  transaction& ended = transactions_[*current_];
  std::vector<std::size_t> missing;
  for (const std::size_t partition : ended.partitions) {
    if (ended.marked.count(partition) == 0) missing.push_back(partition);
  }
  if (!missing.empty()) {
    ended.marked.insert(missing[shared_.chance.below(missing.size())]);
    if (missing.size() > 1) return;
  }
  current_.reset();
}

bool model_broker::open_too_long() const {
  constexpr std::chrono::seconds transaction_timeout{60};
  return has_open_transaction() &&
         shared_.now - transactions_[*current_].begun > transaction_timeout;
}

void model_broker::time_out() {
  ++epoch_;
  decide(ending::abort);
}

bool model_broker::visible(std::size_t partition, const entry& what) const {
  const transaction& of = transactions_[what.transaction];
  return of.decided == ending::commit && of.marked.count(partition) != 0;
}

/// The first offset of a transaction that has no marker here yet, or the end.
std::size_t model_broker::stable_end(std::size_t partition) const {
  const auto& log = logs_[partition];
  if (!current_) return log.size();
  if (transactions_[*current_].marked.count(partition) != 0) return log.size();
  std::size_t end = log.size();
  while (end > 0 && log[end - 1].transaction == *current_) --end;
  return end;
}

std::optional<checkpoint> model_broker::newest_checkpoint() const {
  const auto& log = logs_[offsets_partition];
  for (std::size_t at = last_stable(); at > 0; --at) {
    if (visible(offsets_partition, log[at - 1])) return *log[at - 1].record.position;
  }
  return std::nullopt;
}

void model_broker::read_everything() const {
  for (std::size_t partition = 0; partition < offsets_partition; ++partition) {
    std::vector<kafka_record> seen;
    const std::size_t end = stable_end(partition);
    for (std::size_t at = 0; at < end; ++at) {
      const entry& each = logs_[partition][at];
      if (visible(partition, each)) seen.push_back(each.record);
    }
    oracle_.read(partition, seen);
  }
}

}  // namespace walrelay::sim
