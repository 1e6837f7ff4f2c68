// The parts of a transactional_producer, shared by the two files that implement it: the life of the
// handle and of a transaction, and the records that go into one.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <walrelay/kafka/transactional_producer.hpp>

#include "kafka/client.hpp"
#include "kafka/error_table.hpp"
#include "kafka/patience.hpp"
#include "kafka/producer_topics.hpp"

namespace walrelay::kafka {

/// Sink thread only.
struct transactional_producer::impl {
  enum class transaction { none, open };

  impl(std::string id, std::unique_ptr<client> made)
      : transactional_id(std::move(id)), kafka(std::move(made)) {}
  ~impl();
  impl(const impl&) = delete;
  impl& operator=(const impl&) = delete;

  std::string transactional_id;
  std::unique_ptr<client> kafka;
  producer_topics topics;  // after kafka: topics are destroyed first
  /// Why the open transaction must not be committed: a refused record is missing from it.
  std::optional<error> spoiled;
  transaction now = transaction::none;

  [[nodiscard]] occasion doing(operation what) const { return {what, transactional_id}; }

  [[nodiscard]] std::optional<error> fatal_error(const occasion& when) const;
  /// What is known to be wrong with the open transaction, the root before its consequences.
  [[nodiscard]] std::optional<error> trouble(const occasion& when) const;

  /// Makes `attempt` (rd_kafka_resp_err_t()) until the queue has room, and counts what came of it.
  /// A refusal spoils the transaction.
  template <class Attempt>
  [[nodiscard]] result<void> send(const producer_topic& topic, const patience& wait,
                                  Attempt attempt);

  /// Lets librdkafka see that a topic is gone: of itself it tries to register its partitions until
  /// the transaction's timeout.
  void refresh_metadata(const patience& wait) const;
  [[nodiscard]] result<void> flush(const patience& wait) const;
  [[nodiscard]] result<void> all_delivered() const;
  [[nodiscard]] result<commit_report> end_transaction(const patience& wait) const;
  void abort(const patience& wait);
};

}  // namespace walrelay::kafka
