// What the fuzz targets share. A target is one file that defines LLVMFuzzerTestOneInput(); the fuzz
// preset links it with libFuzzer, every other preset with replay.cpp, which runs the seeds and what
// once was a finding. A broken promise aborts (WALRELAY_ENSURE).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <walrelay/base/byte_reader.hpp>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace walrelay::fuzz {

/// An input is a byte of choices and frames, each after its length in two bytes, so that a mutation
/// of one frame leaves the others whole.
class frame_list {
 public:
  explicit frame_list(std::span<const std::uint8_t> input) : rest_(std::as_bytes(input)) {
    if (rest_.empty()) return;
    choices_ = std::to_integer<unsigned>(rest_[0]);
    rest_ = rest_.subspan(1);
  }

  [[nodiscard]] bool chosen(unsigned bit) const { return (choices_ >> bit & 1U) != 0; }

  [[nodiscard]] std::optional<byte_view> next() {
    if (rest_.size() < 2) return std::nullopt;
    const std::size_t length =
        std::to_integer<std::size_t>(rest_[0]) << 8 | std::to_integer<std::size_t>(rest_[1]);
    const byte_view frame = rest_.subspan(2, std::min(length, rest_.size() - 2));
    rest_ = rest_.subspan(2 + frame.size());
    return frame;
  }

 private:
  unsigned choices_ = 0;
  byte_view rest_;
};

[[nodiscard]] std::string write_frames(unsigned choices, const std::vector<std::string>& frames);

/// Inputs of a target to start from, by its name without fuzz_.
[[nodiscard]] std::vector<std::string> seeds_of(std::string_view target);

}  // namespace walrelay::fuzz
