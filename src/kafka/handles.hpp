// handles: RAII over librdkafka's objects. Each is made in the statement of the C call that returns
// it, so nothing can be lost in between.
#pragma once

#include <memory>

#include <librdkafka/rdkafka.h>

namespace walrelay::kafka {

template <auto Destroy>
struct destroyed_by {
  template <class Object>
  void operator()(Object* object) const noexcept {
    Destroy(object);
  }
};

using conf_handle = std::unique_ptr<rd_kafka_conf_t, destroyed_by<rd_kafka_conf_destroy>>;
using kafka_handle = std::unique_ptr<rd_kafka_t, destroyed_by<rd_kafka_destroy>>;
using topic_handle = std::unique_ptr<rd_kafka_topic_t, destroyed_by<rd_kafka_topic_destroy>>;
using error_handle = std::unique_ptr<rd_kafka_error_t, destroyed_by<rd_kafka_error_destroy>>;
using message_handle = std::unique_ptr<rd_kafka_message_t, destroyed_by<rd_kafka_message_destroy>>;
using headers_handle = std::unique_ptr<rd_kafka_headers_t, destroyed_by<rd_kafka_headers_destroy>>;
using queue_handle = std::unique_ptr<rd_kafka_queue_t, destroyed_by<rd_kafka_queue_destroy>>;
using event_handle = std::unique_ptr<rd_kafka_event_t, destroyed_by<rd_kafka_event_destroy>>;
using metadata_handle =
    std::unique_ptr<const rd_kafka_metadata_t, destroyed_by<rd_kafka_metadata_destroy>>;
using new_topic_handle =
    std::unique_ptr<rd_kafka_NewTopic_t, destroyed_by<rd_kafka_NewTopic_destroy>>;
using admin_options_handle =
    std::unique_ptr<rd_kafka_AdminOptions_t, destroyed_by<rd_kafka_AdminOptions_destroy>>;
using config_resource_handle =
    std::unique_ptr<rd_kafka_ConfigResource_t, destroyed_by<rd_kafka_ConfigResource_destroy>>;

}  // namespace walrelay::kafka
