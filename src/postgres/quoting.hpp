// quoting: names and texts as they stand in a statement.
#pragma once

#include <string>

#include <libpq-fe.h>

namespace walrelay::postgres {

[[nodiscard]] std::string quoted_name(PGconn* connection, const std::string& name);
[[nodiscard]] std::string quoted_literal(PGconn* connection, const std::string& text);

}  // namespace walrelay::postgres
