#include "kafka/error_words.hpp"

#include <string_view>

#include <fmt/format.h>

#include <walrelay/base/ensure.hpp>

namespace walrelay::kafka {

namespace {

std::string grant(std::string_view operations, std::string_view resource) {
  return fmt::format(
      "kafka-acls.sh --bootstrap-server <brokers> --add --allow-principal User:<the daemon's> {} "
      "{}",
      operations, resource);
}

std::string_view topic_operations(operation doing) {
  switch (doing) {
    case operation::read_checkpoint:
      return "--operation Read --operation Describe";
    case operation::create_topic:
      return "--operation Create --operation Describe";
    case operation::describe_topic:
      return "--operation Describe --operation DescribeConfigs";
    case operation::initialise:
    case operation::look_up_topic:
    case operation::begin:
    case operation::produce:
    case operation::commit:
    case operation::idle:
    case operation::read_cluster_id:
      return "--operation Write --operation Describe";
  }
  WALRELAY_ENSURE(false, "operation {}", static_cast<int>(doing));
}

/// A commit's subject is the transactional.id: librdkafka's own words name the topic then.
std::string topic_resource(const occasion& when) {
  switch (when.doing) {
    case operation::look_up_topic:
    case operation::produce:
    case operation::read_checkpoint:
    case operation::describe_topic:
    case operation::create_topic:
      return fmt::format("--topic '{}'", when.subject);
    case operation::initialise:
    case operation::begin:
    case operation::commit:
    case operation::idle:
    case operation::read_cluster_id:
      return "--topic <the topic>";
  }
  WALRELAY_ENSURE(false, "operation {}", static_cast<int>(when.doing));
}

}  // namespace

std::string describe(const occasion& when) {
  switch (when.doing) {
    case operation::initialise:
      return fmt::format("initialising the transactions of '{}'", when.subject);
    case operation::look_up_topic:
      return fmt::format("looking up topic '{}'", when.subject);
    case operation::begin:
      return fmt::format("beginning a transaction of '{}'", when.subject);
    case operation::produce:
      return fmt::format("producing to topic '{}'", when.subject);
    case operation::commit:
      return fmt::format("committing a transaction of '{}'", when.subject);
    case operation::idle:
      return fmt::format("waiting between transactions of '{}'", when.subject);
    case operation::read_checkpoint:
      return fmt::format("reading the checkpoint from topic '{}'", when.subject);
    case operation::read_cluster_id:
      return "asking for the id of the Kafka cluster";
    case operation::describe_topic:
      return fmt::format("describing topic '{}'", when.subject);
    case operation::create_topic:
      return fmt::format("creating topic '{}'", when.subject);
  }
  WALRELAY_ENSURE(false, "operation {}", static_cast<int>(when.doing));
}

std::string grant_command(rd_kafka_resp_err_t code, const occasion& when) {
  if (code == RD_KAFKA_RESP_ERR_TOPIC_AUTHORIZATION_FAILED) {
    return grant(topic_operations(when.doing), topic_resource(when));
  }
  if (code == RD_KAFKA_RESP_ERR_TRANSACTIONAL_ID_AUTHORIZATION_FAILED) {
    return grant("--operation Write --operation Describe",
                 fmt::format("--transactional-id '{}'", when.subject));
  }
  if (code == RD_KAFKA_RESP_ERR_CLUSTER_AUTHORIZATION_FAILED) {
    const bool creates = when.doing == operation::create_topic;
    return grant(creates ? "--operation Create" : "--operation IdempotentWrite", "--cluster");
  }
  return {};
}

}  // namespace walrelay::kafka
