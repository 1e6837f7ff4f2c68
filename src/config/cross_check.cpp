#include "config/cross_check.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "config/column_options.hpp"
#include "config/value_check.hpp"
#include "config/value_text.hpp"

namespace walrelay::config {
namespace {

constexpr std::int64_t calm_transaction_timeout_ms = 60'000;

int line_of(const draft& connector, std::string_view option) {
  const given_value* value = connector.values.given(option);
  return value == nullptr ? 0 : value->line;
}

void report(findings& out, const draft& connector, std::string_view option, std::string text) {
  out.problems.push_back(
      {line_of(connector, option), connector.name, std::string(option), std::move(text)});
}

void note(findings& out, const draft& connector, std::string_view option, std::string text) {
  out.notes.push_back({connector.name, std::string(option), std::move(text)});
}

void check_exclusive_pairs(const draft& connector, findings& out) {
  struct pair {
    std::string_view include, exclude;
  };
  constexpr std::array pairs{pair{"schema.include.list", "schema.exclude.list"},
                             pair{"table.include.list", "table.exclude.list"},
                             pair{"column.include.list", "column.exclude.list"},
                             pair{"message.prefix.include.list", "message.prefix.exclude.list"}};
  for (const auto& [include, exclude] : pairs) {
    if (connector.values.list(include).empty() || connector.values.list(exclude).empty()) continue;
    const bool include_is_later = line_of(connector, include) > line_of(connector, exclude);
    report(out, connector, include_is_later ? include : exclude,
           fmt::format("{} and {} exclude each other; keep one of them", include, exclude));
  }
}

/// Names that are made from the connector's name, which may not have the alphabet they need.
void check_derived_names(const draft& connector, findings& out) {
  for (const std::string_view option : {"slot.name", "publication.name", "offset.storage.topic"}) {
    if (connector.values.given(option) != nullptr || connector.mentions(option)) continue;
    const auto trouble = option_named(option).rule(connector.values.text(option));
    if (trouble)
      report(
          out, connector, option,
          fmt::format("its default is made from the connector's name, and '{}' cannot be one: it "
                      "must be {}; set {}, or rename the connector",
                      connector.values.text(option), *trouble, option));
  }
}

void check_hosts_and_ports(const draft& connector, findings& out) {
  const std::size_t hosts = split_commas(connector.values.text("database.hostname")).size();
  const std::size_t ports = split_commas(connector.values.text("database.port")).size();
  if (ports > 1 && hosts > 0 && ports != hosts)
    report(
        out, connector, "database.port",
        fmt::format("{} ports for {} hosts; give one port for all, or one for each", ports, hosts));
}

void check_times(const draft& connector, findings& out) {
  const option_values& values = connector.values;
  const std::int64_t transaction_ms = values.integer("transaction.timeout.ms");
  if (transaction_ms < calm_transaction_timeout_ms)
    note(out, connector, "transaction.timeout.ms",
         "below 60000 a longer pause of a broker costs an abort and a new start");
  if (values.integer("commit.target.ms") > transaction_ms / 2) {
    const bool own = values.given("commit.target.ms") != nullptr;
    report(out, connector, own ? "commit.target.ms" : "transaction.timeout.ms",
           "commit.target.ms must be at most half of transaction.timeout.ms, or Kafka aborts "
           "transactions before their commit");
  }
  const std::int64_t interval_max = values.integer("wal.sender.timeout.ms") / 3;
  if (values.given("status.update.interval.ms") != nullptr &&
      values.integer("status.update.interval.ms") > interval_max)
    note(out, connector, "status.update.interval.ms",
         fmt::format("lowered to {}, a third of wal.sender.timeout.ms, so that the server does not "
                     "take us for dead",
                     interval_max));
}

void check_name(const draft& connector, findings& out) {
  const given_value* value = connector.values.given("name");
  if (value != nullptr && value->text() != connector.name)
    report(out, connector, "name",
           fmt::format("found {}; it must be the name that the connector stands under, '{}'",
                       shown_value("name", *value), connector.name));
}

void check_heartbeat(const draft& connector, findings& out) {
  const bool beats = connector.values.integer("heartbeat.interval.ms") > 0;
  if (beats || connector.values.text("heartbeat.action.query").empty()) return;
  report(out, connector, "heartbeat.action.query",
         "it would never run: heartbeat.interval.ms is 0; set the interval too");
}

std::string topic_start(const option_values& values) {
  const std::string prefix = values.text("topic.prefix");
  return prefix.empty() ? prefix : prefix + values.text("topic.delimiter");
}

void check_offset_topic(const draft& keeper, const draft& writer, findings& out) {
  const std::string start = topic_start(writer.values);
  if (!start.empty() && keeper.values.text("offset.storage.topic").starts_with(start))
    report(out, keeper, "offset.storage.topic",
           fmt::format("it begins like the topics of connector '{}' (topic.prefix and "
                       "topic.delimiter), so rows could end up among checkpoints; choose another",
                       writer.name));
}

/// host:port of every server that the connector may talk to.
std::vector<std::string> servers_of(const option_values& values) {
  const auto hosts = split_commas(values.text("database.hostname"));
  const auto ports = split_commas(values.text("database.port"));
  std::vector<std::string> servers;
  for (std::size_t i = 0; i < hosts.size(); ++i)
    servers.push_back(lower(hosts[i]) + ':' + (i < ports.size() ? ports[i] : ports.front()));
  return servers;
}

bool share_server(const draft& one, const draft& other) {
  const auto theirs = servers_of(other.values);
  const auto ours = servers_of(one.values);
  return std::any_of(ours.begin(), ours.end(), [&](const std::string& server) {
    return std::find(theirs.begin(), theirs.end(), server) != theirs.end();
  });
}

void check_pair(const draft& first, const draft& second, findings& out) {
  const auto same = [&](std::string_view option) {
    const std::string text = first.values.text(option);
    return !text.empty() && text == second.values.text(option);
  };
  if (same("slot.name") && share_server(first, second))
    report(out, second, "slot.name",
           fmt::format("connector '{}' has the same slot on the same server; a slot has one reader",
                       first.name));
  if (same("topic.prefix"))
    report(out, second, "topic.prefix",
           fmt::format("connector '{}' has the same; their topics and keys would mix", first.name));
  if (same("transactional.id"))
    report(out, second, "transactional.id",
           fmt::format("connector '{}' has the same; each would end the other's transactions",
                       first.name));
  if (same("offset.storage.topic"))
    note(out, second, "offset.storage.topic",
         fmt::format(
             "shared with connector '{}': an open transaction of one delays the start of the "
             "other",
             first.name));
  check_offset_topic(first, second, out);
  check_offset_topic(second, first, out);
}

}  // namespace

void find_missing(const draft& connector, const draft& daemon, findings& out) {
  for (const option_group& group : option_groups())
    for (const option_row& row : group.rows) {
      if (row.need != presence::required || connector.values.given(row.name) != nullptr) continue;
      if (connector.mentions(row.name) || daemon.mentions(row.name)) continue;
      out.problems.push_back({0, connector.name, std::string(row.name),
                              fmt::format("missing, and there is no default. {}", row.doc)});
    }
}

void check_connector(const draft& connector, findings& out) {
  check_exclusive_pairs(connector, out);
  check_derived_names(connector, out);
  check_hosts_and_ports(connector, out);
  check_times(connector, out);
  check_column_options(connector, out);
  check_name(connector, out);
  check_heartbeat(connector, out);
  check_offset_topic(connector, connector, out);
}

void check_between_connectors(const std::vector<draft>& connectors, findings& out) {
  for (std::size_t second = 1; second < connectors.size(); ++second)
    for (std::size_t first = 0; first < second; ++first)
      check_pair(connectors[first], connectors[second], out);
}

}  // namespace walrelay::config
