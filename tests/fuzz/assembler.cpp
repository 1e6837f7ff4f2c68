// A server that keeps its word, lies or changes its mind, and generations that resume at
// checkpoints made of what the assembler said. assembler_onlooker.hpp has the properties.
#include <algorithm>
#include <memory>

#include "fuzz/assembler_onlooker.hpp"
#include "fuzz/fuzz.hpp"

namespace {

using namespace walrelay;
using namespace walrelay::fuzz;

class source_bytes {
 public:
  explicit source_bytes(std::span<const std::uint8_t> bytes) : rest_(bytes) {}
  [[nodiscard]] bool empty() const { return rest_.empty(); }
  std::uint8_t next() {
    if (rest_.empty()) return 0;
    const std::uint8_t value = rest_.front();
    rest_ = rest_.subspan(1);
    return value;
  }
  /// Mostly a small step, sometimes a far one.
  std::uint64_t step() {
    const std::uint8_t value = next();
    return value < 0xF0 ? value & 0x0FU : std::uint64_t{value} << (value & 0x0FU);
  }

 private:
  std::span<const std::uint8_t> rest_;
};

/// Acts as the input says, against one generation after the other.
class server {
 public:
  explicit server(std::span<const std::uint8_t> script) : script_(script) { restart(); }

  void play() {
    while (!script_.empty()) {
      if (!act(script_.next())) restart();
    }
    play_true_history(stored_);
  }

 private:
  void restart() {
    play_true_history(stored_);
    // Confirmed as far as the checkpoint, or not at all.
    seen_ = std::make_unique<onlooker>(stored_, script_.next() % 2 == 0 ? stored_.position : lsn{});
    again_ = again_change_ = 0;
    head_ = std::max(head_, stored_.position);
  }

  bool act(std::uint8_t choice) {
    switch (choice % 8) {
      case 0:
        return seen_->begin({forward(), time_of(script_.next()), xid{script_.next()}});
      case 1:
        return seen_->change({forward(), script_.next()});
      case 2: {
        if (!seen_->open()) return true;
        const auto& begun = seen_->open()->begin;
        head_ = std::max(head_, begun.final_lsn);
        return seen_->commit({begun.final_lsn, forward(1), begun.commit_time});
      }
      case 3:
        return seen_->keepalive(forward());
      case 4:
        stored_ = seen_->checkpoint();
        return true;
      case 5:
        return false;
      case 6:
        return send_again(choice >= 0xF0);
      default:
        return lie();
    }
  }

  /// The next message of what was relayed before, its content another if asked for.
  bool send_again(bool spoiled) {
    if (again_ == stored_.relayed.size()) return true;
    const transaction& sent = stored_.relayed[again_];
    if (!seen_->open()) return seen_->begin(sent.begin);
    if (again_change_ < sent.changes.size()) {
      change_seen change = sent.changes[again_change_++];
      if (spoiled) change.content ^= script_.next();
      return seen_->change(change);
    }
    if (stored_.partial && again_ + 1 == stored_.relayed.size()) return true;
    ++again_;
    again_change_ = 0;
    return seen_->commit(sent.end);
  }

  bool lie() {
    switch (script_.next() % 4) {
      case 0:
        return seen_->begin({any_position(), time_of(script_.next()), xid{script_.next()}});
      case 1:
        return seen_->commit({any_position(), any_position(), time_of(script_.next())});
      case 2:
        return seen_->change({any_position(), script_.next()});
      default:
        return seen_->keepalive(any_position());
    }
  }

  lsn forward(std::uint64_t least = 0) {
    return head_ = lsn{head_.value() + least + script_.step()};
  }
  lsn any_position() { return lsn{0xC0 + script_.step() * 8 + script_.next()}; }
  static wall_time time_of(std::uint8_t value) {
    return wall_time(std::chrono::microseconds(value % 4));
  }

  source_bytes script_;
  stored stored_;
  std::unique_ptr<onlooker> seen_;
  lsn head_{0x100};
  std::size_t again_ = 0;  // in stored_.relayed
  std::size_t again_change_ = 0;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  server({data, size}).play();
  return 0;
}
