#include "envelope/java_map_order.hpp"

namespace walrelay::envelope {
namespace {

constexpr std::uint32_t first_table_size = 16;
constexpr std::uint32_t tree_table_size = 64;  // smaller tables grow instead of making trees
constexpr std::uint32_t long_bucket = 8;

std::uint32_t continuation(std::string_view text, std::size_t at) {
  return static_cast<unsigned char>(text[at]) & 0x3fU;
}

}  // namespace

std::uint32_t java_map_hash(std::string_view key) {
  std::uint32_t hash = 0;
  const auto add = [&hash](std::uint32_t unit) { hash = hash * 31 + unit; };
  for (std::size_t i = 0; i < key.size();) {
    const std::uint32_t lead = static_cast<unsigned char>(key[i]);
    if (lead < 0x80) {
      add(lead);
      i += 1;
    } else if (lead < 0xe0) {
      add((lead & 0x1fU) << 6 | continuation(key, i + 1));
      i += 2;
    } else if (lead < 0xf0) {
      add((lead & 0x0fU) << 12 | continuation(key, i + 1) << 6 | continuation(key, i + 2));
      i += 3;
    } else {
      const std::uint32_t point = ((lead & 0x07U) << 18 | continuation(key, i + 1) << 12 |
                                   continuation(key, i + 2) << 6 | continuation(key, i + 3)) -
                                  0x10000;
      add(0xd800 + (point >> 10));
      add(0xdc00 + (point & 0x3ffU));
      i += 4;
    }
  }
  return hash ^ hash >> 16;
}

void java_map_order::resize(std::span<const std::uint32_t> inserted) {
  table_size_ *= 2;
  counts_.assign(table_size_, 0);
  for (const std::uint32_t hash : inserted) ++counts_[hash & (table_size_ - 1)];
}

void java_map_order::count_members(std::span<const std::uint32_t> hashes) {
  table_size_ = first_table_size;
  counts_.assign(table_size_, 0);
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    const std::uint32_t before = counts_[hashes[i] & (table_size_ - 1)]++;
    const auto inserted = hashes.first(i + 1);
    if (before >= long_bucket && table_size_ < tree_table_size) resize(inserted);
    if (inserted.size() > std::size_t{table_size_} / 4 * 3) resize(inserted);
  }
}

std::span<const std::uint32_t> java_map_order::of(std::span<const std::uint32_t> hashes) {
  count_members(hashes);
  std::uint32_t start = 0;
  for (std::uint32_t& count : counts_) {
    const std::uint32_t members = count;
    count = start;
    start += members;
  }
  order_.resize(hashes.size());
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    order_[counts_[hashes[i] & (table_size_ - 1)]++] = static_cast<std::uint32_t>(i);
  }
  return order_;
}

}  // namespace walrelay::envelope
