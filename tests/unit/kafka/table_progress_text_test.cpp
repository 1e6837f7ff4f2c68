// The text of a table's record in the offsets topic, and its key.
#include <doctest/doctest.h>

#include <walrelay/kafka/table_progress_store.hpp>

#include "kafka/table_key.hpp"

namespace {

using namespace walrelay;
using namespace walrelay::kafka;

table_progress sample() {
  return {"public.orders", table_copy_state::reading, oid{16400}, "2:id2:20", "1:7", "3:1:9", 12};
}

TEST_CASE("a record survives its text, whatever its keys hold") {
  table_progress progress = sample();
  progress.last_key = "7:\"\\\n\u00e9\u20ac";
  for (const auto state :
       {table_copy_state::pending, table_copy_state::reading, table_copy_state::rereading,
        table_copy_state::done, table_copy_state::skipped}) {
    progress.state = state;
    const auto back = parse_table_progress(progress.table, encode_table_progress(progress));
    REQUIRE(back.has_value());
    CHECK(*back == progress);
  }
}

TEST_CASE("the text is one flat object") {
  CHECK(encode_table_progress(sample()) ==
        R"({"version":1,"state":"reading","table_oid":16400,"key_columns":"2:id2:20",)"
        R"("last_key":"1:7","listed_keys":"3:1:9","rows":12})");
}

TEST_CASE("what is not such a record is refused") {
  const std::string good = encode_table_progress(sample());
  const auto with = [&](std::string_view from, std::string_view to) {
    std::string text = good;
    return text.replace(text.find(from), from.size(), to);
  };
  for (const std::string& text :
       {std::string("{}"), std::string("null"), good + "x", with("\"version\":1", "\"version\":2"),
        with("reading", "running"), with("\"rows\":12", "\"rows\":-1"),
        with("\"rows\":12", "\"rows\":12,\"more\":1"), with(",\"rows\":12", "")}) {
    CAPTURE(text);
    const auto read = parse_table_progress("public.orders", text);
    REQUIRE_FALSE(read.has_value());
    CHECK(read.error().kind == error_class::refuse);
  }
}

TEST_CASE("a table's key is the connector's with the table in it") {
  const std::string mine = checkpoint_key("shop", "p");
  const std::string key = table_progress_key("shop", "p", "public.a\"b");
  CHECK(key == R"(["shop",{"server":"p","table":"public.a\"b"}])");
  CHECK(table_of_key(key, mine) == "public.a\"b");
  CHECK_FALSE(table_of_key(mine, mine).has_value());
  CHECK_FALSE(table_of_key(key, checkpoint_key("shop", "q")).has_value());
  CHECK_FALSE(table_of_key(R"(["shop",{"server":"p","table":"a","b":"c"}])", mine).has_value());
  CHECK_FALSE(table_of_key(R"(["shop",{"server":"p","table":5}])", mine).has_value());
}

}  // namespace
