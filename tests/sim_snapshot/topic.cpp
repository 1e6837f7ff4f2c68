#include "sim_snapshot/topic.hpp"

#include <fmt/format.h>

namespace walrelay::sim_snapshot {

namespace {

std::string to_string(const table& rows) {
  std::string text;
  for (const auto& [which, content] : rows) {
    text += fmt::format(" {}=({},{})", which, content.version,
                        content.large ? fmt::to_string(*content.large) : "?");
  }
  return text;
}

std::set<key> touched_by(const change& what) {
  std::set<key> keys;
  if (what.before != 0) keys.insert(what.before);
  if (what.after != 0) keys.insert(what.after);
  for (key each = 1; what.what == change::kind::truncate && each <= 5; ++each) keys.insert(each);
  return keys;
}

}  // namespace

void topic::append(const std::vector<record>& records) {
  for (const record& each : records) {
    std::visit([this](const auto& one) { append(one); }, each);
  }
}

void topic::append(const streamed& event) {
  for (const key each : touched_by(event.what)) {
    const auto read = read_with_.find(each);
    if (read != read_with_.end() && read->second.contains(event.by)) {
      throw fault_found(
          fmt::format("an event of transaction {} on key {} is older than the row read before it",
                      event.by, each));
    }
    latest_event_[each] = event.by;
  }
  change known = event.what;
  const auto before = replayed_.find(known.before);
  if (!event.alone) {
    known.stored = known.written;
    const bool stays = known.before == known.after;
    if (!known.stored.large && stays && before != replayed_.end()) {
      known.stored.large = before->second.large;
    }
  }
  replay(known, replayed_);
}

void topic::append(const copied& read) {
  const auto event = latest_event_.find(read.which);
  if (event != latest_event_.end() && !read.seen.contains(event->second)) {
    throw fault_found(fmt::format("the row read of key {} is older than transaction {} before it",
                                  read.which, event->second));
  }
  if (!read_once_.insert(read.which).second && !read.again) {
    throw fault_found(fmt::format("key {} was read twice", read.which));
  }
  read_with_[read.which] = read.seen;
  replayed_[read.which] = read.content;
}

void topic::check_equal_to(const table& source) const {
  if (replayed_ == source) return;
  throw fault_found(fmt::format("consumers have{}, but the table holds{}", to_string(replayed_),
                                to_string(source)));
}

}  // namespace walrelay::sim_snapshot
