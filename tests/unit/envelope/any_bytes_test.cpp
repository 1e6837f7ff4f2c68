// Whatever bytes arrive, an encoder writes strict JSON or says that they are no text of its type.
#include <random>

#include "unit/envelope/extension_types.hpp"

using namespace walrelay;
using namespace walrelay::envelope;
using namespace walrelay::envelope::test;

namespace {

constexpr std::uint32_t type_ids[] = {
    16,   17,   18,   20,   21,   22,   23,   25,   26,    114,   700,   701,   1082, 1083,
    1114, 1184, 1266, 1700, 2950, 1000, 1001, 1007, 1009,  1021,  1115,  1185,  1231, 1182,
    790,  1186, 1560, 1562, 600,  1561, 603,  718,  80001, 80002, 80008, 80010, 80012};

constexpr value_modes mode_sets[] = {
    {},
    {.decimals = decimal_mode::as_double,
     .times = time_mode::connect,
     .binaries = binary_mode::hex,
     .hstores = hstore_mode::map,
     .unknown = unknown_types::as_bytes},
    {.decimals = decimal_mode::as_string,
     .times = time_mode::isostring,
     .intervals = interval_mode::as_string,
     .binaries = binary_mode::base64_url_safe,
     .money_fraction_digits = 0,
     .unknown = unknown_types::left_out},
    {.times = time_mode::nanoseconds, .decimal_text = decimal_format::numeric}};

// Pieces that real texts are made of, so that random rows come near to being valid.
constexpr std::string_view pieces[] = {
    "0",    "1",        "12",   "2020-01-01", " ",    "00:00:00",
    ".5",   "+00",      "-",    "NULL",       "{",    "}",
    ",",    "\"",       "\\",   "\\x",        "ab",   "NaN",
    "BC",   "infinity", "e",    "t",          ":",    "[0",
    "(",    ")",        "$",    "\"k\"=>",    "[",    "/5",
    ":1]=", "\x80",     "\xc3", "\xc3\xa9",   "\x1f", "\xf0\x9f\x98\x80"};

std::string random_text(std::mt19937& random) {
  std::string text;
  for (std::size_t left = random() % 8; left > 0; --left) {
    text += pieces[random() % std::size(pieces)];
  }
  return text;
}

}  // namespace

TEST_CASE("any bytes give strict JSON or a refusal") {
  constexpr std::uint32_t seed = 4711;
  CAPTURE(seed);
  std::mt19937 random(seed);
  std::size_t written_count = 0;
  const change::type_catalog catalog = extension_catalog();
  const auto try_texts = [&](value_encoder& encoder) {
    CHECK(is_strict_json(encoder.zero()));
    for (int i = 0; i < 1'000; ++i) {
      const std::string text = random_text(random);
      std::string json;
      if (encoder.write(text, spelling::json, json) == outcome::malformed) continue;
      ++written_count;
      CAPTURE(text);
      REQUIRE(is_strict_json(json));
    }
  };
  for (const std::uint32_t id : type_ids) {
    CAPTURE(id);
    for (const value_modes& modes : mode_sets) {
      for (const std::int32_t modifier : {-1, 3, numeric_modifier(10, 2)}) {
        const chosen_encoder chosen = encoder_for(oid{id}, {modifier, modes}, catalog);
        try_texts(*chosen.encoder);
      }
    }
  }
  CHECK(written_count > 1'000);  // the pieces do make texts that pass
}
