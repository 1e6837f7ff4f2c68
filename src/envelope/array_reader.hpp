// array_reader: the text of a PostgreSQL array as tokens (array_out: "Array Input and Output
// Syntax"). Strict: what array_out never writes is malformed.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace walrelay::envelope {

enum class array_token : unsigned char { open, close, null, element, end, malformed };

/// The text must outlive the reader; `scratch` holds an element that had escapes in it.
class array_reader {
 public:
  array_reader(std::string_view text, char delimiter, std::string& scratch);

  [[nodiscard]] array_token next();
  /// The element that next() announced, unquoted; valid until the next call.
  [[nodiscard]] std::string_view element() const { return element_; }

 private:
  enum class expect : unsigned char { opening, first_item, item, delimiter_or_close, nothing };

  [[nodiscard]] bool skip_bounds();
  [[nodiscard]] array_token open();
  [[nodiscard]] array_token close();
  [[nodiscard]] array_token read_item();
  [[nodiscard]] bool read_quoted();
  [[nodiscard]] array_token read_bare();

  std::string_view text_;
  char delimiter_;
  std::string& scratch_;
  std::string_view element_;
  std::size_t at_ = 0;
  expect expect_ = expect::opening;
  int depth_ = 0;
  int leaf_depth_ = 0;  // depth at which elements stand; 0 until the first
};

}  // namespace walrelay::envelope
