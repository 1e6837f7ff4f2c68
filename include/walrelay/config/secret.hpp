// secret: text that is never printed. It has no formatter on purpose: code that tries to log it
// does not compile. reveal() is called only where it is handed to a client library.
#pragma once

#include <string>
#include <utility>

namespace walrelay::config {

class secret {
 public:
  secret() = default;
  explicit secret(std::string text) : text_(std::move(text)) {}

  [[nodiscard]] const std::string& reveal() const { return text_; }
  [[nodiscard]] bool empty() const { return text_.empty(); }

 private:
  std::string text_;
};

}  // namespace walrelay::config
