#include <walrelay/snapshot/visibility.hpp>

#include <algorithm>
#include <charconv>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace walrelay::snapshot {

namespace {

std::optional<full_xid> parse_id(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return full_xid(value);
}

/// Takes what stands before the next `separator`, or all of `rest`.
std::string_view take_field(std::string_view& rest, char separator) {
  const std::size_t end = rest.find(separator);
  const std::string_view field = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  return field;
}

}  // namespace

full_xid widen(xid id, full_xid recent) {
  const auto distance =
      static_cast<std::int32_t>(id.value() - static_cast<std::uint32_t>(recent.value()));
  return full_xid(recent.value() + static_cast<std::uint64_t>(std::int64_t{distance}));
}

server_snapshot::server_snapshot(full_xid xmin, full_xid xmax, std::vector<full_xid> running)
    : xmin_(xmin), xmax_(xmax), running_(std::move(running)) {
  std::ranges::sort(running_);
}

std::optional<server_snapshot> server_snapshot::parse(std::string_view text) {
  const auto colons = std::ranges::count(text, ':');
  if (colons != 2) return std::nullopt;
  const auto xmin = parse_id(take_field(text, ':'));
  const auto xmax = parse_id(take_field(text, ':'));
  if (!xmin || !xmax || *xmin > *xmax) return std::nullopt;
  if (text.ends_with(',')) return std::nullopt;
  std::vector<full_xid> running;
  while (!text.empty()) {
    const auto id = parse_id(take_field(text, ','));
    if (!id || *id < *xmin || *id >= *xmax) return std::nullopt;
    running.push_back(*id);
  }
  return server_snapshot(*xmin, *xmax, std::move(running));
}

bool server_snapshot::sees(full_xid id) const {
  if (id < xmin_) return true;
  return id < xmax_ && !std::ranges::binary_search(running_, id);
}

std::string server_snapshot::to_string() const {
  std::vector<std::uint64_t> running;
  for (const full_xid id : running_) running.push_back(id.value());
  return fmt::format("{}:{}:{}", xmin_, xmax_, fmt::join(running, ","));
}

}  // namespace walrelay::snapshot
