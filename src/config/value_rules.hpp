// Rules of single options that a type does not express. Each returns nothing, or the end of the
// sentence "it must be ...". They never quote the value: it may be a secret.
#pragma once

#include <optional>
#include <string>

namespace walrelay::config {

using complaint = std::optional<std::string>;

[[nodiscard]] complaint rule_not_empty(const std::string& text);
[[nodiscard]] complaint rule_hosts(const std::string& text);
[[nodiscard]] complaint rule_ports(const std::string& text);
[[nodiscard]] complaint rule_brokers(const std::string& text);
[[nodiscard]] complaint rule_slot_name(const std::string& text);
[[nodiscard]] complaint rule_publication_name(const std::string& text);
[[nodiscard]] complaint rule_topic_prefix(const std::string& text);
[[nodiscard]] complaint rule_topic_name(const std::string& text);
[[nodiscard]] complaint rule_topic_characters(const std::string& text);
[[nodiscard]] complaint rule_topic_part(const std::string& text);
[[nodiscard]] complaint rule_placeholder(const std::string& text);
[[nodiscard]] complaint rule_not_zero(const std::string& text);
[[nodiscard]] complaint rule_none_alone(const std::string& text);
[[nodiscard]] complaint rule_key_columns(const std::string& text);

}  // namespace walrelay::config
