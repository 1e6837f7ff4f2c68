// message_encoder: what pg_logical_emit_message() wrote, as a record of the message topic
// (DEBEZIUM.md section 1.7). Pure; used by one thread.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <walrelay/base/byte_reader.hpp>
#include <walrelay/base/result.hpp>
#include <walrelay/envelope/table_encoder.hpp>

namespace walrelay::envelope {

struct message_event {
  std::string_view prefix;
  byte_view content;
  lsn position;
};

class message_encoder {
 public:
  /// `topic_name` is also the collection that transaction metadata counts messages under.
  static std::unique_ptr<message_encoder> bind(const envelope_settings& settings, topic_id topic,
                                               std::string topic_name);
  virtual ~message_encoder() = default;

  /// Appends one record. Without an id in `transaction` the message is not transactional. Refuses a
  /// prefix that is not UTF-8, which only a database in encoding SQL_ASCII can hold.
  [[nodiscard]] virtual result<void> encode(const message_event& what,
                                            const transaction_context& transaction, wall_time now,
                                            record_batch& out) = 0;
};

}  // namespace walrelay::envelope
