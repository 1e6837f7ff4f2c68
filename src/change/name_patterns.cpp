#include <walrelay/change/name_patterns.hpp>

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <re2/re2.h>

namespace walrelay::change {

struct name_patterns::expression {
  std::string text;
  std::unique_ptr<const RE2> pattern;

  [[nodiscard]] bool matches(std::string_view name) const {
    return RE2::FullMatch(re2::StringPiece(name.data(), name.size()), *pattern);
  }
};

namespace {

RE2::Options dialect() {
  RE2::Options options;
  options.set_case_sensitive(false);
  options.set_log_errors(false);
  return options;
}

}  // namespace

name_patterns::name_patterns() : all_(std::make_shared<const std::vector<expression>>()) {}

name_patterns::name_patterns(std::string_view option, const std::vector<std::string>& expressions,
                             std::vector<std::string>& problems) {
  std::vector<expression> all;
  for (const std::string& text : expressions) {
    auto pattern = std::make_unique<const RE2>(text, dialect());
    if (!pattern->ok()) {
      problems.push_back(
          fmt::format("{}: '{}' is not a regular expression that RE2 understands: {}", option, text,
                      pattern->error()));
    }
    all.push_back({text, std::move(pattern)});
  }
  all_ = std::make_shared<const std::vector<expression>>(std::move(all));
}

bool name_patterns::empty() const {
  return all_->empty();
}

bool name_patterns::any_matches(std::string_view name) const {
  return std::ranges::any_of(*all_, [&](const expression& one) { return one.matches(name); });
}

std::vector<std::string> name_patterns::matching_none_of(
    const std::vector<std::string>& names) const {
  std::vector<std::string> unmatched;
  for (const expression& one : *all_) {
    const bool matched =
        std::ranges::any_of(names, [&](const std::string& name) { return one.matches(name); });
    if (!matched) unmatched.push_back(one.text);
  }
  return unmatched;
}

error bad_patterns(const std::vector<std::string>& problems, std::string why) {
  return {
      error_class::configuration,
      fmt::format("{}", fmt::join(problems, "; ")),
      std::move(why),
      "correct the list: expressions are RE2 syntax (no look-around, no back-references), match "
      "the whole name without regard to case, and of include and exclude only one may be set",
      {}};
}

}  // namespace walrelay::change
