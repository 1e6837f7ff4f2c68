// progress_log: a line every ten seconds while rows flow: how many, how fast, how far behind; and a
// line when nobody takes them for too long, or PostgreSQL says nothing, and when that is over.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include <walrelay/base/checkpoint.hpp>
#include <walrelay/base/clock.hpp>
#include <walrelay/relay/cursors.hpp>
#include <walrelay/relay/silence_watch.hpp>
#include <walrelay/relay/stall_watch.hpp>

#include "app/log.hpp"

namespace walrelay::app {

class progress_log {
 public:
  /// `taker`: who takes the rows, in words.
  progress_log(log out, std::string_view taker, mono_time now)
      : out_(std::move(out)), taker_(taker), stall_(now), last_line_(now) {}

  void committed(std::uint64_t records, const checkpoint& newest);
  /// Writes the lines that are due.
  void tick(const relay::cursors& cursors, relay::stall_watch::reading state, mono_time now,
            wall_time wall);
  void tell_silence(relay::silence_watch::change seen);

 private:
  void tell_stall(const relay::cursors& cursors, relay::stall_watch::reading state, mono_time now);

  log out_;
  std::string_view taker_;
  relay::stall_watch stall_;
  mono_time last_line_;
  std::uint64_t records_ = 0;
  std::uint64_t commits_ = 0;
  std::optional<wall_time> newest_commit_time_;
};

}  // namespace walrelay::app
