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

/// Remembers which table owns which topic; one per connector.
class topic_naming {
 public:
  topic_naming(std::string prefix, std::string delimiter);

  /// Refuses a name that Kafka cannot hold or that another table of this connector already has.
  [[nodiscard]] result<std::string> topic_of(std::string_view schema, std::string_view table);

 private:
  std::string prefix_;
  std::string delimiter_;
  std::map<std::string, std::string> owner_;  // topic -> schema.table
};

}  // namespace walrelay::envelope
