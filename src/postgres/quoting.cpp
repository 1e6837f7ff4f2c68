#include "postgres/quoting.hpp"

#include <memory>

#include <walrelay/base/ensure.hpp>

#include "postgres/pg_handles.hpp"

namespace walrelay::postgres {

namespace {

std::string taken(char* quoted) {
  const copy_buffer text{quoted};
  WALRELAY_ENSURE(text != nullptr, "quoting: text that is not UTF-8, or out of memory");
  return text.get();
}

}  // namespace

std::string quoted_name(PGconn* connection, const std::string& name) {
  return taken(PQescapeIdentifier(connection, name.data(), name.size()));
}

std::string quoted_literal(PGconn* connection, const std::string& text) {
  return taken(PQescapeLiteral(connection, text.data(), text.size()));
}

}  // namespace walrelay::postgres
