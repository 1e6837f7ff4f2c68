#include <doctest/doctest.h>

#include <string>

#include <fmt/format.h>

#include <walrelay/kafka/checkpoint_store.hpp>

#include "unit/kafka/checkpoint_sample.hpp"

using namespace walrelay;
using namespace walrelay::kafka;

namespace {

/// The sample with the first occurrence of `from` replaced.
std::string changed(std::string_view from, std::string_view to) {
  std::string text(sample_text);
  const auto at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("a checkpoint is written as one flat object, in this spelling") {
  CHECK(encode_checkpoint(sample_checkpoint()) == sample_text);
}

TEST_CASE("every checkpoint survives its text") {
  struct row {
    const char* name;
    void (*change)(checkpoint&);
  };
  const row rows[] = {
      {"as it is", [](checkpoint&) {}},
      {"first start", [](checkpoint& c) { c = {}; }},
      {"no transaction yet", [](checkpoint& c) { c.last_transaction.reset(); }},
      {"not adopted", [](checkpoint& c) { c.adopted = {}; }},
      {"highest LSN", [](checkpoint& c) { c.position = lsn{~0ULL}; }},
      {"highest number", [](checkpoint& c) { c.number = checkpoint_number{~0ULL}; }},
      {"commit before 1970",
       [](checkpoint& c) {
         c.last_transaction->commit_time = wall_time{std::chrono::microseconds{-1}};
       }},
      {"commit at the epoch", [](checkpoint& c) { c.last_transaction->commit_time = wall_time{}; }},
      {"quotes and backslashes", [](checkpoint& c) { c.database = R"(a"b\c)"; }},
      {"control characters", [](checkpoint& c) { c.slot = "a\nb\x01"; }},
      {"other scripts", [](checkpoint& c) { c.publication = "köln-東京-😀"; }},
  };
  for (const row& each : rows) {
    CAPTURE(each.name);
    checkpoint before = sample_checkpoint();
    each.change(before);
    const auto after = parse_checkpoint(encode_checkpoint(before));
    REQUIRE_MESSAGE(after.has_value(), after.error().message());
    CHECK(*after == before);
  }
}

TEST_CASE("spaces and the order of fields do not matter") {
  CHECK(parse_checkpoint(changed(R"("version":1,)", " \n\"version\" : 1 , ")).has_value());
  CHECK(parse_checkpoint(changed(R"("number":42})", R"("number":42 } )")).has_value());
  std::string moved = changed(R"("version":1,)", "");
  moved.insert(moved.size() - 1, R"(,"version":1)");
  CHECK(parse_checkpoint(moved).has_value());
}

TEST_CASE("a record that is not exactly a checkpoint is refused") {
  struct row {
    const char* name;
    std::string text;
    std::string_view problem;
  };
  const row rows[] = {
      {"empty", "", "not a JSON object"},
      {"not JSON", "lsn=5", "not a JSON object"},
      {"an array", "[1]", "not a JSON object"},
      {"null", "null", "not a JSON object"},
      {"cut off", std::string(sample_text.substr(0, 60)), "not a JSON object"},
      {"last brace missing", std::string(sample_text.substr(0, sample_text.size() - 1)),
       "not a JSON object"},
      {"something behind it", std::string(sample_text) + "1", "not a JSON object"},
      {"a second object", std::string(sample_text) + "{}", "follows"},
      {"invalid UTF-8", changed("shop", "sh\xffp"), "not a JSON object"},
      {"field twice", changed(R"("lsn":)", R"("lsn":1,"lsn":)"), "'lsn' occurs twice"},
      {"field twice by an escape", changed(R"("lsn":)", R"("l\u0073n":1,"lsn":)"),
       "'lsn' occurs twice"},
      {"field missing", changed(R"("slot":"walrelay_shop",)", ""), "'slot' is missing"},
      {"version missing", changed(R"("version":1,)", ""), "'version' is missing"},
      {"field unknown", changed(R"({"version")", R"({"extra":1,"version")"), "'extra' is unknown"},
      {"nested and unknown", changed(R"({"version")", R"({"extra":{"a":[1]},"version")"),
       "'extra' is unknown"},
      {"number as text", changed(R"("lsn":97500059720)", R"("lsn":"97500059720")"),
       "'lsn' is not a number"},
      {"text as number", changed(R"("database":"shop")", R"("database":5)"),
       "'database' is not text"},
      {"text is null", changed(R"("database":"shop")", R"("database":null)"),
       "'database' is not text"},
      {"a number is true", changed(R"("number":42)", R"("number":true)"), "'number'"},
      {"nested value", changed(R"("number":42)", R"("number":{"a":1})"), "'number'"},
      {"position is null", changed(R"("lsn":97500059720)", R"("lsn":null)"), "'lsn'"},
      {"fraction", changed("97500059720", "97500059720.0"), "'lsn'"},
      {"exponent", changed("97500059720", "9e10"), "'lsn'"},
      {"minus zero", changed(R"("ts_usec":1700000000123456)", R"("ts_usec":-0)"), "'ts_usec'"},
      {"plus", changed("97500059720", "+97500059720"), ""},
      {"leading zero", changed("97500059720", "097500059720"), ""},
      {"negative position", changed("97500059720", "-1"), "'lsn'"},
      {"position too large", changed("97500059720", "18446744073709551616"), "'lsn'"},
      {"xid too large", changed("4294967295", "4294967296"), "'txId'"},
      {"no end of the transaction", changed(R"("lsn_commit":97500059712)", R"("lsn_commit":null)"),
       "some are null and some not"},
      {"xid alone", changed(R"("ts_usec":1700000000123456)", R"("ts_usec":null)"),
       "some are null and some not"},
      {"a part without its digest",
       changed(R"("partial_digest":"18446744073709551614")", R"("partial_digest":null)"),
       "some are null and some not"},
      {"nothing but a digest", changed(R"("partial_txId":801)", R"("partial_txId":null)"),
       "some are null and some not"},
      {"time alone", changed(R"("txId":4294967295)", R"("txId":null)"),
       "some are null and some not"},
      {"system as number", changed(R"("18446744073709551615")", "18446744073709551615"),
       "'system_identifier'"},
      {"system with zero", changed("18446744073709551615", "01"), "'system_identifier'"},
      {"system empty", changed("18446744073709551615", ""), "'system_identifier'"},
      {"state unknown", changed("streaming", "running"), "'state'"},
      {"state in capitals", changed("streaming", "STREAMING"), "'state'"},
  };
  for (const row& each : rows) {
    CAPTURE(each.name);
    const auto parsed = parse_checkpoint(each.text);
    REQUIRE_FALSE(parsed.has_value());
    CHECK(parsed.error().kind == error_class::refuse);
    CHECK(parsed.error().code == "checkpoint_malformed");
    INFO(parsed.error().found);
    CHECK(parsed.error().found.find(each.problem) != std::string::npos);
  }
}

TEST_CASE("a record of another format version is refused with that reason, whatever it holds") {
  for (const std::string& text :
       {changed(R"("version":1)", R"("version":2)"), std::string(R"({"version":2})"),
        std::string(R"({"version":2,"partial":{"n":[1,true]},"lsn":"x"})"),
        changed(R"("version":1)", R"("version":0)")}) {
    CAPTURE(text);
    const auto parsed = parse_checkpoint(text);
    REQUIRE_FALSE(parsed.has_value());
    CHECK(parsed.error().kind == error_class::refuse);
    CHECK(parsed.error().code == "checkpoint_version");
  }
}

TEST_CASE("a checkpoint cut off at any byte is refused") {
  for (std::size_t length = 0; length < sample_text.size(); ++length) {
    CAPTURE(length);
    CHECK_FALSE(parse_checkpoint(sample_text.substr(0, length)).has_value());
  }
}

TEST_CASE("the key is the one Connect uses") {
  CHECK(checkpoint_key("shop", "shop") == R"(["shop",{"server":"shop"}])");
  CHECK(checkpoint_key("a\"b", "c\\d") == R"(["a\"b",{"server":"c\\d"}])");
}
