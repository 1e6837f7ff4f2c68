// INV-11: a row that the stream brings and the same row that a SELECT brings are the same bytes, in
// every type and mode, whatever the settings of the database and of the role say.
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <boost/asio/io_context.hpp>

#include <walrelay/change/selection.hpp>
#include <walrelay/envelope/table_encoder.hpp>
#include <walrelay/pgoutput/decoder.hpp>
#include <walrelay/pgoutput/frame.hpp>
#include <walrelay/pgoutput/relation_cache.hpp>

#include "postgres/catalog_fixture.hpp"

using namespace walrelay;
using namespace walrelay::postgres;
using namespace walrelay::postgres::test;

namespace {

using texts = std::vector<std::string>;

struct column {
  std::string type;
  texts literals;
};

// What a setting could spell differently, and the rest of the families.
const std::vector<column> columns{
    {"int8", {"-9223372036854775808", "42"}},
    {"numeric", {"1e-30", "NaN"}},
    {"numeric(10,2)", {"-0.01", "99999999.99"}},
    {"money", {"-92233720368547758.08", "1234.5"}},
    {"float4", {"0.1", "-Infinity"}},
    {"float8", {"0.30000000000000004", "5e-324"}},
    {"bool", {"t", "f"}},
    {"bit(9)", {"101010101", "000000001"}},
    {"varbit", {"", "1"}},
    {"text", {"", "a\"b\\c\n\u00e9\U0001F600"}},
    {"char(5)", {"ab", ""}},
    {"\"char\"", {"x", ""}},
    {"name", {"n", ""}},
    {"bytea", {"\\x00ff5c27", "\\x"}},
    {"date", {"2024-03-02", "0044-03-15 BC"}},
    {"time", {"24:00:00", "00:00:00.000001"}},
    {"timetz", {"12:00:00.5+05:30", "24:00:00-15:59:59"}},
    {"timestamp(3)", {"2024-03-02 10:00:00.1235", "-infinity"}},
    {"timestamp", {"1969-12-31 23:59:59.999999", "infinity"}},
    {"timestamptz", {"0044-03-15 12:00+00 BC", "2024-03-02 10:00+00"}},
    {"interval", {"-1 year 2 mons -3 days 04:05:06", "-0.5 sec"}},
    {"json", {"{\"a\":1, \"a\" : 2}", "null"}},
    {"jsonb", {"{\"b\":1.10}", "[]"}},
    {"xml", {"<a>1</a>", "x"}},
    {"uuid", {"b68a35a7-17ad-35b3-af2a-ae46edb4545a", "00000000-0000-0000-0000-000000000000"}},
    {"inet", {"10.1.2.3/8", "::1"}},
    {"macaddr", {"08:00:2b:01:02:03", "00:00:00:00:00:00"}},
    {"tsvector", {"'a b':1A,2", ""}},
    {"tsrange", {"[2024-03-02,infinity)", "empty"}},
    {"tstzrange", {"[2020-01-01 00:00+02,)", "(,)"}},
    {"tstzmultirange", {"{[2020-01-01 00:00+02,)}", "{}"}},
    {"point", {"(0.1,-1e300)", "(0,0)"}},
    {"box", {"(0.30000000000000004,1),(0,0)", "(0,0),(0,0)"}},
    {"int4[]", {"{1,NULL,3}", "[0:1]={7,8}"}},
    {"text[]", {"{NULL,\"NULL\",\"a,b\"}", "{}"}},
    {"bytea[]", {"{\"\\\\x00ff\",NULL}", "{}"}},
    {"money[]", {"{1234.5}", "{-0.01}"}},
    {"float8[]", {"{0.30000000000000004,NaN}", "{{1,2},{3,4}}"}},
    {"date[]", {"{2024-03-02,infinity}", "{}"}},
    {"timestamptz[]", {"{\"2024-03-02 10:00+00\",infinity}", "{}"}},
    {"interval[]", {"{\"-1 year 2 mons -3 days 04:05:06\"}", "{}"}},
    {"box[]", {"{(1,1),(0,0);(2,2),(1,1)}", "{}"}},
    {"mood", {"sad", "so, so"}},
    {"price[]", {"{1.5,2}", "{}"}},
    {"pair", {"(\"2024-03-02 10:00+00\",0.30000000000000004)", "(,)"}},
};
const texts types{"CREATE TYPE mood AS ENUM ('sad', 'so, so')",
                  "CREATE DOMAIN price AS numeric(10,2)",
                  "CREATE TYPE pair AS (a timestamptz, b float8)"};

// A role's settings for one database win over all others.
constexpr auto hostile = {"datestyle = 'SQL, DMY'",      "intervalstyle = 'iso_8601'",
                          "timezone = 'Asia/Kolkata'",   "bytea_output = 'escape'",
                          "extra_float_digits = -15",    "client_encoding = 'LATIN1'",
                          "quote_all_identifiers = 'on'"};

std::string quoted(const std::string& literal) {
  std::string sql = "'";
  for (const char c : literal) sql += c == '\'' ? std::string("''") : std::string(1, c);
  return sql + "'";
}

/// The frames that hold a row, and what was announced before them.
struct streamed_rows {
  pgoutput::relation_cache relations;
  change::relation_ptr relation;
  std::vector<texts> rows;

  void take(byte_view frame) {
    pgoutput::decoder decoder;
    const auto parsed = must(pgoutput::parse_frame(frame));
    const auto* data = std::get_if<pgoutput::xlog_data>(&parsed);
    if (data == nullptr) return;
    auto message = must(decoder.decode(data->payload));
    if (auto* announced = std::get_if<pgoutput::relation>(&message)) {
      relation = relations.put(std::move(announced->shape));
    } else if (const auto* row = std::get_if<pgoutput::row>(&message)) {
      auto& cells = rows.emplace_back();
      for (const change::value& value : row->new_values) cells.emplace_back(value.text);
    }
  }
};

void read_rows(boost::asio::io_context& loop, replication_stream& stream, std::size_t count,
               streamed_rows& into) {
  std::function<void()> read = [&] {
    const auto state = must(stream.read_some([&](byte_view frame) {
      into.take(frame);
      return true;
    }));
    if (into.rows.size() >= count) return;
    if (state == replication_stream::read_state::drained) {
      stream.wait_readable(loop, read);
    } else {
      boost::asio::post(loop, read);
    }
  };
  read();
  loop.run_for(std::chrono::seconds(30));
  REQUIRE(into.rows.size() == count);
}

struct both_ways {
  scratch_database database;
  std::vector<texts> selected;
  streamed_rows streamed;
  change::type_catalog catalog;

  both_ways() {
    session owner(database.settings());
    for (const auto* setting : hostile) {
      owner.sql(fmt::format("ALTER DATABASE {} SET {}", database.name(), setting));
      owner.sql(
          fmt::format("ALTER ROLE CURRENT_USER IN DATABASE {} SET {}", database.name(), setting));
    }
    for (const std::string& type : types) owner.sql(type);
    std::vector<std::string> declared;
    for (const column& each : columns) {
      declared.push_back(fmt::format("c{} {}", declared.size(), each.type));
    }
    owner.sql(fmt::format("CREATE TABLE t ({})", fmt::join(declared, ", ")));
    owner.sql("CREATE PUBLICATION p FOR TABLE t");

    boost::asio::io_context loop;
    const auto stream = open_stream(database);
    must(stream->create_slot(database.slot(), false));
    must(stream->start(database.slot(), "p"));
    for (const std::size_t row : {0U, 1U}) {
      std::vector<std::string> values;
      for (const column& each : columns) values.push_back(quoted(each.literals.at(row)));
      owner.sql(fmt::format("INSERT INTO t VALUES ({})", fmt::join(values, ", ")));
    }
    read_rows(loop, *stream, 2, streamed);
    // A connection of its own, as a snapshot's is: the settings are read when it starts.
    selected = session(database.settings()).sql("SELECT * FROM t ORDER BY c0");
    std::vector<oid> column_types;
    for (const auto& each : streamed.relation->columns) column_types.push_back(each.type);
    catalog = must(must(source_catalog::open(database.settings()))->types(column_types));
  }
};

std::string encoded(const both_ways& from, const envelope::value_modes& modes, const texts& row) {
  const auto everything = must(change::selection::compile({}));
  envelope::envelope_settings settings;
  settings.values = modes;
  const auto encoder = envelope::table_encoder::bind(
      from.streamed.relation,
      {nullptr, from.catalog, everything, settings, topic_id{1}, "t", [](const auto&) {}});
  std::vector<change::value> values;
  for (const std::string& text : row) values.push_back({change::value_kind::text, text});
  change::row_change change;
  change.relation = from.streamed.relation;
  change.new_values = values;
  record_batch batch;
  must(encoder->encode(change, {}, {}, batch));
  return std::string(*batch.at(0).value);
}

}  // namespace

TEST_CASE("INV-11: what a SELECT and what the stream say encode to the same bytes") {
  const both_ways row_of;
  REQUIRE(row_of.selected.size() == 2);
  using namespace envelope;
  const std::vector<value_modes> modes{{},
                                       {.decimals = decimal_mode::as_double,
                                        .times = time_mode::isostring,
                                        .intervals = interval_mode::as_string,
                                        .binaries = binary_mode::hex},
                                       {.decimals = decimal_mode::as_string,
                                        .times = time_mode::nanoseconds,
                                        .binaries = binary_mode::base64_url_safe,
                                        .unknown = unknown_types::as_bytes}};
  for (const std::size_t row : {0U, 1U}) {
    const texts& streamed = row_of.streamed.rows.at(row);
    const texts& selected = row_of.selected.at(row);
    for (std::size_t i = 0; i < columns.size(); ++i) {
      CAPTURE(columns[i].type);
      CHECK(streamed.at(i) == selected.at(i));
    }
    for (const value_modes& mode : modes) {
      CHECK(encoded(row_of, mode, streamed) == encoded(row_of, mode, selected));
    }
  }
}

TEST_CASE("the settings of this test do reach a session that pins nothing") {
  const both_ways row_of;
  connection_handle plain{PQconnectdb(
      fmt::format("{} dbname={}", std::getenv("WALRELAY_TEST_PG"), row_of.database.name())
          .c_str())};
  const result_handle shown{PQexec(plain.get(), "SELECT '\\xff'::bytea, date '2024-03-02'")};
  CHECK(std::string(PQgetvalue(shown.get(), 0, 0)) == "\\377");
  CHECK(std::string(PQgetvalue(shown.get(), 0, 1)) == "02/03/2024");
}
