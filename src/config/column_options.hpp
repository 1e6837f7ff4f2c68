// column_options: option names that carry values themselves: a length, or a hash and its salt.
#pragma once

#include <string>
#include <string_view>

#include <walrelay/config/options.hpp>

#include "config/cross_check.hpp"
#include "config/draft.hpp"

namespace walrelay::config {

inline constexpr std::string_view hash_option_prefix = "column.mask.hash.";

struct hash_option {
  std::string algorithm;
  std::string salt;
  column_options::hash_input input = column_options::hash_input::java_serialized;
};
/// Of what follows hash_option_prefix: [v2.]ALGORITHM.with.salt.SALT
[[nodiscard]] hash_option parse_hash_option(std::string_view rest);

/// Reports lengths that are no numbers and hash algorithms that are not known.
void check_column_options(const draft& connector, findings& out);

}  // namespace walrelay::config
