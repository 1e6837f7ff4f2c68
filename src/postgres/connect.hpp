// connect: the one way to a server, for the replication stream and for SQL.
#pragma once

#include <walrelay/base/result.hpp>
#include <walrelay/postgres/connection.hpp>

#include "postgres/pg_handles.hpp"
#include "postgres/start_up.hpp"

namespace walrelay::postgres {

/// Blocking. Each of several hosts gets settings.connect_timeout; only the resolver's own time for
/// host names comes on top. A host that refuses us ends the search, as in libpq.
[[nodiscard]] result<connection_handle> connect(const connection_settings& settings,
                                                session_kind kind);

}  // namespace walrelay::postgres
