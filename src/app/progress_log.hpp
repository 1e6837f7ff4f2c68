// progress_log: a line every ten seconds while rows flow: how many, how fast, how far behind.
#pragma once

#include <cstdint>
#include <optional>

#include <walrelay/base/checkpoint.hpp>
#include <walrelay/base/clock.hpp>
#include <walrelay/relay/cursors.hpp>

#include "app/log.hpp"

namespace walrelay::app {

class progress_log {
 public:
  explicit progress_log(log out, mono_time now) : out_(std::move(out)), last_line_(now) {}

  void committed(std::uint64_t records, const checkpoint& newest);
  /// Writes the line when it is due and there was something to say.
  void tick(const relay::cursors& cursors, mono_time now, wall_time wall);

 private:
  log out_;
  mono_time last_line_;
  std::uint64_t records_ = 0;
  std::uint64_t commits_ = 0;
  std::optional<wall_time> newest_commit_time_;
};

}  // namespace walrelay::app
