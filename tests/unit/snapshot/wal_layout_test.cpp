#include <doctest/doctest.h>

#include <walrelay/snapshot/wal_layout.hpp>

namespace {

using namespace walrelay;
using snapshot::reachable;

constexpr std::uint64_t segment = 16u << 20;

TEST_CASE("behind a page's header there is nothing yet: the stream stands at the page's start") {
  CHECK(reachable(lsn(segment + 8192 + 24), {}) == lsn(segment + 8192));
  CHECK(reachable(lsn(segment + 40), {}) == lsn(segment));
}

TEST_CASE("a record that ends there on another kind of page is reached at its end") {
  CHECK(reachable(lsn(segment + 8192 + 40), {}) == lsn(segment + 8192 + 40));
  CHECK(reachable(lsn(segment + 24), {}) == lsn(segment + 24));
  CHECK(reachable(lsn(segment + 8192 + 48), {}) == lsn(segment + 8192 + 48));
}

TEST_CASE("pages and segments have the server's sizes") {
  const snapshot::wal_layout odd{4096, 1u << 20};
  CHECK(reachable(lsn((1u << 20) + 40), odd) == lsn(1u << 20));
  CHECK(reachable(lsn((1u << 20) + 4096 + 24), odd) == lsn((1u << 20) + 4096));
}

}  // namespace
