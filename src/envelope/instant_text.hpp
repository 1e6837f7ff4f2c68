// One clock in the three resolutions of an envelope, converted once.
#pragma once

#include <array>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

#include <walrelay/base/clock.hpp>

#include "envelope/number_text.hpp"

namespace walrelay::envelope {

// A number that is written more than once.
template <class Number>
class digits_of {
 public:
  explicit digits_of(Number number)
      : end_(std::to_chars(text_.data(), text_.data() + text_.size(), number).ptr) {}
  digits_of(const digits_of&) = delete;
  digits_of& operator=(const digits_of&) = delete;

  [[nodiscard]] std::string_view view() const {
    return {text_.data(), static_cast<std::size_t>(end_ - text_.data())};
  }

 private:
  std::array<char, 24> text_;
  char* end_;
};

// Nanoseconds are written as microseconds and three zeros, so that no date is too late for a 64-bit
// count of them.
class instant_text {
 public:
  explicit instant_text(wall_time when)
      : micros_(when.time_since_epoch().count()), digits_(micros_) {}

  void append_millis(std::string& out) const {
    if (micros_ >= 1000) {
      out += digits_.view().substr(0, digits_.view().size() - 3);
    } else {
      append_number(out, micros_ / 1000 - (micros_ % 1000 < 0 ? 1 : 0));
    }
  }
  void append_micros_and_nanos(std::string& out) const {
    out += R"(,"ts_us":)";
    out += digits_.view();
    out += R"(,"ts_ns":)";
    out += digits_.view();
    if (micros_ != 0) out += "000";
  }

 private:
  std::int64_t micros_;
  digits_of<std::int64_t> digits_;
};

}  // namespace walrelay::envelope
