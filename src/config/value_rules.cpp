#include "config/value_rules.hpp"

#include <algorithm>
#include <string_view>

#include <re2/re2.h>

#include "config/value_text.hpp"

namespace walrelay::config {
namespace {

constexpr std::size_t identifier_bytes_max = 63;  // NAMEDATALEN - 1
constexpr std::size_t topic_bytes_max = 249;      // Kafka's own limit

bool is_topic_text(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '_' || c == '-';
  });
}

bool is_port(std::string_view text) {
  const auto number = parse_integer(text);
  return number && *number >= 1 && *number <= 65'535;
}

bool has_blank(std::string_view text) {
  return text.find_first_of(" \t\r\n") != std::string_view::npos;
}

bool is_broker(std::string_view text) {
  // Kafka's own form is host:port; librdkafka also takes a protocol before it.
  if (const auto scheme = text.find("://"); scheme != text.npos) text.remove_prefix(scheme + 3);
  const auto bracket = text.rfind(']');  // an IPv6 address
  const auto colon = text.rfind(':');
  if (text.empty() || has_blank(text)) return false;
  if (colon == text.npos || (bracket != text.npos && colon < bracket)) return true;
  return colon > 0 && is_port(text.substr(colon + 1));
}

}  // namespace

complaint rule_not_empty(const std::string& text) {
  if (text.empty()) return "a text that is not empty";
  return std::nullopt;
}

complaint rule_hosts(const std::string& text) {
  for (const std::string& host : split_commas(text)) {
    if (host.empty() || has_blank(host))
      return "a host name, an address or a socket directory, or several separated by commas";
    if (host.front() != '/' && host.find('/') != host.npos)
      return "a host name, not a URL; port and database have options of their own";
  }
  return std::nullopt;
}

complaint rule_ports(const std::string& text) {
  for (const std::string& port : split_commas(text))
    if (!is_port(port)) return "a port from 1 to 65535, or several separated by commas";
  return std::nullopt;
}

complaint rule_brokers(const std::string& text) {
  for (const std::string& broker : split_commas(text))
    if (!is_broker(broker))
      return "host:port with a port from 1 to 65535, or several separated by commas";
  return std::nullopt;
}

complaint rule_slot_name(const std::string& text) {
  const bool letters = std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  });
  if (text.empty() || text.size() > identifier_bytes_max || !letters)
    return "1 to 63 characters, each one of a-z, 0-9 and _";
  return std::nullopt;
}

complaint rule_publication_name(const std::string& text) {
  // The name stands inside a quoted list in START_REPLICATION, where these would end it.
  const bool breaks_out = text.find_first_of("\"'\\,") != text.npos;
  const bool control =
      std::any_of(text.begin(), text.end(), [](char c) { return c >= 0 && c < ' '; });
  if (text.empty() || text.size() > identifier_bytes_max || breaks_out || control)
    return "1 to 63 bytes without quotes, commas, backslashes and control characters";
  return std::nullopt;
}

complaint rule_topic_prefix(const std::string& text) {
  if (text.empty() || !is_topic_text(text)) return "made of A-Z, a-z, 0-9, dot, _ and - only";
  if (text.size() > topic_bytes_max - 4) return "short enough for a topic's name of 249 characters";
  return std::nullopt;
}

complaint rule_topic_name(const std::string& text) {
  if (text.empty() || text.size() > topic_bytes_max || !is_topic_text(text) || text == "." ||
      text == "..")
    return "1 to 249 characters, each one of A-Z, a-z, 0-9, dot, _ and -";
  return std::nullopt;
}

complaint rule_topic_characters(const std::string& text) {
  if (text.empty() || text.size() > 16 || !is_topic_text(text))
    return "1 to 16 characters, each one of A-Z, a-z, 0-9, dot, _ and -";
  return std::nullopt;
}

complaint rule_topic_part(const std::string& text) {
  if (text.empty() || text.size() > topic_bytes_max || !is_topic_text(text))
    return "characters out of A-Z, a-z, 0-9, dot, _ and -, at least one";
  return std::nullopt;
}

complaint rule_placeholder(const std::string& text) {
  if (text.starts_with("hex:")) return "plain text; the form hex:... is not available yet";
  return std::nullopt;
}

complaint rule_not_zero(const std::string& text) {
  if (parse_integer(text) == 0) return "at least 1, or -1 for the broker's default";
  return std::nullopt;
}

complaint rule_key_columns(const std::string& text) {
  for (const auto& [table, columns] : split_key_columns(text)) {
    if (table.empty() || columns.empty() || !RE2(table, RE2::Quiet).ok())
      return "TABLE:COLUMN,COLUMN;... with a regular expression for each TABLE";
  }
  return std::nullopt;
}

complaint rule_none_alone(const std::string& text) {
  const auto operations = split_commas(text);
  const auto is_none = [](const std::string& word) { return lower(word) == "none"; };
  if (operations.size() > 1 && std::any_of(operations.begin(), operations.end(), is_none))
    return "none alone, or a list without none";
  return std::nullopt;
}

}  // namespace walrelay::config
