// The order in which a Java HashMap with String keys gives back its members. Debezium reads hstore
// into one, so this is the order that its consumers see.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace walrelay::envelope {

/// String.hashCode() of valid UTF-8, spread as HashMap does.
[[nodiscard]] std::uint32_t java_map_hash(std::string_view key);

/// Keeps its memory between calls.
class java_map_order {
 public:
  /// Places of `hashes`, which are in order of insertion, in order of iteration. The view lives
  /// until the next call. Nine members and more with the same place in a table of 64 and more,
  /// which Java turns into a tree, keep the order of insertion here.
  [[nodiscard]] std::span<const std::uint32_t> of(std::span<const std::uint32_t> hashes);

 private:
  void count_members(std::span<const std::uint32_t> hashes);
  void resize(std::span<const std::uint32_t> inserted);

  std::uint32_t table_size_ = 0;
  std::vector<std::uint32_t> counts_;  // a bucket each
  std::vector<std::uint32_t> order_;
};

}  // namespace walrelay::envelope
