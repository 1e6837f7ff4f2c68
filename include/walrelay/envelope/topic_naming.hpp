// Topic names by Debezium's rule: <prefix><delimiter><schema><delimiter><table>, every character
// outside [A-Za-z0-9._-] replaced by '_'. Names that would be cut at 249 characters, are "." or
// "..", or on which two tables collapse are refused, not repaired (DEBEZIUM.md section 9.6).
#pragma once

#include <map>
#include <string>
#include <string_view>

#include <walrelay/base/result.hpp>

namespace walrelay::envelope {

inline constexpr std::size_t topic_name_max = 249;

/// Topics of records that are not of a table.
enum class auxiliary_topic { messages, transactions, heartbeats };

/// Options of the same names.
struct naming_options {
  std::string prefix;
  std::string delimiter = ".";
  std::string transaction = "transaction";
  std::string heartbeat_prefix = "__debezium-heartbeat";
  std::string heartbeat_name{};  // empty: made of the prefixes
  std::string offsets{};         // offset.storage.topic, which takes nobody's records
};

/// Remembers which table owns which topic; one per connector.
class topic_naming {
 public:
  explicit topic_naming(naming_options options);

  /// Refuses a name that Kafka cannot hold or that another table of this connector already has.
  [[nodiscard]] result<std::string> topic_of(std::string_view schema, std::string_view table);
  /// `<prefix>.message` whatever the delimiter, `<prefix><delimiter><transaction>`, and
  /// `<heartbeat prefix><delimiter><prefix>` or the heartbeat topic's own name.
  [[nodiscard]] result<std::string> topic_of(auxiliary_topic what);

 private:
  [[nodiscard]] result<std::string> claim(std::string topic, std::string owner);

  naming_options options_;
  std::map<std::string, std::string> owner_;  // topic -> whose it is, in words
};

}  // namespace walrelay::envelope
