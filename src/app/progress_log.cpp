#include "app/progress_log.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace walrelay::app {

namespace {
constexpr std::chrono::seconds line_interval{10};
}  // namespace

void progress_log::committed(std::uint64_t records, const checkpoint& newest) {
  records_ += records;
  ++commits_;
  if (newest.last_transaction) newest_commit_time_ = newest.last_transaction->commit_time;
}

void progress_log::tell_stall(const relay::cursors& cursors, relay::stall_watch::reading state,
                              mono_time now) {
  using change = relay::stall_watch::change;
  const change seen = stall_.look(cursors, state, now);
  if (seen == change::stalled) {
    out_.warn(fmt::format("degraded: rows wait for {}, nothing is lost", taker_),
              {{"checkpoint", cursors.checkpointed()},
               {"lag_bytes", cursors.received().bytes_since(cursors.checkpointed())}});
  } else if (seen == change::recovered) {
    out_.info(fmt::format("recovered: {} takes rows again", taker_),
              {{"checkpoint", cursors.checkpointed()}});
  }
}

void progress_log::tell_silence(relay::silence_watch::change seen) {
  using change = relay::silence_watch::change;
  if (seen == change::silent) {
    out_.warn("degraded: PostgreSQL does not answer; what it has written since is not seen yet");
  } else if (seen == change::heard_again) {
    out_.info("recovered: PostgreSQL answers again");
  }
}

void progress_log::tick(const relay::cursors& cursors, relay::stall_watch::reading state,
                        mono_time now, wall_time wall) {
  tell_stall(cursors, state, now);
  const auto passed = now - last_line_;
  if (passed < line_interval) return;
  last_line_ = now;
  if (records_ == 0) return;
  const double seconds = std::chrono::duration<double>(passed).count();
  const bool caught_up = cursors.received() == cursors.checkpointed();
  const auto behind = newest_commit_time_ && !caught_up
                          ? std::chrono::duration<double>(wall - *newest_commit_time_).count()
                          : 0.0;
  out_.info("progress",
            {{"records", records_},
             {"records_per_s", static_cast<std::uint64_t>(static_cast<double>(records_) / seconds)},
             {"commits", commits_},
             {"checkpoint", cursors.checkpointed()},
             {"lag_bytes", cursors.received().bytes_since(cursors.checkpointed())},
             {"lag_s", fmt::format("{:.3f}", std::max(behind, 0.0))}});
  records_ = commits_ = 0;
}

}  // namespace walrelay::app
