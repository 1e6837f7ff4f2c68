#include "envelope/array_reader.hpp"

#include "envelope/number_text.hpp"

namespace walrelay::envelope {
namespace {

constexpr int dimensions_max = 6;  // PostgreSQL's MAXDIM

}  // namespace

array_reader::array_reader(std::string_view text, char delimiter, std::string& scratch)
    : text_(text), delimiter_(delimiter), scratch_(scratch) {}

array_token array_reader::next() {
  if (expect_ == expect::opening && !skip_bounds()) return array_token::malformed;
  if (at_ == text_.size()) {
    return expect_ == expect::nothing ? array_token::end : array_token::malformed;
  }
  const char c = text_[at_];
  switch (expect_) {
    case expect::opening:
      return c == '{' ? open() : array_token::malformed;
    case expect::first_item:
      // Only an array without any element is written as {}.
      if (c == '}') return depth_ == 1 ? close() : array_token::malformed;
      return c == '{' ? open() : read_item();
    case expect::item:
      return c == '{' ? open() : read_item();
    case expect::delimiter_or_close:
      if (c == '}') return close();
      if (c != delimiter_) return array_token::malformed;
      ++at_;
      expect_ = expect::item;
      return next();
    case expect::nothing:
      return array_token::malformed;
  }
  return array_token::malformed;
}

// Arrays whose lower bounds are not 1 start with them: [0:1][-2:-1]={...
bool array_reader::skip_bounds() {
  if (at_ == text_.size() || text_[at_] != '[') return true;
  const std::size_t equals = text_.find('=');
  if (equals == std::string_view::npos) return false;
  for (const char c : text_.substr(0, equals)) {
    if (!is_digit(c) && c != '[' && c != ']' && c != ':' && c != '-') return false;
  }
  at_ = equals + 1;
  return true;
}

array_token array_reader::open() {
  ++at_;
  ++depth_;
  if (depth_ > dimensions_max) return array_token::malformed;
  expect_ = expect::first_item;
  return array_token::open;
}

array_token array_reader::close() {
  ++at_;
  --depth_;
  expect_ = depth_ == 0 ? expect::nothing : expect::delimiter_or_close;
  return array_token::close;
}

array_token array_reader::read_item() {
  if (leaf_depth_ == 0) leaf_depth_ = depth_;
  if (leaf_depth_ != depth_) return array_token::malformed;
  expect_ = expect::delimiter_or_close;
  if (text_[at_] != '"') return read_bare();
  return read_quoted() ? array_token::element : array_token::malformed;
}

bool array_reader::read_quoted() {
  const std::size_t start = ++at_;
  std::size_t stop = text_.find_first_of("\"\\", start);
  if (stop == std::string_view::npos) return false;
  if (text_[stop] == '"') {
    element_ = text_.substr(start, stop - start);
    at_ = stop + 1;
    return true;
  }
  scratch_.assign(text_.substr(start, stop - start));
  for (at_ = stop; at_ < text_.size() && text_[at_] != '"'; ++at_) {
    if (text_[at_] == '\\' && ++at_ == text_.size()) return false;
    scratch_ += text_[at_];
  }
  if (at_ == text_.size()) return false;
  ++at_;
  element_ = scratch_;
  return true;
}

array_token array_reader::read_bare() {
  const std::size_t start = at_;
  for (; at_ < text_.size() && text_[at_] != delimiter_ && text_[at_] != '}'; ++at_) {
    if (text_[at_] == '{' || text_[at_] == '"' || text_[at_] == '\\') return array_token::malformed;
  }
  element_ = text_.substr(start, at_ - start);
  if (element_.empty()) return array_token::malformed;
  return element_ == "NULL" ? array_token::null : array_token::element;
}

}  // namespace walrelay::envelope
