#include <walrelay/base/lsn.hpp>

#include <charconv>

namespace walrelay {

namespace {

std::optional<std::uint32_t> parse_half(std::string_view digits) {
  if (digits.size() > 8) return std::nullopt;
  std::uint32_t half = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stopped_at, problem] = std::from_chars(digits.data(), end, half, 16);
  if (problem != std::errc{} || stopped_at != end) return std::nullopt;
  return half;
}

}  // namespace

std::optional<lsn> lsn::parse(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const auto high = parse_half(text.substr(0, slash));
  const auto low = parse_half(text.substr(slash + 1));
  if (!high || !low) return std::nullopt;
  return lsn((std::uint64_t{*high} << 32) | *low);
}

std::string lsn::to_string() const {
  return fmt::format("{:X}/{:X}", value_ >> 32, value_ & 0xFFFF'FFFFU);
}

}  // namespace walrelay
