// transactional_producer: RAII over one librdkafka transactional producer. It carries out and
// reports; whether to commit, abort or start over is decided by its caller (relay).
//
// Thread: every call on one thread, the connector's sink thread; delivery callbacks run inside its
// calls. All waits are finite. Facts: KAFKA.md (K1-K5), PROTOCOL.md section B.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include <walrelay/base/clock.hpp>
#include <walrelay/base/ids.hpp>
#include <walrelay/base/records.hpp>
#include <walrelay/base/result.hpp>
#include <walrelay/kafka/client_settings.hpp>

namespace walrelay::kafka {

/// How a commit ended.
struct commit_report {
  /// The commit took so long, or timed out on the way, that its EndTxn may have been sent twice:
  /// the handle must not be used for another transaction (K1).
  bool disturbed = false;
  std::chrono::microseconds commit_time{};
};

class transactional_producer {
 public:
  /// Creates the handle only; no network. Fails (configuration) on a property that librdkafka
  /// refuses.
  [[nodiscard]] static result<std::unique_ptr<transactional_producer>> create(
      const producer_settings& settings);
  ~transactional_producer();
  transactional_producer(const transactional_producer&) = delete;
  transactional_producer& operator=(const transactional_producer&) = delete;

  /// Fences older producers of the same id and settles their open commit. `give_up` is asked
  /// between attempts of at most a second.
  [[nodiscard]] result<void> init(mono_time deadline, const std::function<bool()>& give_up);

  /// Binds `id` to a topic name and warms its metadata; idempotent. Fails (retry) while the topic
  /// is not visible to this handle.
  [[nodiscard]] result<void> declare_topic(topic_id id, const std::string& name,
                                           mono_time deadline);

  [[nodiscard]] result<void> begin();

  /// Produces records [first, last) of the batch. A full queue is polled until there is room,
  /// asking `give_up`; any other refusal fails (rewind), and the transaction must then not be
  /// committed.
  [[nodiscard]] result<void> produce(const record_batch& batch, std::size_t first, std::size_t last,
                                     const std::function<bool()>& give_up);
  /// One record to an explicit partition: the checkpoint. Waits for room in the queue as produce().
  [[nodiscard]] result<void> produce_to(topic_id topic, std::int32_t partition,
                                        std::string_view key, std::string_view value,
                                        const std::function<bool()>& give_up = {});

  /// Flush, K3 (accepted = delivered), then EndTxn in a finite loop until `deadline`. Errors:
  /// rewind (aborted by its error class) or restart_producer (outcome unknown or handle dead).
  [[nodiscard]] result<commit_report> commit(mono_time deadline,
                                             const std::function<bool()>& give_up);

  /// Best effort; the handle must be destroyed afterwards whatever it returns (K1, K4).
  void abort(mono_time deadline);

  /// Serves delivery reports and timers while idle.
  void poll();
  /// A fatal error that surfaced between calls, e.g. being fenced while idle.
  [[nodiscard]] result<void> health() const;

 private:
  struct impl;
  explicit transactional_producer(std::unique_ptr<impl> self);
  std::unique_ptr<impl> self_;
};

}  // namespace walrelay::kafka
