// hstore in both modes. Rows from golden cases 25 and 48 and from recordings of Debezium made with
// their like.
#include <algorithm>

#include "unit/envelope/extension_types.hpp"

using namespace walrelay;
using namespace walrelay::envelope;
using namespace walrelay::envelope::test;

namespace {

constexpr value_modes maps{.hstores = hstore_mode::map};

std::string json_of(std::string_view text) {
  return write_value(types::hstore, -1, text, spelling::json, extension_catalog()).text;
}
std::string map_of(std::string_view text) {
  return write_value(types::hstore, -1, text, spelling::json, extension_catalog(), maps).text;
}

// hstore keeps its keys by length, then by bytes.
std::string numbered(int count) {
  std::vector<std::string> keys;
  for (int i = 1; i <= count; ++i) keys.push_back('k' + std::to_string(i * 7919));
  std::ranges::sort(keys, [](const std::string& a, const std::string& b) {
    return a.size() != b.size() ? a.size() < b.size() : a < b;
  });
  std::string text;
  for (const std::string& key : keys) {
    text += text.empty() ? "\"" : ", \"";
    text += key + "\"=>NULL";
  }
  return text;
}

std::string order_of(int count) {
  const std::string map = map_of(numbered(count));
  rapidjson::Document document;
  document.Parse(map.data(), map.size());
  REQUIRE(document.IsObject());
  std::string order;
  for (const auto& member : document.GetObject()) {
    order += order.empty() ? "" : " ";
    order += std::to_string(std::stoi(member.name.GetString() + 1) / 7919);
  }
  return order;
}

}  // namespace

TEST_CASE("hstore as JSON text") {
  CHECK(json_of(R"("k"=>NULL)") == R"("{\"k\":null}")");
  CHECK(json_of(R"("k"=>"NULL")") == R"("{\"k\":\"NULL\"}")");
  CHECK(json_of(R"(""=>"", "a\"b"=>"c\\d")") == R"("{\"\":\"\",\"a\\\"b\":\"c\\\\d\"}")");
  CHECK(json_of("\"\xc3\xa9\"=>\"\xc3\xbc\", \"sp ace\"=>\"=>\"") ==
        "\"{\\\"sp ace\\\":\\\"=>\\\",\\\"\xc3\xa9\\\":\\\"\xc3\xbc\\\"}\"");
  CHECK(json_of("") == "\"{}\"");
  CHECK(json_of(R"("a"=>"1", "b"=>"2", "cc"=>"3")") ==
        R"("{\"cc\":\"3\",\"a\":\"1\",\"b\":\"2\"}")");
  CHECK(json_of("\"nl\"=>\"a\nb\tc\"") == R"("{\"nl\":\"a\\nb\\tc\"}")");
  // Escapes of two layers: controls in the inner text, what lies beyond the BMP in the outer.
  CHECK(json_of("\"k\"=>\"\x0b/\xf0\x9f\x98\x80\"") == R"("{\"k\":\"\\u000B/\uD83D\uDE00\"}")");
}

TEST_CASE("hstore as a map") {
  CHECK(map_of(R"("x"=>"1", "y"=>NULL)") == R"({"x":"1","y":null})");
  CHECK(map_of(R"(""=>"", "a\"b"=>"c\\d")") == R"({"":"","a\"b":"c\\d"})");
  CHECK(map_of("\"k\"=>\"\xf0\x9f\x98\x80\"") == R"({"k":"\uD83D\uDE00"})");
  CHECK(map_of("") == "{}");
}

TEST_CASE("members stand in the order of a Java map") {
  CHECK(order_of(12) == "4 3 7 9 10 11 6 1 12 2 5 8");
  CHECK(order_of(13) == "13 3 10 6 1 2 8 4 7 9 11 12 5");
  CHECK(order_of(24) == "13 22 3 15 10 16 18 21 24 6 1 2 8 17 4 23 14 7 9 11 19 12 5 20");
  CHECK(order_of(25) == "13 22 3 18 21 25 1 2 8 4 9 11 19 12 5 20 15 10 16 24 6 17 23 14 7");
  CHECK(order_of(48) ==
        "13 22 3 43 18 39 42 21 25 1 47 40 33 29 2 8 31 4 9 44 28 11 30 19 32 37 12 5 20 "
        "48 15 10 16 35 24 27 6 34 38 45 26 17 23 14 7 36 41 46");
  CHECK(order_of(49) ==
        "22 18 39 42 25 1 29 2 8 4 28 49 32 12 5 48 15 35 6 26 17 23 14 46 13 3 43 21 47 "
        "40 33 31 9 44 11 30 19 37 20 10 16 24 27 34 38 45 7 36 41");
  // Equal hash codes stay as they were inserted.
  CHECK(map_of(R"("Aa"=>"1", "BB"=>"2", "AaAa"=>"3", "AaBB"=>"5", "BBAa"=>"6", "BBBB"=>"4")") ==
        R"({"Aa":"1","BB":"2","AaAa":"3","AaBB":"5","BBAa":"6","BBBB":"4"})");
}

TEST_CASE("what is no hstore is refused") {
  for (const std::string_view text :
       {"a=>1", "\"a\"", "\"a\"=>", "\"a\"=>1", "\"a\"=>\"1", "\"a\"=>\"1\\", "\"a\"=>\"1\",",
        "\"a\"=>\"1\",\"b\"=>\"2\"", "\"a\"=>\"1\", ", "NULL=>\"a\"", "\"a\"=>\"\xff\""}) {
    CAPTURE(text);
    for (const value_modes& modes : {value_modes{}, maps}) {
      CHECK(write_value(types::hstore, -1, text, spelling::json, extension_catalog(), modes).how ==
            outcome::malformed);
    }
  }
}

TEST_CASE("arrays, descriptions and placeholders of hstore") {
  CHECK(write_value(types::hstore_array, -1, R"({"\"x\"=>\"1\"",NULL,""})", spelling::json,
                    extension_catalog())
            .text == R"(["{\"x\":\"1\"}",null,"{}"])");
  CHECK(write_value(types::hstore_array, -1, R"({"\"x\"=>\"1\"",NULL,""})", spelling::json,
                    extension_catalog(), maps)
            .text == R"([{"x":"1"},null,{}])");
  CHECK(schema_of(types::hstore, -1, {}, extension_catalog()) ==
        R"({"type":"string","optional":true,"name":"io.debezium.data.Json","version":1})");
  CHECK(schema_of(types::hstore, -1, maps, extension_catalog()) ==
        R"({"type":"map","keys":{"type":"string","optional":false},)"
        R"("values":{"type":"string","optional":true},"optional":true})");
  CHECK(zero_of(types::hstore, -1, {}, extension_catalog()) == "\"{}\"");
  CHECK(zero_of(types::hstore, -1, maps, extension_catalog()) == "{}");
  const auto placeholder = [](const value_modes& modes) {
    std::string json;
    const auto chosen = encoder_for(types::hstore, {-1, modes}, extension_catalog());
    CHECK(chosen.encoder->write_placeholder("n/a", json) == outcome::written);
    return json;
  };
  CHECK(placeholder({}) == R"("{\"n/a\":\"n/a\"}")");
  CHECK(placeholder(maps) == R"({"n/a":"n/a"})");
}
