#include <doctest/doctest.h>

#include <string>
#include <variant>
#include <vector>

#include <walrelay/pgoutput/decoder.hpp>

#include "unit/pgoutput/sample_stream.hpp"
#include "unit/show_result.hpp"

namespace {

using namespace walrelay;
using namespace walrelay::pgoutput;
using change::value;
using change::value_kind;
using test::view;

/// The sample of that name, decoded as a `Message`. The bytes must outlive what is returned.
template <class Message>
Message decoded(decoder& with, const std::string& bytes) {
  auto message = with.decode(view(bytes));
  REQUIRE(message);
  REQUIRE(std::holds_alternative<Message>(*message));
  return std::get<Message>(std::move(*message));
}

std::string bytes_of(std::string_view name) {
  for (const auto& sample : test::sample_stream()) {
    if (sample.name == name) return sample.bytes;
  }
  FAIL("no sample ", name);
  return {};
}

using values = std::vector<value>;
values copied(std::span<const value> from) {
  return {from.begin(), from.end()};
}
value text(std::string_view of) {
  return {value_kind::text, of};
}
const value null{value_kind::null, {}};
const value unchanged{value_kind::unchanged, {}};

constexpr wall_time seven_us_into_2000{std::chrono::microseconds(946'684'800'000'007)};

TEST_CASE("Begin and Commit") {
  decoder decode;
  CHECK(decoded<begin>(decode, bytes_of("Begin")) ==
        begin{lsn(0x16'B374D848), seven_us_into_2000, xid(4'000'000'000)});
  CHECK(decoded<commit>(decode, bytes_of("Commit")) ==
        commit{lsn(0x16'B374D848), lsn(0x16'B374D900), seven_us_into_2000});
}

TEST_CASE("a time before 2000 keeps its microseconds") {
  decoder decode;
  const std::string bytes = test::message_writer('B').i64(1).i64(-946'684'800'000'001).i32(3);
  CHECK(decoded<begin>(decode, bytes).commit_time == wall_time(std::chrono::microseconds(-1)));
}

TEST_CASE("Origin and Type") {
  decoder decode;
  const std::string origin_bytes = bytes_of("Origin");
  const auto from = decoded<origin>(decode, origin_bytes);
  CHECK(from.commit_lsn == lsn(0x55));
  CHECK(from.name == "node_a");
  const std::string type_bytes = bytes_of("Type");
  const auto mood = decoded<type>(decode, type_bytes);
  CHECK(mood.id == oid(16400));
  CHECK(mood.schema == "public");
  CHECK(mood.name == "mood");
}

TEST_CASE("Relation") {
  decoder decode;
  const auto orders = decoded<relation>(decode, bytes_of("Relation")).shape;
  const change::relation expected{oid(16390),
                                  "public",
                                  "orders",
                                  change::replica_identity::primary_key,
                                  {{"id", oid(23), -1, true}, {"caf\u00E9", oid(1043), 24, false}}};
  CHECK(orders == expected);
  const auto empty = decoded<relation>(decode, bytes_of("Relation without columns")).shape;
  CHECK(empty.schema == "pg_catalog");
  CHECK(empty.identity == change::replica_identity::nothing);
  CHECK(empty.columns.empty());
}

TEST_CASE("each replica identity is told apart") {
  using change::replica_identity;
  decoder decode;
  for (const auto& [tag, identity] :
       {std::pair{'d', replica_identity::primary_key}, std::pair{'n', replica_identity::nothing},
        std::pair{'f', replica_identity::full}, std::pair{'i', replica_identity::index}}) {
    CAPTURE(tag);
    const std::string bytes = test::message_writer('R').i32(1).name("s").name("t").tag(tag).i16(0);
    CHECK(decoded<relation>(decode, bytes).shape.identity == identity);
  }
}

TEST_CASE("rows carry the old row that was sent, and NULL and unchanged are told apart") {
  struct expected_row {
    std::string_view sample;
    change::row_operation operation;
    change::old_row old_kind;
    values old_values;
    values new_values;
  };
  using change::old_row;
  using change::row_operation;
  const expected_row rows[] = {
      {"Insert", row_operation::insert, old_row::none, {}, {text("1"), null, unchanged}},
      {"Update, new row only", row_operation::update, old_row::none, {}, {text("1"), text("")}},
      {"Update, old key",
       row_operation::update,
       old_row::key,
       {text("1"), null},
       {text("2"), text("b")}},
      {"Update, old row",
       row_operation::update,
       old_row::full,
       {text("1"), text("a")},
       {text("1"), unchanged}},
      {"Delete, old key", row_operation::remove, old_row::key, {text("1"), null}, {}},
      {"Delete, old row", row_operation::remove, old_row::full, {text("1"), text("a")}, {}},
  };
  decoder decode;  // one for all: nothing of a row may show in the next
  for (const expected_row& expected : rows) {
    CAPTURE(expected.sample);
    const std::string bytes = bytes_of(expected.sample);
    const auto got = decoded<row>(decode, bytes);
    CHECK(got.operation == expected.operation);
    CHECK(got.relation == oid(16390));
    CHECK(got.old_kind == expected.old_kind);
    CHECK(copied(got.old_values) == expected.old_values);
    CHECK(copied(got.new_values) == expected.new_values);
  }
}

TEST_CASE("values are views into the message and rows reuse the same memory") {
  decoder decode;
  const std::string bytes = bytes_of("Update, old key");
  const auto first = decoded<row>(decode, bytes);
  CHECK(first.new_values[0].text.data() > bytes.data());
  CHECK(first.new_values[0].text.data() < bytes.data() + bytes.size());
  const auto second = decoded<row>(decode, bytes);
  CHECK(second.new_values.data() == first.new_values.data());
  CHECK(second.old_values.data() == first.old_values.data());
}

TEST_CASE("as many columns as PostgreSQL can have") {
  test::message_writer bytes('I');
  bytes.i32(1).tag('N').i16(1600);
  for (int i = 0; i < 1600; ++i) bytes.null();
  decoder decode;
  const std::string whole = bytes;
  CHECK(decoded<row>(decode, whole).new_values.size() == 1600);
}

TEST_CASE("Truncate") {
  decoder decode;
  const std::string bytes = bytes_of("Truncate");
  const auto both = decoded<pgoutput::truncate>(decode, bytes);
  CHECK(both.cascade);
  CHECK(both.restart_identity);
  CHECK(std::vector<oid>(both.relations.begin(), both.relations.end()) ==
        std::vector{oid(16390), oid(16391)});
  const auto plain =
      decoded<pgoutput::truncate>(decode, test::message_writer('T').i32(1).u8(0).i32(5));
  CHECK_FALSE(plain.cascade);
  CHECK_FALSE(plain.restart_identity);
  const auto cascade =
      decoded<pgoutput::truncate>(decode, test::message_writer('T').i32(1).u8(1).i32(5));
  CHECK(cascade.cascade);
  CHECK_FALSE(cascade.restart_identity);
}

TEST_CASE("logical decoding message: its content is bytes, not text") {
  decoder decode;
  const std::string bytes = bytes_of("Message");
  const auto message = decoded<logical_message>(decode, bytes);
  CHECK(message.transactional);
  CHECK(message.position == lsn(0x77));
  CHECK(message.prefix == "prefix");
  REQUIRE(message.content.size() == 3);
  CHECK(message.content[0] == std::byte{0xFF});
  CHECK(message.content[1] == std::byte{0});
}

}  // namespace
