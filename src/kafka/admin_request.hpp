// admin_request: one request of librdkafka's admin interface, waited for in slices.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <walrelay/base/result.hpp>
#include <walrelay/kafka/topic_admin.hpp>

#include "kafka/client.hpp"
#include "kafka/patience.hpp"

namespace walrelay::kafka {

/// The topic's settings by name. An error carries librdkafka's code.
[[nodiscard]] result<std::map<std::string, std::string>> topic_configs(client& kafka,
                                                                       const std::string& topic,
                                                                       const patience& wait);

/// Done too when the topic exists already.
[[nodiscard]] result<void> create_topic(client& kafka, const topic_request& request,
                                        const patience& wait);

}  // namespace walrelay::kafka
