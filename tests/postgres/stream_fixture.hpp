// A stream on a scratch database, driven by a loop of its own as the relay drives it: read until
// drained, then wait.
#pragma once

#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include <doctest/doctest.h>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>

#include <walrelay/base/byte_reader.hpp>
#include <walrelay/postgres/replication_stream.hpp>

#include "server.hpp"

namespace walrelay::postgres::test {

template <class Value>
Value must(result<Value> outcome) {
  if (outcome.has_error()) FAIL(outcome.error().message());
  return *std::move(outcome);
}

inline void must(const result<void>& outcome) {
  if (outcome.has_error()) FAIL(outcome.error().message());
}

inline std::unique_ptr<replication_stream> open_stream(const scratch_database& database) {
  return must(replication_stream::open(database.settings()));
}

/// Collects the type letters of pgoutput messages, e.g. "BRIC" for an INSERT.
class stream_reader {
 public:
  stream_reader(boost::asio::io_context& loop, replication_stream& stream)
      : loop_(loop), stream_(stream) {}

  /// Runs the loop until the letters hold `count` commits, the stream fails or the time is over.
  void read_commits(std::size_t count) {
    wanted_commits_ = count;
    read();
    loop_.restart();
    loop_.run_for(std::chrono::seconds(30));
  }

  [[nodiscard]] const std::string& letters() const { return letters_; }
  /// Without Relation and Type, which the server repeats whenever its caches were invalidated.
  [[nodiscard]] std::string changes() const {
    std::string letters = letters_;
    std::erase_if(letters, [](char letter) { return letter == 'R' || letter == 'Y'; });
    return letters;
  }
  [[nodiscard]] std::size_t keepalives() const { return keepalives_; }
  [[nodiscard]] std::uint64_t last_commit_end() const { return last_commit_end_; }
  [[nodiscard]] const std::optional<error>& failure() const { return failure_; }

  /// Stop a turn after this many frames, as a reader that is full does.
  std::size_t frames_a_turn = 1000;

 private:
  [[nodiscard]] bool done() const { return failure_.has_value() || commits_ >= wanted_commits_; }

  void read() {
    if (done()) return;
    std::size_t frames = 0;
    const auto state = stream_.read_some([&](byte_view frame) {
      take(frame);
      return ++frames < frames_a_turn && !done();
    });
    if (state.has_error()) {
      failure_ = state.error();
      return;
    }
    if (done()) return;
    switch (*state) {
      case replication_stream::read_state::frames:
        boost::asio::post(loop_, [this] { read(); });
        return;
      case replication_stream::read_state::drained:
        stream_.wait_readable(loop_, [this] { read(); });
        return;
    }
  }

  void take(byte_view frame) {
    constexpr std::size_t header = 25;  // 'w', two LSNs, a time
    byte_reader reader(frame);
    if (reader.u8() == 'k') {
      ++keepalives_;
      return;
    }
    REQUIRE(frame.size() > header);
    letters_ += static_cast<char>(frame[header]);
    if (letters_.back() != 'C') return;
    // PostgreSQL 14 sends transactions without a change for us too.
    if (letters_.ends_with("BC")) {
      letters_.resize(letters_.size() - 2);
      return;
    }
    ++commits_;
    constexpr std::size_t before_end = 1 + 1 + 8;  // type, flags, commit LSN
    byte_reader end(frame.subspan(header + before_end));
    last_commit_end_ = end.u64();
    REQUIRE(!end.failed());
  }

  boost::asio::io_context& loop_;
  replication_stream& stream_;
  std::string letters_;
  std::size_t keepalives_ = 0;
  std::size_t commits_ = 0;
  std::size_t wanted_commits_ = 0;
  std::uint64_t last_commit_end_ = 0;
  std::optional<error> failure_;
};

/// Standby status update ('r') for everything up to `position`; 0 moves nothing.
inline std::array<std::byte, 34> status_frame(std::uint64_t position) {
  std::array<std::byte, 34> frame{};
  frame[0] = std::byte{'r'};
  for (std::size_t field = 0; field < 3; ++field) {
    for (std::size_t i = 0; i < 8; ++i) {
      frame[1 + field * 8 + i] = static_cast<std::byte>(position >> (56 - 8 * i));
    }
  }
  return frame;
}

}  // namespace walrelay::postgres::test
