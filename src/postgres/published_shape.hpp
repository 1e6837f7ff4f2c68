// published_shape: what a publication shows of a table, as the Relation message would announce it.
#pragma once

#include <optional>
#include <string>

#include <libpq-fe.h>

#include <walrelay/base/result.hpp>
#include <walrelay/postgres/snapshot_session.hpp>

#include "postgres/command.hpp"

namespace walrelay::postgres {

/// Within the connection's transaction. Absent when the table is not in the publication.
[[nodiscard]] result<std::optional<snapshot_session::published>> published_shape(
    PGconn* connection, oid table, const std::string& publication, const wait_limits& limits);

}  // namespace walrelay::postgres
