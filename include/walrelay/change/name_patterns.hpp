// name_patterns: a list option whose elements are regular expressions (RE2) for names of schemas,
// tables or columns, matched against the whole name without regard to case, as Debezium does.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <walrelay/base/result.hpp>

namespace walrelay::change {

/// Immutable; cheap to copy; may be used from several threads.
class name_patterns {
 public:
  name_patterns();
  /// An expression that RE2 cannot compile is told in `problems`, a sentence each, and then the
  /// list must not be used.
  name_patterns(std::string_view option, const std::vector<std::string>& expressions,
                std::vector<std::string>& problems);

  [[nodiscard]] bool empty() const;
  [[nodiscard]] bool any_matches(std::string_view name) const;
  /// The expressions that match none of `names`.
  [[nodiscard]] std::vector<std::string> matching_none_of(
      const std::vector<std::string>& names) const;

 private:
  struct expression;
  std::shared_ptr<const std::vector<expression>> all_;
};

/// The error that `problems` make: `why` says what cannot be done with such lists.
[[nodiscard]] error bad_patterns(const std::vector<std::string>& problems, std::string why);

}  // namespace walrelay::change
