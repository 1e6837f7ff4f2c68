#include "kafka/client.hpp"

#include <array>
#include <utility>

#include <fmt/format.h>

namespace walrelay::kafka {

namespace {

constexpr int syslog_warning = 4;

/// librdkafka's own words would repeat the value, which may be a secret.
error refused_property(rd_kafka_conf_res_t why, const std::string& name) {
  const bool unknown = why == RD_KAFKA_CONF_UNKNOWN;
  return {
      error_class::configuration,
      unknown ? fmt::format("librdkafka {} does not know the setting kafka.{}",
                            rd_kafka_version_str(), name)
              : fmt::format("librdkafka does not accept the value of kafka.{}", name),
      "the daemon would run with other settings than those you wrote",
      fmt::format("correct or remove kafka.{}; librdkafka's CONFIGURATION.md lists what it takes",
                  name),
      unknown ? "CONF_UNKNOWN" : "CONF_INVALID"};
}

result<void> set_all(rd_kafka_conf_t* conf, const property_list& properties) {
  std::array<char, 256> unused{};
  for (const auto& [name, value] : properties) {
    const auto outcome =
        rd_kafka_conf_set(conf, name.c_str(), value.c_str(), unused.data(), unused.size());
    if (outcome != RD_KAFKA_CONF_OK) return refused_property(outcome, name);
  }
  return {};
}

}  // namespace

result<std::unique_ptr<client>> client::producer(const property_list& properties,
                                                 log_function log) {
  return create(RD_KAFKA_PRODUCER, properties, std::move(log));
}

result<std::unique_ptr<client>> client::consumer(const property_list& properties,
                                                 log_function log) {
  return create(RD_KAFKA_CONSUMER, properties, std::move(log));
}

result<std::unique_ptr<client>> client::create(rd_kafka_type_t type,
                                               const property_list& properties, log_function log) {
  conf_handle conf(rd_kafka_conf_new());
  if (auto set = set_all(conf.get(), properties); !set) return set.error();

  std::unique_ptr<client> made(new client(std::move(log)));
  rd_kafka_conf_set_opaque(conf.get(), made.get());
  rd_kafka_conf_set_log_cb(conf.get(), on_log);
  rd_kafka_conf_set_error_cb(conf.get(), on_error);
  // Always: without it a flush polls in steps of 10 ms (PROTOCOL B7).
  if (type == RD_KAFKA_PRODUCER) rd_kafka_conf_set_dr_msg_cb(conf.get(), on_delivery);

  std::array<char, 512> reason{};
  made->handle_.reset(rd_kafka_new(type, conf.get(), reason.data(), reason.size()));
  if (!made->handle_) {
    return error{error_class::configuration,
                 fmt::format("librdkafka cannot create a client: {}", reason.data()),
                 "nothing can be read from or written to Kafka",
                 "correct the settings under kafka:", rd_kafka_err2name(rd_kafka_last_error())};
  }
  [[maybe_unused]] const auto* consumed = conf.release();  // by rd_kafka_new, since it succeeded
  return made;
}

void client::on_log(const rd_kafka_t* handle, int severity, const char* facility,
                    const char* text) {
  const auto* self = static_cast<const client*>(rd_kafka_opaque(handle));
  if (self->log_) self->log_(severity, fmt::format("{}: {}", facility, text));
}

void client::on_error(rd_kafka_t*, int code, const char* reason, void* self_pointer) {
  auto* self = static_cast<client*>(self_pointer);
  if (self->log_) self->log_(syslog_warning, reason);
  if (code == RD_KAFKA_RESP_ERR__AUTHENTICATION || code == RD_KAFKA_RESP_ERR__SSL ||
      code == RD_KAFKA_RESP_ERR__RESOLVE) {
    self->trouble_ = reason;
  }
}

void client::on_delivery(rd_kafka_t*, const rd_kafka_message_t* message, void* self_pointer) {
  delivery_tally& tally = static_cast<client*>(self_pointer)->deliveries;
  if (message->err == RD_KAFKA_RESP_ERR_NO_ERROR) {
    ++tally.delivered;
    return;
  }
  if (!tally.first_failure) {
    tally.first_failure = failed_delivery{message->err, rd_kafka_topic_name(message->rkt)};
  }
}

}  // namespace walrelay::kafka
