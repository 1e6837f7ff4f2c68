#include <walrelay/snapshot/touch_notes.hpp>

#include <algorithm>

namespace walrelay::snapshot {

namespace {

/// A note beside its key: the entry, and what the allocator adds.
constexpr std::size_t touch_overhead_bytes = 64;
constexpr std::size_t transaction_overhead_bytes = 96;

}  // namespace

touch_notes::transaction& touch_notes::of(full_xid by) {
  if (transactions_.empty() || transactions_.back().id != by) {
    transactions_.push_back({by, false, {}, transaction_overhead_bytes});
    bytes_ += transaction_overhead_bytes;
  }
  return transactions_.back();
}

void touch_notes::add(full_xid by, row_key key, touch what) {
  transaction& noted = of(by);
  const std::size_t bytes = key.size() + touch_overhead_bytes;
  noted.touched.emplace_back(std::move(key), what);
  noted.bytes += bytes;
  bytes_ += bytes;
}

void touch_notes::add_all(full_xid by) {
  of(by).everything = true;
}

touch_notes::unseen touch_notes::by(const server_snapshot& reader) const {
  unseen found;
  for (const transaction& noted : transactions_) {
    if (reader.sees(noted.id)) continue;
    found.everything = found.everything || noted.everything;
    for (const auto& [key, what] : noted.touched) {
      const auto [place, is_new] = found.keys.try_emplace(key, hit::whole);
      if (in_part(what)) place->second = hit::in_part;
    }
  }
  return found;
}

void touch_notes::forget_seen_by(std::span<const server_snapshot* const> readers) {
  const auto seen_by_all = [&](const transaction& noted) {
    return std::ranges::all_of(
        readers, [&](const server_snapshot* reader) { return reader->sees(noted.id); });
  };
  std::erase_if(transactions_, [&](const transaction& noted) {
    if (!seen_by_all(noted)) return false;
    bytes_ -= noted.bytes;
    return true;
  });
}

void touch_notes::clear() {
  transactions_.clear();
  bytes_ = 0;
}

}  // namespace walrelay::snapshot
