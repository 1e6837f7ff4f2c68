// The state behind source_catalog, shared by its sources: one file for each subject it asks about.
#pragma once

#include <memory>

#include <pqxx/result>

#include <walrelay/base/ids.hpp>
#include <walrelay/base/lsn.hpp>
#include <walrelay/postgres/source_catalog.hpp>

#include "postgres/sql_session.hpp"

namespace walrelay::postgres {

struct source_catalog::impl {
  std::unique_ptr<sql_session> session;
};

[[nodiscard]] inline oid oid_of(const pqxx::field& field) {
  return oid{field.as<std::uint32_t>()};
}

/// NULL is the empty text.
[[nodiscard]] inline std::string text_of(const pqxx::field& field) {
  return field.is_null() ? std::string{} : field.as<std::string>();
}

}  // namespace walrelay::postgres
