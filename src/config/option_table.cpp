#include "config/option_table.hpp"

#include <algorithm>
#include <array>
#include <map>

#include <walrelay/base/ensure.hpp>

#include "config/option_groups.hpp"
#include "config/value_text.hpp"

namespace walrelay::config {
namespace {

/// Both `*` of a pattern stand for at least one character.
bool matches(std::string_view pattern, std::string_view name) {
  const auto star = pattern.find('*');
  if (star == pattern.npos) return pattern == name;
  if (!name.starts_with(pattern.substr(0, star))) return false;
  const std::string_view rest = pattern.substr(star + 1);
  for (std::size_t next = star + 1; next <= name.size(); ++next)
    if (matches(rest, name.substr(next))) return true;
  return false;
}

const option_row* find_exact(std::string_view name) {
  static const auto by_name = [] {
    std::map<std::string_view, const option_row*> index;
    for (const option_group& group : option_groups())
      for (const option_row& row : group.rows) index.emplace(row.name, &row);
    return index;
  }();
  const auto found = by_name.find(name);
  return found == by_name.end() ? nullptr : found->second;
}

const option_row* find_pattern(std::string_view name) {
  const option_row* best = nullptr;
  for (const option_group& group : option_groups())
    for (const option_row& row : group.rows)
      if (row.is_pattern() && matches(row.name, name) &&
          (best == nullptr || row.name.size() > best->name.size()))
        best = &row;
  return best;
}

/// The kafka. twin of a producer.override. name, when it has a rule of its own.
const option_row* find_producer_rule(std::string_view name) {
  constexpr std::string_view prefix = "producer.override.";
  if (!name.starts_with(prefix) || name.size() == prefix.size()) return nullptr;
  const std::string twin = "kafka." + std::string(name.substr(prefix.size()));
  const option_row* row = find_option(twin);
  return row != nullptr && row->name != "kafka.*" ? row : nullptr;
}

}  // namespace

std::span<const option_group> option_groups() {
  static const std::array groups{
      option_group{"daemon", daemon_rows()},
      option_group{"kafka client", kafka_rows()},
      option_group{"connection", connection_rows()},
      option_group{"slot and publication", replication_rows()},
      option_group{"selection", selection_rows()},
      option_group{"columns", column_rows()},
      option_group{"representation", envelope_rows()},
      option_group{"snapshot", snapshot_rows()},
      option_group{"signals and notifications", signal_rows()},
      option_group{"topics", topic_rows()},
      option_group{"flow and errors", flow_rows()},
      option_group{"connect", connect_rows()},
      option_group{"other names", renamed_rows()},
  };
  return groups;
}

const option_row* find_option(std::string_view name) {
  if (const option_row* row = find_exact(name)) return row;
  if (const option_row* row = find_producer_rule(name)) return row;
  return find_pattern(name);
}

const option_row& option_named(std::string_view name) {
  const option_row* row = find_option(name);
  WALRELAY_ENSURE(row != nullptr, "the option table has no row {}", name);
  return *row;
}

bool is_secret(std::string_view name) {
  const option_row* row = find_exact(name);
  if (row != nullptr && row->visibility == secrecy::secret) return true;
  constexpr std::string_view telling[] = {"password",          "secret", "passphrase",  "token",
                                          "credential",        "jaas",   "ssl.key.pem", "ssl_key",
                                          "private.key",       "apikey", "api.key",     "passwd",
                                          "oauthbearer.config"};
  constexpr std::string_view harmless = "oauthbearer.token.endpoint.url";
  const std::string word = lower(name);
  return word.find(harmless) == word.npos &&
         std::any_of(std::begin(telling), std::end(telling),
                     [&](std::string_view part) { return word.find(part) != word.npos; });
}

std::vector<std::string_view> options_under(std::string_view group) {
  std::vector<std::string_view> names;
  const std::string prefix = std::string(group) + '.';
  for (const option_group& part : option_groups())
    for (const option_row& row : part.rows)
      if (row.name.starts_with(prefix) && row.state != standing::refused) names.push_back(row.name);
  return names;
}

std::vector<std::string_view> accepted_values(const option_row& row) {
  std::vector<std::string_view> values;
  std::string_view rest = row.accepted;
  while (!rest.empty()) {
    const auto space = rest.find(' ');
    values.push_back(rest.substr(0, space));
    rest = space == rest.npos ? std::string_view{} : rest.substr(space + 1);
  }
  return values;
}

}  // namespace walrelay::config
