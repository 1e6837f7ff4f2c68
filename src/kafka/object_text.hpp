// object_text: a flat JSON object being written, field by field.
#pragma once

#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include <walrelay/base/json_text.hpp>

namespace walrelay::kafka {

class object_text {
 public:
  void text(std::string_view name, std::string_view value) {
    open(name);
    append_json_string(text_, value);
  }
  template <class Integer>
  void number(std::string_view name, Integer value) {
    open(name);
    fmt::format_to(std::back_inserter(text_), "{}", value);
  }
  void null(std::string_view name) {
    open(name);
    text_ += "null";
  }
  [[nodiscard]] std::string close() && {
    text_ += '}';
    return std::move(text_);
  }

 private:
  void open(std::string_view name) {
    text_ += text_.empty() ? '{' : ',';
    append_json_string(text_, name);
    text_ += ':';
  }

  std::string text_;
};

}  // namespace walrelay::kafka
