#include "envelope/name_based_uuid.hpp"
#include "unit/envelope/support.hpp"

using namespace walrelay::envelope;
using namespace walrelay::envelope::test;

TEST_CASE("texts are JSON strings in Jackson's spelling") {
  check_values({
      {"plain", types::text, -1, "abc", "\"abc\""},
      {"eight plain bytes", types::text, -1, "abcdefgh", "\"abcdefgh\""},
      {"quote in the ninth byte", types::text, -1, "abcdefgh\"", "\"abcdefgh\\\"\""},
      {"empty is not null (B51)", types::text, -1, "", "\"\""},
      {"the word NULL (B51)", types::text, -1, "NULL", "\"NULL\""},
      {"padding stays (B51)", types::bpchar, 9, "ab   ", "\"ab   \""},
      {"varchar", types::varchar, -1, "v ", "\"v \""},
      {"name", types::name, -1, "n", "\"n\""},
      {"short escapes", types::text, -1, "tab\tnl\ncr\rq\"bs\\sl/\b\f",
       R"("tab\tnl\ncr\rq\"bs\\sl/\b\f")"},
      {"other controls in upper case (B49)", types::text, -1, "\x01\x0b\x1f\x7f",
       "\"\\u0001\\u000B\\u001F\x7f\""},
      {"accents raw", types::text, -1, "\xc3\xa9", "\"\xc3\xa9\""},
      {"line separators raw", types::text, -1, "\xe2\x80\xa8\xe2\x80\xa9",
       "\"\xe2\x80\xa8\xe2\x80\xa9\""},
      {"outside the BMP as a pair", types::text, -1, "\xf0\x9f\x98\x80 emoji",
       R"("\uD83D\uDE00 emoji")"},
      {"what looks like escapes", types::text, -1, R"(\x41 \u0041)", R"("\\x41 \\u0041")"},
      {"json is never parsed (B19)", types::json, -1, R"({"a":1, "a" : 2, "n": 1.10})",
       R"("{\"a\":1, \"a\" : 2, \"n\": 1.10}")"},
      {"json null", types::jsonb, -1, "null", "\"null\""},
      {"uuid", types::uuid, -1, "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11",
       "\"a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11\""},
      {"one char", types::one_char, -1, "x", "\"x\""},
      {"empty char", types::one_char, -1, "", "\"\""},
      {"char that is no UTF-8", types::one_char, -1, "\x80", R"("\\200")"},
      {"char escaped by the server", types::one_char, -1, "\\200", R"("\\200")"},
  });
}

TEST_CASE("every C0 character and every place of a word is escaped (B49)") {
  for (int c = 1; c < 0x80; ++c) {
    for (std::size_t place = 0; place < 17; ++place) {
      std::string text(17, 'x');
      text[place] = static_cast<char>(c);
      const written got = write_value(types::text, -1, text);
      rapidjson::Document back;
      back.Parse(got.text.data(), got.text.size());
      REQUIRE_FALSE(back.HasParseError());
      REQUIRE(std::string_view(back.GetString(), back.GetStringLength()) == text);
    }
  }
}

TEST_CASE("what is no text of the type is refused") {
  check_malformed({
      {"stray continuation byte", types::text, -1, "a\x80"},
      {"cut short", types::text, -1, "\xc3"},
      {"surrogate", types::text, -1, "\xed\xa0\x80"},
      {"latin-1", types::jsonb, -1, "caf\xe9"},
      {"uuid in upper case", types::uuid, -1, "A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11"},
      {"uuid too short", types::uuid, -1, "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a1"},
      {"uuid without dashes", types::uuid, -1, "a0eebc99c9c0b14ef81bb6d16bb9bd380a111"},
      {"uuid of quotes", types::uuid, -1, "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a1\""},
  });
}

TEST_CASE("headers escape only quote and backslash") {
  const auto header = [](std::string_view text) {
    return write_value(types::text, -1, text, spelling::header).text;
  };
  CHECK(header("q\"b\\n\nt\t\xf0\x9f\x98\x80") == "\"q\\\"b\\\\n\nt\t\xf0\x9f\x98\x80\"");
  CHECK(header("plain") == "\"plain\"");
}

TEST_CASE("bytes are base64") {
  check_values({
      {"empty is not null (B50)", types::bytea, -1, "\\x", "\"\""},
      {"zero byte", types::bytea, -1, "\\x00", "\"AA==\""},
      {"two bytes", types::bytea, -1, "\\x00ff", "\"AP8=\""},
      {"three bytes", types::bytea, -1, "\\xfbefbe", "\"++++\""},
      {"B50", types::bytea, -1, "\\x00ff5c27", "\"AP9cJw==\""},
      {"bytes that spell hex (B50)", types::bytea, -1, "\\x5c7831", "\"XHgx\""},
      {"upper case", types::bytea, -1, "\\xDEADBEEF00", "\"3q2+7wA=\""},
  });
  check_malformed({
      {"nothing", types::bytea, -1, ""},
      {"escape format", types::bytea, -1, "abc"},
      {"odd length", types::bytea, -1, "\\x0"},
      {"no hex digit", types::bytea, -1, "\\x0g"},
      {"blank", types::bytea, -1, "\\x 0"},
  });
}

TEST_CASE("name-based uuids") {
  CHECK(name_based_uuid("__debezium_unavailable_value") == "b68a35a7-17ad-35b3-af2a-ae46edb4545a");
  CHECK(name_based_uuid("") == "d41d8cd9-8f00-3204-a980-0998ecf8427e");
}
