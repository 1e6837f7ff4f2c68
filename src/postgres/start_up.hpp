// What a connection of ours says in its start-up packet. Pure: settings in, keywords out.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <walrelay/postgres/connection.hpp>

namespace walrelay::postgres {

enum class session_kind { replication, sql };

using keyword_list = std::vector<std::pair<std::string, std::string>>;

/// The operator's keywords between our defaults, which they may override, and what must not change.
/// libpq takes the last of a repeated keyword.
[[nodiscard]] keyword_list start_up_keywords(const connection_settings& settings,
                                             session_kind kind);

/// One list for each of the comma-joined hosts, in order, so that every host gets a deadline of its
/// own. The list itself when there is one host or none.
[[nodiscard]] std::vector<keyword_list> split_hosts(const keyword_list& keywords);

/// What the start-up packet cannot settle: settings that the environment overrides there, and those
/// that only newer servers know (an older one would refuse the packet).
[[nodiscard]] std::vector<std::string> late_settings(int server_version);

}  // namespace walrelay::postgres
