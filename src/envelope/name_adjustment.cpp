#include "envelope/name_adjustment.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

namespace walrelay::envelope {
namespace {

enum class dots : unsigned char { kept, replaced };

bool is_digit(std::uint32_t unit) {
  return unit >= '0' && unit <= '9';
}

bool is_letter(std::uint32_t unit) {
  return (unit >= 'a' && unit <= 'z') || (unit >= 'A' && unit <= 'Z');
}

class adjuster {
 public:
  adjuster(name_adjustment how, dots inside) : how_(how), inside_(inside) {}

  void add(std::uint32_t unit) {
    if (is_valid(unit)) {
      text_ += static_cast<char>(unit);
    } else if (how_ == name_adjustment::avro_unicode) {
      append_escape(unit);
    } else {
      text_ += '_';
      if (is_digit(unit)) text_ += static_cast<char>(unit);  // only the first can be a wrong one
    }
  }
  [[nodiscard]] std::string take() { return std::move(text_); }

 private:
  /// avro_unicode escapes with the underscore and therefore escapes it as well.
  [[nodiscard]] bool is_valid(std::uint32_t unit) const {
    if (is_letter(unit)) return true;
    if (unit == '_') return how_ == name_adjustment::avro;
    if (text_.empty()) return false;
    return is_digit(unit) || (unit == '.' && inside_ == dots::kept);
  }

  /// Debezium pads one and two digits with two zeros, and three not at all.
  void append_escape(std::uint32_t unit) {
    text_ += unit < 0x100 ? fmt::format("_u00{:x}", unit) : fmt::format("_u{:x}", unit);
  }

  name_adjustment how_;
  dots inside_;
  std::string text_;
};

std::string adjusted(std::string_view name, name_adjustment how, dots inside) {
  if (how == name_adjustment::none) return std::string(name);
  adjuster made(how, inside);
  std::size_t at = 0;
  while (at < name.size()) {
    const auto lead = static_cast<unsigned char>(name[at++]);
    std::uint32_t point = lead < 0x80U ? lead : lead < 0xE0U ? lead & 0x1FU : lead & 0x0FU;
    if (lead >= 0xF0U) point = lead & 0x07U;
    for (; at < name.size() && (static_cast<unsigned char>(name[at]) & 0xC0U) == 0x80U; ++at) {
      point = (point << 6U) | (static_cast<unsigned char>(name[at]) & 0x3FU);
    }
    if (point < 0x10000U) {
      made.add(point);
    } else {
      made.add(0xD800U + ((point - 0x10000U) >> 10U));
      made.add(0xDC00U + ((point - 0x10000U) & 0x3FFU));
    }
  }
  return made.take();
}

}  // namespace

std::string adjusted_schema_name(std::string_view name, name_adjustment how) {
  return adjusted(name, how, dots::kept);
}

std::string adjusted_field_name(std::string_view name, name_adjustment how) {
  return adjusted(name, how, dots::replaced);
}

}  // namespace walrelay::envelope
