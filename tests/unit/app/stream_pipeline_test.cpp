#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "unit/app/pipeline_bench.hpp"

namespace {

using namespace walrelay;
using namespace walrelay::app;
using namespace walrelay::app::test;

TEST_CASE("a transaction becomes records and the boundary at its end") {
  bench b;
  b.feed({begin(0x200), relation(), insert("1"), insert("2"), commit(0x200, 0x230)});
  CHECK(b.wanted == std::vector<std::string>{"orders"});
  const auto taken = b.pipeline->take_slice();
  REQUIRE(taken);
  CHECK(b.keys(*taken) == std::vector<std::string>{"{\"id\":1}", "{\"id\":2}"});
  REQUIRE(taken->facts.last_boundary);
  CHECK(taken->facts.last_boundary->records_before == 2);
  CHECK(taken->facts.last_boundary->boundary.position == lsn{0x230});
  CHECK(taken->facts.last_boundary->boundary.transaction->id == xid{7});
  CHECK_FALSE(b.pipeline->take_slice());
}

TEST_CASE("a slice taken inside a transaction has no boundary, or the one before it") {
  bench b;
  b.feed({begin(0x200), relation(), insert("1")});
  const auto inside = b.pipeline->take_slice();
  REQUIRE(inside);
  CHECK_FALSE(inside->facts.last_boundary);
  b.feed({commit(0x200, 0x230), begin(0x300), insert("2")});
  const auto across = b.pipeline->take_slice();
  REQUIRE(across);
  CHECK(across->facts.records == 1);
  CHECK(across->facts.last_boundary->records_before == 0);
}

TEST_CASE("a transaction that was relayed before leaves nothing, and its relation is remembered") {
  bench b;
  b.feed({begin(0x80), relation(), insert("1"), commit(0x80, 0x90)});
  CHECK_FALSE(b.pipeline->take_slice());
  CHECK(b.wanted.empty());
  b.feed({begin(0x200), insert("2"), commit(0x200, 0x230)});
  REQUIRE_FALSE(b.failure);
  CHECK(b.keys(*b.pipeline->take_slice()) == std::vector<std::string>{"{\"id\":2}"});
}

TEST_CASE("rows of tables that are not captured are counted and told once") {
  bench b;
  b.feed({begin(0x200), relation(other, "other"), insert("1", other), insert("2", other),
          commit(0x200, 0x230)});
  const auto taken = b.pipeline->take_slice();
  REQUIRE(taken);
  CHECK(taken->facts.records == 0);
  CHECK(taken->facts.last_boundary->boundary.position == lsn{0x230});
  CHECK(b.pipeline->counters().rows_not_captured == 2);
  CHECK(b.seen.told == std::vector<std::string>{"not captured other"});
}

TEST_CASE("a changed relation is bound again, an announced one that is the same is not") {
  bench b;
  b.feed({begin(0x200), relation(), insert("1"), relation(), insert("2"),
          relation(orders, "orders", true),
          xlog(500, message_writer('I').i32(orders).tag('N').i16(2).text("3").text("x")),
          commit(0x200, 0x230)});
  REQUIRE_FALSE(b.failure);
  CHECK(b.wanted.size() == 2);
  CHECK(b.pipeline->take_slice()->facts.records == 3);
}

TEST_CASE("records with a schema show the catalog: an announced relation is bound again") {
  auto chosen = options();
  chosen.envelope.value.schemas = true;
  bench b(chosen);
  b.feed({begin(0x200), relation(), insert("1"), relation(), insert("2"), commit(0x200, 0x230)});
  REQUIRE_FALSE(b.failure);
  CHECK(b.wanted.size() == 2);
}

TEST_CASE(
    "a label that the schemas lack makes the table wanted again, once, and nothing else new") {
  constexpr oid mood{90'001};
  auto chosen = options();
  chosen.envelope.value.schemas = true;
  bench b(chosen);
  change::type_facts facts;
  facts.id = mood;
  facts.kind = change::type_kind::enumeration;
  facts.enum_labels = {"sad"};
  b.binding.types.emplace(mood, facts);
  const auto row = [](const char* id, const char* label) {
    return xlog(500, message_writer('I').i32(orders).tag('N').i16(2).text(id).text(label));
  };
  message_writer shape('R');
  shape.i32(orders).name("public").name("orders").tag('d').i16(2).column(1, "id", 23);
  shape.column(0, "m", mood.value());
  b.feed({begin(0x200), xlog(0, shape), row("1", "sad")});
  CHECK(b.wanted.size() == 1);
  // The catalog of the future: the key has become another.
  b.binding.types.at(mood).enum_labels = {"sad", "glad"};
  b.binding.facts->key_columns = {"m"};
  b.feed({row("2", "glad"), row("3", "sad"), row("4", "gone"), row("5", "gone"),
          commit(0x200, 0x230)});
  REQUIRE_FALSE(b.failure);
  CHECK(b.wanted.size() == 3);
  const auto taken = b.pipeline->take_slice();
  REQUIRE(taken);
  CHECK(b.keys(*taken) == std::vector<std::string>{"{\"id\":1}", "{\"id\":2}", "{\"id\":3}",
                                                   "{\"id\":4}", "{\"id\":5}"});
  for (const std::size_t index : {0U, 1U, 2U, 3U, 4U}) {
    const auto value = *taken->records.at(index).value;
    CHECK((value.find("\"allowed\":\"sad,glad\"") != std::string::npos) == (index > 0));
  }
}

TEST_CASE("TRUNCATE is left out by default, counted and told once; or emitted without a key") {
  SUBCASE("left out") {
    bench b;
    b.feed({begin(0x200), relation(), truncate(), truncate(), commit(0x200, 0x230)});
    CHECK(b.pipeline->take_slice()->facts.records == 0);
    CHECK(b.pipeline->counters().rows_of_skipped_operations == 2);
    CHECK(b.seen.told == std::vector<std::string>{"truncate orders"});
  }
  SUBCASE("emitted") {
    auto chosen = options();
    chosen.envelope.skipped_operations.clear();
    bench b(chosen);
    b.feed({begin(0x200), relation(), truncate(), commit(0x200, 0x230)});
    CHECK(b.keys(*b.pipeline->take_slice()) == std::vector<std::string>{"(none)"});
  }
  SUBCASE("refused for a compacted topic") {
    auto chosen = options();
    chosen.envelope.skipped_operations.clear();
    bench b(chosen);
    b.binding.compacted = true;
    b.feed({begin(0x200), relation(), truncate()});
    REQUIRE(b.failure);
    CHECK(b.failure->message().find("compacted") != std::string::npos);
  }
}

TEST_CASE("a record that is too large is found before producing") {
  bench b;
  b.binding.record_bytes_max = 100;
  b.feed({begin(0x200), relation(), insert("1")});
  REQUIRE(b.failure);
  CHECK(b.failure->kind == error_class::refuse);
  for (const char* part : {"public.orders", "0/1F4", "100", "max.message.bytes"}) {
    CHECK(b.failure->message().find(part) != std::string::npos);
  }
}

TEST_CASE("a keepalive is a position only between transactions, and the newest one stays known") {
  bench b;
  b.feed({keepalive(0x180)});
  auto idle = b.pipeline->take_slice();
  REQUIRE(idle);
  CHECK(idle->facts.last_boundary->boundary.position == lsn{0x180});
  CHECK(idle->facts.last_boundary->boundary.transaction->end == lsn{0x90});
  b.feed({begin(0x200), keepalive(0x1f0)});
  CHECK_FALSE(b.pipeline->take_slice());
  b.feed({commit(0x200, 0x210), keepalive(0x280)});
  idle = b.pipeline->take_slice();
  REQUIRE(idle);
  CHECK(idle->facts.last_boundary->boundary.position == lsn{0x280});
  CHECK(idle->facts.last_boundary->boundary.transaction->end == lsn{0x210});
}

TEST_CASE("a keepalive that asks for an answer hurries the position, also one that is known") {
  bench b;
  b.feed({keepalive(0x180)});
  CHECK_FALSE(b.pipeline->take_slice()->facts.reply_requested);
  CHECK_FALSE(b.pipeline->take_reply_request());
  b.feed({keepalive(0x180, true)});
  CHECK(b.pipeline->take_reply_request());
  CHECK(b.pipeline->take_slice()->facts.reply_requested);
}

struct broken_row {
  const char* name;
  std::vector<std::string> frames;
  const char* message_holds;
};

TEST_CASE("broken streams are refused, never skipped (INV-8)") {
  const std::vector<broken_row> table = {
      {"a row of an unknown relation", {begin(0x200), insert("1")}, "16400"},
      {"a row outside a transaction", {relation(), insert("1")}, "outside"},
      {"a commit LSN that does not increase",
       {begin(0x300), commit(0x300, 0x330), begin(0x250)},
       "0/250"},
      {"a message of no transaction inside one",
       {begin(0x200), xlog(1, message_writer('M').u8(0).i64(0x150).name("p").i32(0))},
       "of no transaction"},
      {"an unknown message", {xlog(1, "Z")}, "0x5A"},
      {"an unknown frame", {"x"}, ""},
      {"a value that is none of its type",
       {begin(0x200), relation(), insert("x")},
       "\"public\".\"orders\""},
  };
  for (const auto& row : table) {
    CAPTURE(row.name);
    bench b;
    b.feed(row.frames);
    REQUIRE(b.failure);
    CHECK(b.failure->kind == error_class::refuse);
    CAPTURE(b.failure->message());
    CHECK(b.failure->message().find(row.message_holds) != std::string::npos);
  }
}

TEST_CASE("a message that cannot be decoded is located in the WAL") {
  bench b;
  b.feed({begin(0x200), xlog(0x1a0, "Z")});
  REQUIRE(b.failure);
  for (const char* part : {"0/1A0", "transaction 7", "0/200"}) {
    CHECK(b.failure->message().find(part) != std::string::npos);
  }
}

}  // namespace
