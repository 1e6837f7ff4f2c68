// strong: an integer that keeps its meaning. Two strong types never convert to each other or to the
// raw number by accident; value() is the only way out.
#pragma once

#include <compare>
#include <cstddef>
#include <functional>

#include <fmt/format.h>

namespace walrelay {

template <class Tag, class Rep>
class strong {
 public:
  using rep = Rep;

  constexpr strong() = default;
  explicit constexpr strong(Rep value) : value_(value) {}

  [[nodiscard]] constexpr Rep value() const { return value_; }
  auto operator<=>(const strong&) const = default;

 private:
  Rep value_{};
};

}  // namespace walrelay

template <class Tag, class Rep>
struct std::hash<walrelay::strong<Tag, Rep>> {
  std::size_t operator()(walrelay::strong<Tag, Rep> id) const noexcept {
    return std::hash<Rep>{}(id.value());
  }
};

template <class Tag, class Rep>
struct fmt::formatter<walrelay::strong<Tag, Rep>> : fmt::formatter<Rep> {
  template <class Context>
  auto format(walrelay::strong<Tag, Rep> id, Context& context) const {
    return fmt::formatter<Rep>::format(id.value(), context);
  }
};
