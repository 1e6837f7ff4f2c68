#include "sim_snapshot/database.hpp"

#include <algorithm>

namespace walrelay::sim_snapshot {

namespace {

constexpr key keys = 5;
using phase = transaction::phase;
using kind = change::kind;

bool touches(const change& what, key which) {
  if (what.what == kind::truncate) return true;
  return what.before == which || what.after == which;
}

bool in_the_way(const change& held, const change& wanted) {
  if (held.what == kind::truncate || wanted.what == kind::truncate) return true;
  return (wanted.before != 0 && touches(held, wanted.before)) ||
         (wanted.after != 0 && touches(held, wanted.after));
}

}  // namespace

void replay(const change& what, table& to) {
  if (what.what == kind::truncate) return to.clear();
  if (what.before != 0 && what.before != what.after) to.erase(what.before);
  if (what.after != 0) to[what.after] = what.stored;
}

database::database(sim::dice& chance, std::size_t transactions_most)
    : chance_(chance), transactions_most_(transactions_most) {
  for (key each = 1; each <= keys; ++each) {
    if (chance_.percent(70)) initial_[each] = {0, 1000 + each};
  }
  visible_ = initial_;
}

std::optional<transaction_number> database::any_in(phase wanted) const {
  std::vector<transaction_number> found;
  for (transaction_number each = 0; each < transactions_.size(); ++each) {
    if (transactions_[each].at == wanted) found.push_back(each);
  }
  if (found.empty()) return std::nullopt;
  return found[chance_.below(found.size())];
}

table database::seen_by(const transaction& writer) const {
  table seen = visible_;
  for (const change& each : writer.changes) replay(each, seen);
  return seen;
}

std::optional<change> database::draw(const transaction& writer, int version) const {
  const table seen = seen_by(writer);
  const key one = static_cast<key>(chance_.between(1, keys));
  const key other = static_cast<key>(chance_.between(1, keys));
  const auto found = seen.find(one);
  const bool keeps_large = chance_.percent(60);
  change made;
  made.what = static_cast<kind>(chance_.percent(4) ? 4 : chance_.below(4));
  made.stored = {version, version};
  switch (made.what) {
    case kind::insert:
      if (found != seen.end()) return std::nullopt;
      made.after = one;
      break;
    case kind::remove:
      if (found == seen.end()) return std::nullopt;
      made.before = one;
      break;
    case kind::rename:
      if (seen.contains(other)) return std::nullopt;
      [[fallthrough]];
    case kind::update:
      if (found == seen.end()) return std::nullopt;
      made.before = one;
      made.after = made.what == kind::rename ? other : one;
      if (keeps_large) made.stored.large = found->second.large;
      break;
    case kind::truncate:
      break;
  }
  made.written = made.stored;
  const bool can_be_partial = made.what == kind::update || made.what == kind::rename;
  if (can_be_partial && keeps_large) made.written.large.reset();
  return made;
}

bool database::blocked(transaction_number writer, const change& wanted) const {
  for (transaction_number each = 0; each < transactions_.size(); ++each) {
    const transaction& holder = transactions_[each];
    const bool holds = holder.at == phase::writing || holder.at == phase::committed;
    if (each == writer || !holds) continue;
    const bool blocks = std::ranges::any_of(
        holder.changes, [&](const change& held) { return in_the_way(held, wanted); });
    if (blocks) return true;
  }
  return false;
}

bool database::write() {
  std::optional<transaction_number> writer;
  if (chance_.percent(50)) writer = any_in(phase::writing);
  if (!writer) {
    if (transactions_.size() >= transactions_most_) return false;
    writer = transactions_.size();
    transactions_.push_back({phase::writing, next_id_, {}});
    next_id_ = snapshot::full_xid(next_id_.value() + 1);
  }
  const auto wanted = draw(transactions_[*writer], ++versions_);
  if (wanted && !blocked(*writer, *wanted)) transactions_[*writer].changes.push_back(*wanted);
  return true;
}

void database::end(transaction& which) {
  latest_ended_ = std::max(latest_ended_, which.id);
}

bool database::commit() {
  const auto which = any_in(phase::writing);
  if (!which) return false;
  transactions_[*which].at = phase::committed;
  log_.push_back(*which);
  if (chance_.percent(60)) flush();
  return true;
}

bool database::abort() {
  const auto which = any_in(phase::writing);
  if (!which) return false;
  transactions_[*which].at = phase::gone;
  end(transactions_[*which]);
  return true;
}

bool database::become_visible() {
  const auto which = any_in(phase::committed);
  if (!which) return false;
  transaction& ended = transactions_[*which];
  ended.at = phase::visible;
  end(ended);
  for (const change& each : ended.changes) replay(each, visible_);
  return true;
}

void database::crash() {
  log_.resize(flushed_);
  visible_ = initial_;
  snapshot::full_xid latest(99);
  for (transaction& each : transactions_) each.at = phase::gone;
  for (const transaction_number number : log_) {
    transactions_[number].at = phase::visible;
    latest = std::max(latest, transactions_[number].id);
    for (const change& each : transactions_[number].changes) replay(each, visible_);
  }
  latest_ended_ = latest;
  next_id_ = snapshot::full_xid(latest.value() + 1);
}

snapshot::server_snapshot database::snapshot() const {
  const snapshot::full_xid xmax(latest_ended_.value() + 1);
  std::vector<snapshot::full_xid> running;
  for (const transaction& each : transactions_) {
    const bool runs = each.at == phase::writing || each.at == phase::committed;
    if (runs && each.id < xmax) running.push_back(each.id);
  }
  const snapshot::full_xid xmin = running.empty() ? xmax : *std::ranges::min_element(running);
  return {xmin, xmax, running};
}

std::vector<snapshot::full_xid> database::locked_ids() const {
  std::vector<snapshot::full_xid> locked;
  for (const transaction& each : transactions_) {
    if (each.at == phase::writing || each.at == phase::committed) locked.push_back(each.id);
  }
  return locked;
}

std::set<transaction_number> database::visible_transactions() const {
  std::set<transaction_number> found;
  for (transaction_number each = 0; each < transactions_.size(); ++each) {
    if (transactions_[each].at == phase::visible) found.insert(each);
  }
  return found;
}

bool database::quiet() const {
  return std::ranges::none_of(transactions_, [](const transaction& each) {
    return each.at == phase::writing || each.at == phase::committed;
  });
}

}  // namespace walrelay::sim_snapshot
