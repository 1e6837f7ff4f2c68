// flat_object: a JSON object of primitives, read strictly and taken apart field by field. Whatever
// is wrong is remembered (the first problem wins), so a reader takes all its fields and asks once.
// A field is only judged when it is taken: a record of another version may hold anything.
#pragma once

#include <charconv>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

namespace walrelay::kafka {

class flat_object {
 public:
  /// Refuses repeated names, invalid UTF-8 and anything behind the end.
  explicit flat_object(std::string_view json);

  /// The fields that were not taken yet are unknown ones.
  void expect_no_more();

  [[nodiscard]] std::string text(std::string_view name);
  [[nodiscard]] std::optional<std::string> text_or_null(std::string_view name) {
    if (take_null(name)) return std::nullopt;
    return text(name);
  }
  /// Decimal digits without leading zeros; nothing that only has the same value.
  template <class Integer>
  [[nodiscard]] Integer number(std::string_view name) {
    return parsed<Integer>(name, take(name, kind::other));
  }
  template <class Integer>
  [[nodiscard]] std::optional<Integer> number_or_null(std::string_view name) {
    if (take_null(name)) return std::nullopt;
    return number<Integer>(name);
  }
  /// A number written as text.
  template <class Integer>
  [[nodiscard]] Integer number_in_text(std::string_view name) {
    return parsed<Integer>(name, take(name, kind::text));
  }

  template <class Integer>
  [[nodiscard]] std::optional<Integer> number_in_text_or_null(std::string_view name) {
    if (take_null(name)) return std::nullopt;
    return number_in_text<Integer>(name);
  }

  void complain(std::string problem) {
    if (!problem_) problem_ = std::move(problem);
  }
  [[nodiscard]] const std::optional<std::string>& problem() const { return problem_; }

 private:
  enum class kind { text, other };
  struct value {
    kind what = kind::other;
    std::string text;  // of `other`: the token as it is written
  };

  [[nodiscard]] std::string take(std::string_view name, kind wanted);
  [[nodiscard]] bool take_null(std::string_view name);

  template <class Integer>
  [[nodiscard]] Integer parsed(std::string_view name, const std::string& digits) {
    Integer made = 0;
    const char* const end = digits.data() + digits.size();
    const auto [stopped, failed] = std::from_chars(digits.data(), end, made);
    if (failed != std::errc{} || stopped != end || fmt::format("{}", made) != digits) {
      complain(fmt::format("field '{}' is not a plain integer in range", name));
    }
    return made;
  }

  std::map<std::string, value, std::less<>> fields_;
  std::optional<std::string> problem_;
};

}  // namespace walrelay::kafka
