#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include <walrelay/base/json_text.hpp>

namespace {

using namespace std::string_view_literals;

std::string literal(std::string_view text) {
  std::string out;
  walrelay::append_json_string(out, text);
  return out;
}

struct spelling {
  std::string_view name;
  std::string_view text;
  std::string_view json;  // without the quotes around it
};

constexpr spelling spellings[] = {
    {"empty", "", ""},
    {"plain", "plain text", "plain text"},
    {"quote and backslash", "a\"b\\c", "a\\\"b\\\\c"},
    {"short escapes", "\b\t\n\f\r", "\\b\\t\\n\\f\\r"},
    {"NUL", "\0"sv, "\\u0000"},
    {"other C0, upper case", "\x01\x0B\x1F", "\\u0001\\u000B\\u001F"},
    {"DEL and slash stay", "\x7F/", "\x7F/"},
    {"two-byte character stays", "\u00E9", "\u00E9"},
    {"C1 control stays", "\u0085", "\u0085"},
    {"line separator stays", "\u2028", "\u2028"},
    {"last of the BMP stays", "\uFFFF", "\uFFFF"},
    {"first beyond the BMP", "\U00010000", "\\uD800\\uDC00"},
    {"emoji", "\U0001F600", "\\uD83D\\uDE00"},
    {"last code point", "\U0010FFFF", "\\uDBFF\\uDFFF"},
};

TEST_CASE("every class of character is spelled as Jackson spells it, at every place in a word") {
  for (const spelling& row : spellings) {
    CAPTURE(row.name);
    for (std::size_t before = 0; before < 18; ++before) {
      CAPTURE(before);
      const std::string padding(before, 'x');
      const std::string expected = "\"" + padding + std::string(row.json) + "tail\"";
      CHECK(literal(padding + std::string(row.text) + "tail") == expected);
    }
  }
}

TEST_CASE("each byte alone among plain ones: 8 at a time and one by one agree") {
  for (unsigned byte = 0; byte < 0x80; ++byte) {
    CAPTURE(byte);
    const std::string one(1, static_cast<char>(byte));
    const std::string escaped = literal(one).substr(1, literal(one).size() - 2);
    CHECK(literal("zzz" + one + "zzzzzzzzzzzz") == "\"zzz" + escaped + "zzzzzzzzzzzz\"");
    const bool plain = byte >= 0x20 && byte != '"' && byte != '\\';
    CHECK((escaped == one) == plain);
  }
}

TEST_CASE("a literal is appended to what is there") {
  std::string out = "{\"a\":";
  walrelay::append_json_string(out, "b");
  CHECK(out == "{\"a\":\"b\"");
}

TEST_CASE("text that is not UTF-8 is never read past its end") {
  CHECK(literal("\xF0\x9F\x98"sv) == "\"\\uFFFD\"");
  CHECK(literal("ab\xFF"sv) == "\"ab\\uFFFD\"");
}

constexpr std::string_view well_formed[] = {
    "",           "ascii only, longer than one word",
    "\x7F",       "\u0080",
    "\u07FF",     "\u0800",
    "\uD7FF",     "\uE000",
    "\uFFFF",     "\U00010000",
    "\U0010FFFF", "mixed \u00E9 \u2028 \U0001F600 text",
    "\0"sv,
};

constexpr spelling ill_formed[] = {
    {"lone continuation", "\x80", ""},
    {"two-byte overlong", "\xC0\x80", ""},
    {"two-byte overlong, C1", "\xC1\xBF", ""},
    {"three-byte overlong", "\xE0\x9F\xBF", ""},
    {"four-byte overlong", "\xF0\x8F\xBF\xBF", ""},
    {"first surrogate", "\xED\xA0\x80", ""},
    {"last surrogate", "\xED\xBF\xBF", ""},
    {"above U+10FFFF", "\xF4\x90\x80\x80", ""},
    {"lead F5", "\xF5\x80\x80\x80", ""},
    {"lead FF", "\xFF", ""},
    {"two bytes cut", "\xC3", ""},
    {"three bytes cut", "\xE2\x82", ""},
    {"four bytes cut", "\xF0\x9F\x98", ""},
    {"second byte no continuation", "\xE2\x28\xA1", ""},
    {"third byte no continuation", "\xE2\x82\x28", ""},
    {"fourth byte no continuation", "\xF0\x9F\x98\x28", ""},
    {"Latin-1", "caf\xE9 au lait", ""},
};

TEST_CASE("well-formed UTF-8 is recognised at every place in a word") {
  for (const std::string_view text : well_formed) {
    CAPTURE(text);
    for (std::size_t before = 0; before < 18; ++before) {
      CHECK(walrelay::is_valid_utf8(std::string(before, 'x') + std::string(text)));
      CHECK(walrelay::is_valid_utf8(std::string(before, 'x') + std::string(text) + "12345678"));
    }
  }
}

TEST_CASE("ill-formed UTF-8 is recognised at every place in a word") {
  for (const spelling& row : ill_formed) {
    CAPTURE(row.name);
    for (std::size_t before = 0; before < 18; ++before) {
      const std::string text = std::string(before, 'x') + std::string(row.text);
      CHECK_FALSE(walrelay::is_valid_utf8(text));
      CHECK_FALSE(walrelay::is_valid_utf8(text + "12345678"));
    }
  }
}

TEST_CASE("a sequence cut off by the view's end is refused, whatever lies behind it") {
  for (const std::string_view text : {"\u00E9", "\u2028", "\U0001F600"}) {
    for (std::size_t length = 1; length < text.size(); ++length) {
      CHECK_FALSE(walrelay::is_valid_utf8(text.substr(0, length)));
    }
  }
}

TEST_CASE("every code point is judged by its plain arithmetic") {
  for (unsigned point = 0; point <= 0x11'FFFF; ++point) {
    std::string text;
    const auto tail = [point](int shift) {
      return static_cast<char>(0x80U | ((point >> shift) & 0x3FU));
    };
    if (point < 0x80) {
      text = {static_cast<char>(point)};
    } else if (point < 0x800) {
      text = {static_cast<char>(0xC0U | (point >> 6)), tail(0)};
    } else if (point < 0x1'0000) {
      text = {static_cast<char>(0xE0U | (point >> 12)), tail(6), tail(0)};
    } else {
      text = {static_cast<char>(0xF0U | (point >> 18)), tail(12), tail(6), tail(0)};
    }
    const bool allowed = point <= 0x10'FFFF && (point < 0xD800 || point > 0xDFFF);
    if (walrelay::is_valid_utf8(text) != allowed) FAIL_CHECK("code point ", point);
  }
}

}  // namespace
