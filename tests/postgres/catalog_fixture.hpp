// A catalog on a scratch database, and a session of its owner to change things with.
#pragma once

#include <memory>

#include <walrelay/postgres/source_catalog.hpp>

#include "server.hpp"
#include "stream_fixture.hpp"

namespace walrelay::postgres::test {

struct catalog_here {
  scratch_database database;
  session owner{database.settings()};
  std::unique_ptr<source_catalog> catalog = must(source_catalog::open(database.settings()));

  [[nodiscard]] oid oid_of(const std::string& table) {
    const std::string text = owner.value("SELECT '" + table + "'::regclass::oid");
    return oid{static_cast<std::uint32_t>(std::stoul(text))};
  }
};

}  // namespace walrelay::postgres::test
