#include <walrelay/postgres/connection.hpp>

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "postgres/start_up.hpp"

namespace walrelay::postgres {

namespace {

using std::chrono::milliseconds;

/// A blank or a backslash would end the value; PostgreSQL takes a backslash before either.
void append_option(std::string& options, std::string_view name, std::string_view value) {
  options += options.empty() ? "-c " : " -c ";
  options += name;
  options += '=';
  for (const char letter : value) {
    if (letter == ' ' || letter == '\\') options += '\\';
    options += letter;
  }
}

std::string_view value_of(const keyword_list& keywords, std::string_view name) {
  std::string_view value;
  for (const auto& [keyword, text] : keywords) {
    if (keyword == name) value = text;
  }
  return value;
}

std::vector<std::string> split_commas(std::string_view text) {
  std::vector<std::string> parts;
  while (true) {
    const std::size_t comma = text.find(',');
    parts.emplace_back(text.substr(0, comma));
    if (comma == std::string_view::npos) return parts;
    text.remove_prefix(comma + 1);
  }
}

/// The last of several, or the only one for all: libpq's rule for port and hostaddr.
void append_part(keyword_list& keywords, std::string_view name, std::size_t index) {
  const std::string_view joined = value_of(keywords, name);
  if (joined.empty()) return;
  const std::vector<std::string> parts = split_commas(joined);
  keywords.emplace_back(name, parts.size() == 1 ? parts[0] : parts.at(index));
}

}  // namespace

std::string session_options(const connection_settings& settings) {
  // Output: the same text for a value whatever the role's or database's settings (INV-11).
  // search_path and quote_all_identifiers decide how regclass and its kin are spelled.
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 14> pinned{{
      {"datestyle", "ISO"},
      {"intervalstyle", "postgres"},
      {"timezone", "UTC"},
      {"extra_float_digits", "3"},
      {"bytea_output", "hex"},
      {"lc_monetary", "C"},
      {"search_path", "\"$user\",public"},
      {"quote_all_identifiers", "off"},
      {"client_min_messages", "error"},
      {"lock_timeout", "0"},
      {"idle_in_transaction_session_timeout", "0"},
      // A half-open predecessor must let go of the slot in seconds.
      {"tcp_keepalives_idle", "5"},
      {"tcp_keepalives_interval", "2"},
      {"tcp_keepalives_count", "3"},
  }};
  std::string options;
  for (const auto& [name, value] : pinned) append_option(options, name, value);
  append_option(options, "wal_sender_timeout", fmt::to_string(settings.wal_sender_timeout.count()));
  return options;
}

keyword_list start_up_keywords(const connection_settings& settings, session_kind kind) {
  const std::string peer_timeout_ms = fmt::to_string(settings.wal_sender_timeout.count());
  keyword_list keywords{{"keepalives_idle", "5"},
                        {"keepalives_interval", "2"},
                        {"keepalives_count", "3"},
                        {"tcp_user_timeout", peer_timeout_ms}};
  keywords.insert(keywords.end(), settings.keywords.begin(), settings.keywords.end());

  std::string options{value_of(settings.keywords, "options")};
  if (!options.empty()) options += ' ';
  options += session_options(settings);
  const milliseconds statement_timeout =
      kind == session_kind::sql ? settings.statement_timeout : milliseconds{0};
  append_option(options, "statement_timeout", fmt::to_string(statement_timeout.count()));

  // Where a blocking call of libpq applies it; connect() keeps the exact deadline itself.
  const auto connect_timeout_s =
      std::chrono::ceil<std::chrono::seconds>(settings.connect_timeout).count();
  keywords.emplace_back("connect_timeout", fmt::to_string(std::max<decltype(connect_timeout_s)>(
                                               2, connect_timeout_s)));
  keywords.emplace_back("application_name", settings.application_name);
  keywords.emplace_back("client_encoding", "UTF8");
  keywords.emplace_back("options", options);
  if (kind == session_kind::replication) keywords.emplace_back("replication", "database");
  return keywords;
}

std::vector<keyword_list> split_hosts(const keyword_list& keywords) {
  const std::string_view by_name = value_of(keywords, "host");
  const std::string_view by_address = value_of(keywords, "hostaddr");
  const std::size_t count = split_commas(by_name.empty() ? by_address : by_name).size();
  const auto fits = [&](std::string_view name) {
    const std::size_t parts = split_commas(value_of(keywords, name)).size();
    return parts == count || parts == 1;
  };
  // Lists of different lengths are left to libpq, which says what is wrong with them.
  if (count == 1 || !fits("port") || !fits("host") || !fits("hostaddr")) return {keywords};

  std::vector<keyword_list> attempts;
  for (std::size_t i = 0; i < count; ++i) {
    keyword_list& attempt = attempts.emplace_back(keywords);
    for (const std::string_view name : {"host", "hostaddr", "port"}) append_part(attempt, name, i);
  }
  return attempts;
}

std::vector<std::string> late_settings(int server_version) {
  // From PGDATESTYLE and PGTZ of our environment libpq makes settings that win over `options`.
  std::vector<std::string> statements{"SET datestyle = ISO", "SET timezone = 'UTC'"};
  if (server_version >= 140000) statements.emplace_back("SET idle_session_timeout = 0");
  if (server_version >= 170000) statements.emplace_back("SET transaction_timeout = 0");
  return statements;
}

}  // namespace walrelay::postgres
