#include "kafka/error_table.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include <walrelay/base/ensure.hpp>

#include "kafka/error_words.hpp"

namespace walrelay::kafka {

namespace {

enum class ruling {
  transient,  // passes by itself
  rewinds,    // the transaction is over, the handle's fate is not told
  fenced,     // the handle's epoch is over
  ends_handle,
  unauthorized,
  refused,  // stays wrong until somebody changes something
};

struct row {
  rd_kafka_resp_err_t code;
  ruling what;
  std::string_view why;
  std::string_view remedy;
};

constexpr std::string_view poison = "every further attempt would meet the same record";
constexpr std::string_view not_ours =
    "another instance uses this transactional.id, or the coordinator timed this one's transaction "
    "out";

constexpr row rows[] = {
    {RD_KAFKA_RESP_ERR__TRANSPORT, ruling::transient, {}, {}},
    {RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN, ruling::transient, {}, {}},
    {RD_KAFKA_RESP_ERR__RESOLVE, ruling::transient, {}, {}},
    {RD_KAFKA_RESP_ERR__TIMED_OUT, ruling::transient, {}, {}},
    {RD_KAFKA_RESP_ERR__TIMED_OUT_QUEUE, ruling::transient, {}, {}},
    {RD_KAFKA_RESP_ERR__WAIT_COORD, ruling::transient, {}, {}},
    {RD_KAFKA_RESP_ERR__WAIT_CACHE, ruling::transient, {}, {}},
    {RD_KAFKA_RESP_ERR__AUTHENTICATION,
     ruling::transient,
     {},
     "check kafka.sasl.* and kafka.ssl.*"},
    {RD_KAFKA_RESP_ERR__SSL,
     ruling::transient,
     {},
     "check kafka.ssl.* and kafka.security.protocol"},
    {RD_KAFKA_RESP_ERR_LEADER_NOT_AVAILABLE, ruling::transient, {}, {}},
    {RD_KAFKA_RESP_ERR_NOT_LEADER_FOR_PARTITION, ruling::transient, {}, {}},
    {RD_KAFKA_RESP_ERR_REQUEST_TIMED_OUT, ruling::transient, {}, {}},
    {RD_KAFKA_RESP_ERR_BROKER_NOT_AVAILABLE, ruling::transient, {}, {}},
    {RD_KAFKA_RESP_ERR_REPLICA_NOT_AVAILABLE, ruling::transient, {}, {}},
    {RD_KAFKA_RESP_ERR_NETWORK_EXCEPTION, ruling::transient, {}, {}},
    {RD_KAFKA_RESP_ERR_COORDINATOR_LOAD_IN_PROGRESS, ruling::transient, {}, {}},
    {RD_KAFKA_RESP_ERR_COORDINATOR_NOT_AVAILABLE, ruling::transient, {}, {}},
    {RD_KAFKA_RESP_ERR_NOT_COORDINATOR, ruling::transient, {}, {}},
    {RD_KAFKA_RESP_ERR_NOT_ENOUGH_REPLICAS, ruling::transient, {}, {}},
    {RD_KAFKA_RESP_ERR_NOT_ENOUGH_REPLICAS_AFTER_APPEND, ruling::transient, {}, {}},
    {RD_KAFKA_RESP_ERR_NOT_CONTROLLER, ruling::transient, {}, {}},
    {RD_KAFKA_RESP_ERR_CONCURRENT_TRANSACTIONS, ruling::transient, {}, {}},
    {RD_KAFKA_RESP_ERR_KAFKA_STORAGE_ERROR, ruling::transient, {}, {}},
    {RD_KAFKA_RESP_ERR_FENCED_LEADER_EPOCH, ruling::transient, {}, {}},
    {RD_KAFKA_RESP_ERR_UNKNOWN_LEADER_EPOCH, ruling::transient, {}, {}},
    {RD_KAFKA_RESP_ERR_OFFSET_NOT_AVAILABLE, ruling::transient, {}, {}},
    {RD_KAFKA_RESP_ERR_THROTTLING_QUOTA_EXCEEDED, ruling::transient, {}, {}},
    // Also the answer while too few brokers are up, which passes.
    {RD_KAFKA_RESP_ERR_INVALID_REPLICATION_FACTOR, ruling::transient,
     "the topic cannot be created with fewer brokers than replicas",
     "start the missing brokers or lower the replication factor in the configuration"},

    {RD_KAFKA_RESP_ERR__UNKNOWN_TOPIC, ruling::rewinds, {}, {}},
    {RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION, ruling::rewinds, {}, {}},
    {RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART, ruling::rewinds, {}, {}},
    {RD_KAFKA_RESP_ERR__MSG_TIMED_OUT, ruling::rewinds, {}, {}},
    {RD_KAFKA_RESP_ERR__INCONSISTENT, ruling::rewinds, {}, {}},
    {RD_KAFKA_RESP_ERR__PURGE_QUEUE, ruling::rewinds, {}, {}},
    {RD_KAFKA_RESP_ERR__PURGE_INFLIGHT, ruling::rewinds, {}, {}},

    {RD_KAFKA_RESP_ERR__FENCED, ruling::fenced, not_ours, {}},
    {RD_KAFKA_RESP_ERR_PRODUCER_FENCED, ruling::fenced, not_ours, {}},
    {RD_KAFKA_RESP_ERR_INVALID_PRODUCER_EPOCH, ruling::fenced, not_ours, {}},
    {RD_KAFKA_RESP_ERR_TRANSACTION_COORDINATOR_FENCED, ruling::ends_handle, {}, {}},
    {RD_KAFKA_RESP_ERR_INVALID_TXN_STATE, ruling::ends_handle, {}, {}},
    {RD_KAFKA_RESP_ERR_OUT_OF_ORDER_SEQUENCE_NUMBER, ruling::ends_handle, {}, {}},
    {RD_KAFKA_RESP_ERR_UNKNOWN_PRODUCER_ID, ruling::ends_handle, {}, {}},
    {RD_KAFKA_RESP_ERR_INVALID_PRODUCER_ID_MAPPING, ruling::ends_handle, {}, {}},

    {RD_KAFKA_RESP_ERR_TOPIC_AUTHORIZATION_FAILED, ruling::unauthorized, {}, {}},
    {RD_KAFKA_RESP_ERR_CLUSTER_AUTHORIZATION_FAILED, ruling::unauthorized, {}, {}},
    {RD_KAFKA_RESP_ERR_TRANSACTIONAL_ID_AUTHORIZATION_FAILED, ruling::unauthorized, {}, {}},

    {RD_KAFKA_RESP_ERR_MSG_SIZE_TOO_LARGE, ruling::refused, poison,
     "raise kafka.message.max.bytes, and on the topic max.message.bytes; if the topic's limit was "
     "lowered while the daemon ran, start it again; if the daemon may not read it "
     "(DESCRIBE_CONFIGS), lower kafka.batch.size to it"},
    {RD_KAFKA_RESP_ERR_RECORD_LIST_TOO_LARGE, ruling::refused, poison,
     "raise the topic's segment.bytes, or lower kafka.batch.size"},
    {RD_KAFKA_RESP_ERR_INVALID_RECORD, ruling::refused, poison,
     "a compacted topic takes no record without a key: give the table a key (message.key.columns), "
     "or "
     "set the topic's cleanup.policy to delete"},
    {RD_KAFKA_RESP_ERR_INVALID_TRANSACTION_TIMEOUT, ruling::refused,
     "the brokers allow no transaction that long",
     "lower transaction.timeout.ms, or raise transaction.max.timeout.ms on the brokers"},
    {RD_KAFKA_RESP_ERR_TOPIC_EXCEPTION, ruling::refused, "Kafka does not allow such a topic name",
     "change topic.prefix or the routing so that names have at most 249 of [a-zA-Z0-9._-]"},
    {RD_KAFKA_RESP_ERR_INVALID_PARTITIONS, ruling::refused, "the topic cannot be created",
     "correct the number of partitions in topic.creation.default.partitions"},
    {RD_KAFKA_RESP_ERR_INVALID_CONFIG, ruling::refused, "the topic cannot be created",
     "correct the settings under topic.creation.default"},
    {RD_KAFKA_RESP_ERR_POLICY_VIOLATION, ruling::refused,
     "a policy of the cluster forbids to create the topic like this",
     "create the topic yourself, or change topic.creation.default"},
};

const row* find(rd_kafka_resp_err_t code) {
  const auto* found = std::ranges::find(rows, code, &row::code);
  return found == std::end(rows) ? nullptr : found;
}

bool in_transaction(operation doing) {
  return doing == operation::produce || doing == operation::commit;
}

error_class by_gravity(gravity weight, bool passes, operation doing) {
  switch (weight) {
    case gravity::fatal:
      return error_class::restart_producer;
    case gravity::abortable:
      return error_class::rewind;
    case gravity::retriable:
      return in_transaction(doing) ? error_class::rewind : error_class::retry;
    case gravity::plain:
      if (!passes) return error_class::restart_producer;
      return in_transaction(doing) ? error_class::rewind : error_class::retry;
  }
  WALRELAY_ENSURE(false, "gravity {}", static_cast<int>(weight));
}

error_class class_of(const row* known, gravity weight, operation doing) {
  if (known == nullptr) return by_gravity(weight, false, doing);
  switch (known->what) {
    case ruling::transient:
      return by_gravity(weight, true, doing);
    case ruling::rewinds:
      return weight == gravity::fatal ? error_class::restart_producer
             : in_transaction(doing)  ? error_class::rewind
                                      : error_class::retry;
    case ruling::fenced:
    case ruling::ends_handle:
      return error_class::restart_producer;
    case ruling::unauthorized:
    case ruling::refused:
      return error_class::refuse;
  }
  WALRELAY_ENSURE(false, "ruling {}", static_cast<int>(known->what));
}

}  // namespace

gravity gravity_of(const rd_kafka_error_t* failure) {
  if (rd_kafka_error_is_fatal(failure) != 0) return gravity::fatal;
  if (rd_kafka_error_txn_requires_abort(failure) != 0) return gravity::abortable;
  if (rd_kafka_error_is_retriable(failure) != 0) return gravity::retriable;
  return gravity::plain;
}

error classify(rd_kafka_resp_err_t code, gravity weight, std::string_view detail,
               const occasion& when) {
  const row* known = find(code);
  error made;
  made.kind = class_of(known, weight, when.doing);
  made.found = fmt::format("{} failed: {}", describe(when), detail);
  made.code = rd_kafka_err2name(code);
  if (known == nullptr) return made;
  made.why = known->why;
  made.remedy = known->remedy;
  if (known->what == ruling::fenced) made.code = rd_kafka_err2name(RD_KAFKA_RESP_ERR__FENCED);
  if (known->what == ruling::unauthorized) {
    made.why = "the daemon lacks a permission on the Kafka cluster";
    made.remedy = grant_command(code, when);
  }
  return made;
}

error classify(const rd_kafka_error_t* failure, const occasion& when) {
  return classify(rd_kafka_error_code(failure), gravity_of(failure), rd_kafka_error_string(failure),
                  when);
}

error classify(rd_kafka_resp_err_t code, const occasion& when) {
  return classify(code, gravity::plain, rd_kafka_err2str(code), when);
}

bool is_transient(rd_kafka_resp_err_t code) {
  const row* known = find(code);
  return known != nullptr && known->what == ruling::transient;
}

error out_of_time(const occasion& when, std::string_view last, std::string_view trouble) {
  std::string found = fmt::format("{} took longer than allowed", describe(when));
  if (!last.empty()) found += fmt::format(": {}", last);
  if (!trouble.empty()) found += fmt::format(" (the client reports: {})", trouble);
  return {error_class::retry,
          std::move(found),
          {},
          last == no_broker ? "check that the brokers run and that kafka.bootstrap.servers and "
                              "kafka.security.protocol are theirs"
                            : "",
          "_TIMED_OUT"};
}

error told_to_stop(const occasion& when) {
  return {error_class::retry,
          fmt::format("{} was given up on request", describe(when)),
          {},
          {},
          "given_up"};
}

}  // namespace walrelay::kafka
