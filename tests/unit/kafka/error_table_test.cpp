#include <doctest/doctest.h>

#include "kafka/error_table.hpp"

using namespace walrelay;
using namespace walrelay::kafka;

namespace {

error judge(rd_kafka_resp_err_t code, gravity weight, operation doing) {
  return classify(code, weight, "what librdkafka says", {doing, "shop.public.orders"});
}

}  // namespace

TEST_CASE("an error's class follows its code, the state it leaves and what was being done") {
  struct row {
    const char* name;
    rd_kafka_resp_err_t code;
    gravity weight;
    operation doing;
    error_class expected;
  };
  using enum operation;
  const row rows[] = {
      {"fenced", RD_KAFKA_RESP_ERR__FENCED, gravity::fatal, commit, error_class::restart_producer},
      {"fenced, told by a delivery", RD_KAFKA_RESP_ERR_INVALID_PRODUCER_EPOCH, gravity::abortable,
       produce, error_class::restart_producer},
      {"fenced, newer code", RD_KAFKA_RESP_ERR_PRODUCER_FENCED, gravity::fatal, begin,
       error_class::restart_producer},
      {"invalid state, fatal", RD_KAFKA_RESP_ERR_INVALID_TXN_STATE, gravity::fatal, commit,
       error_class::restart_producer},
      {"invalid state, abortable", RD_KAFKA_RESP_ERR_INVALID_TXN_STATE, gravity::abortable, produce,
       error_class::restart_producer},
      {"sequence gap", RD_KAFKA_RESP_ERR_OUT_OF_ORDER_SEQUENCE_NUMBER, gravity::abortable, commit,
       error_class::restart_producer},
      {"unknown topic while producing", RD_KAFKA_RESP_ERR__UNKNOWN_TOPIC, gravity::abortable,
       produce, error_class::rewind},
      {"unknown topic while looking", RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART, gravity::plain,
       look_up_topic, error_class::retry},
      {"unknown topic, fatal", RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART, gravity::fatal, commit,
       error_class::restart_producer},
      {"no topic permission", RD_KAFKA_RESP_ERR_TOPIC_AUTHORIZATION_FAILED, gravity::abortable,
       commit, error_class::refuse},
      {"no transaction permission", RD_KAFKA_RESP_ERR_TRANSACTIONAL_ID_AUTHORIZATION_FAILED,
       gravity::fatal, initialise, error_class::refuse},
      {"record too large", RD_KAFKA_RESP_ERR_MSG_SIZE_TOO_LARGE, gravity::abortable, produce,
       error_class::refuse},
      {"no key for a compacted topic", RD_KAFKA_RESP_ERR_INVALID_RECORD, gravity::abortable, commit,
       error_class::refuse},
      {"timeout beyond the broker's", RD_KAFKA_RESP_ERR_INVALID_TRANSACTION_TIMEOUT, gravity::fatal,
       initialise, error_class::refuse},
      {"broker away, outside", RD_KAFKA_RESP_ERR__TRANSPORT, gravity::plain, read_checkpoint,
       error_class::retry},
      {"broker away, inside", RD_KAFKA_RESP_ERR__TRANSPORT, gravity::plain, produce,
       error_class::rewind},
      {"broker away, fatal", RD_KAFKA_RESP_ERR__TRANSPORT, gravity::fatal, produce,
       error_class::restart_producer},
      {"unknown, plain", RD_KAFKA_RESP_ERR_UNKNOWN, gravity::plain, commit,
       error_class::restart_producer},
      {"unknown, abortable", RD_KAFKA_RESP_ERR_UNKNOWN, gravity::abortable, commit,
       error_class::rewind},
      {"unknown, retriable, outside", RD_KAFKA_RESP_ERR_UNKNOWN, gravity::retriable, initialise,
       error_class::retry},
      {"unknown, fatal", RD_KAFKA_RESP_ERR_UNKNOWN, gravity::fatal, commit,
       error_class::restart_producer},
  };
  for (const row& each : rows) {
    CAPTURE(each.name);
    CHECK(judge(each.code, each.weight, each.doing).kind == each.expected);
  }
}

TEST_CASE("all ways to be fenced have one code") {
  for (const auto code : {RD_KAFKA_RESP_ERR__FENCED, RD_KAFKA_RESP_ERR_PRODUCER_FENCED,
                          RD_KAFKA_RESP_ERR_INVALID_PRODUCER_EPOCH}) {
    CHECK(judge(code, gravity::fatal, operation::commit).code == "_FENCED");
  }
  CHECK(judge(RD_KAFKA_RESP_ERR_INVALID_TXN_STATE, gravity::fatal, operation::commit).code ==
        "INVALID_TXN_STATE");
}

TEST_CASE("a missing permission is named as the command that grants it") {
  struct row {
    const char* name;
    rd_kafka_resp_err_t code;
    operation doing;
    std::string_view grant;
  };
  const row rows[] = {
      {"write", RD_KAFKA_RESP_ERR_TOPIC_AUTHORIZATION_FAILED, operation::produce,
       "--operation Write --operation Describe --topic 'shop.public.orders'"},
      {"read", RD_KAFKA_RESP_ERR_TOPIC_AUTHORIZATION_FAILED, operation::read_checkpoint,
       "--operation Read --operation Describe --topic 'shop.public.orders'"},
      {"create", RD_KAFKA_RESP_ERR_TOPIC_AUTHORIZATION_FAILED, operation::create_topic,
       "--operation Create --operation Describe --topic 'shop.public.orders'"},
      {"topic not known", RD_KAFKA_RESP_ERR_TOPIC_AUTHORIZATION_FAILED, operation::commit,
       "--topic <the topic>"},
      {"transactions", RD_KAFKA_RESP_ERR_TRANSACTIONAL_ID_AUTHORIZATION_FAILED,
       operation::initialise,
       "--operation Write --operation Describe --transactional-id 'shop.public.orders'"},
      {"idempotence", RD_KAFKA_RESP_ERR_CLUSTER_AUTHORIZATION_FAILED, operation::initialise,
       "--operation IdempotentWrite --cluster"},
      {"create on the cluster", RD_KAFKA_RESP_ERR_CLUSTER_AUTHORIZATION_FAILED,
       operation::create_topic, "--operation Create --cluster"},
  };
  for (const row& each : rows) {
    CAPTURE(each.name);
    const error made = judge(each.code, gravity::plain, each.doing);
    INFO(made.remedy);
    CHECK(made.remedy.find(each.grant) != std::string::npos);
  }
}

TEST_CASE("brokers that nobody heard of are looked for in their settings") {
  const occasion when{operation::read_cluster_id, ""};
  CHECK(out_of_time(when, no_broker, "").remedy.find("kafka.bootstrap.servers") !=
        std::string::npos);
  CHECK(out_of_time(when, "records are not delivered yet", "").remedy.empty());
}

TEST_CASE("a refusal always says why and what to do") {
  for (int code = RD_KAFKA_RESP_ERR__BEGIN; code < RD_KAFKA_RESP_ERR_END_ALL; ++code) {
    CAPTURE(code);
    const error made =
        judge(static_cast<rd_kafka_resp_err_t>(code), gravity::plain, operation::commit);
    CHECK_FALSE(made.found.empty());
    if (made.kind != error_class::refuse) continue;
    CHECK_FALSE(made.why.empty());
    CHECK_FALSE(made.remedy.empty());
  }
}
