// What a healthy broker does not do on demand: librdkafka's mock cluster, for the client's paths
// only (it neither fences nor aborts, so nothing about visibility is proved here).
#include <doctest/doctest.h>

#include <thread>

// clang-format off: the mock asks for rdkafka.h before it
#include <librdkafka/rdkafka.h>
#include <librdkafka/rdkafka_mock.h>
// clang-format on

#include "kafka/handles.hpp"
#include "kafka_fixture.hpp"

using namespace walrelay;
using namespace walrelay::kafka;
using namespace walrelay::kafka::test;

namespace {

constexpr std::int16_t end_txn = 26;
constexpr std::int32_t only_broker = 1;
constexpr topic_id rows{0};

class mock_broker {
 public:
  mock_broker() : cluster_(rd_kafka_mock_cluster_new(owner_.get(), 1)) {
    rd_kafka_mock_topic_create(cluster_.get(), "t", 1, 1);
  }
  [[nodiscard]] rd_kafka_mock_cluster_t* raw() const { return cluster_.get(); }

  /// A producer with a transaction that holds one record.
  [[nodiscard]] std::unique_ptr<transactional_producer> producer_in_transaction() const {
    producer_settings settings{
        {{{"bootstrap.servers", rd_kafka_mock_cluster_bootstraps(raw())}}, {}},
        "id",
        milliseconds{60'000}};
    auto made = transactional_producer::create(settings);
    REQUIRE(made.has_value());
    REQUIRE((*made)->init(soon(), never).has_value());
    REQUIRE((*made)->declare_topic(rows, "t", soon()).has_value());
    REQUIRE((*made)->begin().has_value());
    REQUIRE((*made)->produce(batch_of({{"k", "v"}}), 0, 1, never).has_value());
    return std::move(*made);
  }

 private:
  static kafka_handle any_client() {
    char reason[256];
    return kafka_handle(
        rd_kafka_new(RD_KAFKA_PRODUCER, rd_kafka_conf_new(), reason, sizeof reason));
  }

  kafka_handle owner_ = any_client();
  std::unique_ptr<rd_kafka_mock_cluster_t, destroyed_by<rd_kafka_mock_cluster_destroy>> cluster_;
};

}  // namespace

TEST_CASE("a commit whose answer took half of the retry pause is disturbed") {
  struct row {
    const char* name;
    int answer_after_ms;
    bool disturbed;
  };
  for (const row& each :
       {row{"at once", 0, false}, row{"late", 300, true}, row{"very late", 2'500, true}}) {
    CAPTURE(each.name);
    const mock_broker broker;
    const auto producer = broker.producer_in_transaction();
    rd_kafka_mock_broker_push_request_error_rtts(broker.raw(), only_broker, end_txn, 1,
                                                 RD_KAFKA_RESP_ERR_NO_ERROR, each.answer_after_ms);
    const auto report = producer->commit(soon(), never);
    REQUIRE_MESSAGE(report.has_value(), report.error().message());
    CHECK(report->disturbed == each.disturbed);
  }
}

TEST_CASE("a commit that the client had to repeat is disturbed") {
  const mock_broker broker;
  const auto producer = broker.producer_in_transaction();
  rd_kafka_mock_push_request_errors(broker.raw(), end_txn, 1, RD_KAFKA_RESP_ERR_NOT_COORDINATOR);
  const auto report = producer->commit(soon(), never);
  REQUIRE_MESSAGE(report.has_value(), report.error().message());
  CHECK(report->disturbed);
}

TEST_CASE("how a refused commit ends follows the error table") {
  struct row {
    const char* name;
    rd_kafka_resp_err_t answer;
    error_class expected;
  };
  const row refusals[] = {
      {"fenced", RD_KAFKA_RESP_ERR_PRODUCER_FENCED, error_class::restart_producer},
      {"invalid state", RD_KAFKA_RESP_ERR_INVALID_TXN_STATE, error_class::restart_producer},
      {"id forgotten", RD_KAFKA_RESP_ERR_INVALID_PRODUCER_ID_MAPPING,
       error_class::restart_producer},
      {"no permission", RD_KAFKA_RESP_ERR_TRANSACTIONAL_ID_AUTHORIZATION_FAILED,
       error_class::refuse},
      {"whatever", RD_KAFKA_RESP_ERR_UNKNOWN, error_class::rewind},
  };
  for (const row& each : refusals) {
    CAPTURE(each.name);
    const mock_broker broker;
    const auto producer = broker.producer_in_transaction();
    rd_kafka_mock_push_request_errors(broker.raw(), end_txn, 1, each.answer);
    const auto refused = producer->commit(soon(), never);
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().kind == each.expected);
  }
}

TEST_CASE(
    "a commit that hangs is given up on request, its outcome unknown, and nothing hangs after it") {
  const mock_broker broker;
  auto producer = broker.producer_in_transaction();
  rd_kafka_mock_broker_push_request_error_rtts(broker.raw(), only_broker, end_txn, 1,
                                               RD_KAFKA_RESP_ERR_NO_ERROR, 60'000);
  const mono_time started = mono_now();
  const auto unknown =
      producer->commit(soon(), [&] { return mono_now() - started > milliseconds{500}; });
  REQUIRE_FALSE(unknown.has_value());
  CHECK(unknown.error().kind == error_class::restart_producer);
  CHECK(unknown.error().code == "commit_unknown");
  CHECK(mono_now() - started < std::chrono::seconds{3});
  producer->abort(soon(std::chrono::seconds{1}));
  producer.reset();
  CHECK(mono_now() - started < std::chrono::seconds{6});
}

TEST_CASE(
    "records that cannot be delivered end in a rewind at the deadline, and destruction is quick") {
  const mock_broker broker;
  auto producer = broker.producer_in_transaction();
  rd_kafka_mock_broker_set_down(broker.raw(), only_broker);
  REQUIRE(producer->produce(batch_of({{"k", "w"}}), 0, 1, never).has_value());
  const mono_time started = mono_now();
  const auto late = producer->commit(soon(std::chrono::seconds{1}), never);
  REQUIRE_FALSE(late.has_value());
  CHECK((late.error().kind == error_class::rewind || late.error().code == "commit_unknown"));
  producer.reset();
  CHECK(mono_now() - started < std::chrono::seconds{4});
}
