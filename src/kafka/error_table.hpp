// error_table: the one table from librdkafka's errors to error classes and words. Pure.
//
// What an error means depends on three things: its code, what librdkafka says about the state it
// leaves behind (gravity), and what was being done. The flags are asked in librdkafka's own order:
// fatal, then abortable, then retriable; a code in the table may overrule them where one of our
// rules is stronger. What the table does not know ends the producer: the position is read again,
// never guessed (INV-9).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <librdkafka/rdkafka.h>

#include <walrelay/base/result.hpp>

namespace walrelay::kafka {

enum class gravity {
  plain,      // librdkafka says nothing about the state
  retriable,  // nothing happened yet; the same call may be made again
  abortable,  // the transaction can only be aborted
  fatal,      // the handle can only be destroyed
};

enum class operation {
  initialise,
  look_up_topic,
  begin,
  produce,
  commit,
  idle,
  read_checkpoint,
  read_cluster_id,
  describe_topic,
  create_topic,
};

/// What was being done to what: a topic, or the transactional.id where no topic is concerned.
struct occasion {
  operation doing = operation::idle;
  std::string subject;
};

[[nodiscard]] gravity gravity_of(const rd_kafka_error_t* failure);

[[nodiscard]] error classify(rd_kafka_resp_err_t code, gravity weight, std::string_view detail,
                             const occasion& when);
[[nodiscard]] error classify(const rd_kafka_error_t* failure, const occasion& when);
/// librdkafka's own description of the code is the detail.
[[nodiscard]] error classify(rd_kafka_resp_err_t code, const occasion& when);

/// Whether asking again may help without anybody's help. Outside of transactions.
[[nodiscard]] bool is_transient(rd_kafka_resp_err_t code);

/// What was in the way when nothing was heard: a wrong address, most often.
inline constexpr std::string_view no_broker = "no broker answered";

/// The time allowed is over; `last` is what was in the way, `trouble` a client's, both may be
/// empty.
[[nodiscard]] error out_of_time(const occasion& when, std::string_view last,
                                std::string_view trouble);
/// The caller's give_up said so.
[[nodiscard]] error told_to_stop(const occasion& when);

}  // namespace walrelay::kafka
