// client: one librdkafka handle with its callbacks. Its address is the callbacks' opaque pointer,
// so it never moves.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include <walrelay/base/result.hpp>
#include <walrelay/kafka/client_settings.hpp>

#include "kafka/delivery_tally.hpp"
#include "kafka/handles.hpp"
#include "kafka/properties.hpp"

namespace walrelay::kafka {

class client {
 public:
  using log_function = std::function<void(int severity, std::string_view text)>;

  [[nodiscard]] static result<std::unique_ptr<client>> producer(const property_list& properties,
                                                                log_function log);
  [[nodiscard]] static result<std::unique_ptr<client>> consumer(const property_list& properties,
                                                                log_function log);
  ~client() = default;
  client(const client&) = delete;
  client& operator=(const client&) = delete;

  [[nodiscard]] rd_kafka_t* raw() const { return handle_.get(); }
  /// Serves callbacks, on the calling thread, for up to `wait`.
  void poll(milliseconds wait) const { rd_kafka_poll(raw(), static_cast<int>(wait.count())); }

  /// Counted by the delivery callback.
  delivery_tally deliveries;

  /// The last sign of a wrong password, certificate or host name, which librdkafka reports aside
  /// while the call at hand only times out. Empty when there was none.
  [[nodiscard]] const std::string& trouble() const { return trouble_; }

 private:
  explicit client(log_function log) : log_(std::move(log)) {}
  [[nodiscard]] static result<std::unique_ptr<client>> create(rd_kafka_type_t type,
                                                              const property_list& properties,
                                                              log_function log);

  static void on_log(const rd_kafka_t* handle, int severity, const char* facility,
                     const char* text);
  static void on_error(rd_kafka_t* handle, int code, const char* reason, void* self);
  static void on_delivery(rd_kafka_t* handle, const rd_kafka_message_t* message, void* self);

  log_function log_;  // librdkafka's threads call it
  std::string trouble_;
  kafka_handle handle_;  // last: its threads use what is above
};

}  // namespace walrelay::kafka
