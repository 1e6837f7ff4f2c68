// What the tests of this room share: one value through the encoder of its type, and rows through a
// bound table_encoder. Every JSON text is also read by a strict parser that is not ours.
#pragma once

#include <doctest/doctest.h>
#include <rapidjson/document.h>

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <walrelay/base/json_text.hpp>
#include <walrelay/base/records.hpp>
#include <walrelay/envelope/table_encoder.hpp>

#include "envelope/encoder_for.hpp"

// Lets REQUIRE() show why a result is an error.
template <class T>
struct doctest::StringMaker<walrelay::result<T>> {
  static String convert(const walrelay::result<T>& shown) {
    return shown ? String("success") : String(shown.error().message().c_str());
  }
};

namespace walrelay::envelope::test {

namespace types {
inline constexpr oid boolean{16}, bytea{17}, one_char{18}, name{19}, int8{20}, int2{21},
    int2vector{22}, int4{23}, text{25}, oid_type{26}, json{114}, float4{700}, float8{701},
    int2_array{1005}, int4_array{1007}, text_array{1009}, int8_array{1016}, float4_array{1021},
    bpchar{1042}, varchar{1043}, date{1082}, time{1083}, timestamp{1114}, date_array{1182},
    timestamptz{1184}, timestamptz_array{1185}, numeric_array{1231}, timetz{1266}, numeric{1700},
    bytea_array{1001}, bool_array{1000}, uuid{2950}, uuid_array{2951}, jsonb{3802},
    jsonb_array{3807}, interval{1186}, box_array{1020}, box{603}, pg_lsn{3220}, money{790},
    bit{1560}, varbit{1562}, point{600}, xml{142}, tsvector{3614}, oidvector{30};
}  // namespace types

/// numeric(precision, scale) as pg_attribute.atttypmod has it.
constexpr std::int32_t numeric_modifier(int precision, int scale) {
  return ((precision << 16) | (scale & 0x7ff)) + 4;
}

inline bool is_strict_json(std::string_view text) {
  rapidjson::Document document;
  document.Parse<rapidjson::kParseValidateEncodingFlag | rapidjson::kParseFullPrecisionFlag>(
      text.data(), text.size());
  return !document.HasParseError() && is_valid_utf8(text);
}

struct written {
  outcome how = outcome::malformed;
  std::string text;
};

inline written write_value(oid type, std::int32_t type_modifier, std::string_view text,
                           spelling how = spelling::json, const change::type_catalog& catalog = {},
                           const value_modes& modes = {}) {
  written result;
  const chosen_encoder chosen = encoder_for(type, {type_modifier, modes}, catalog);
  result.how = chosen.encoder->write(text, how, result.text);
  return result;
}

/// A row of a table of tests: the server's text and what becomes of it.
struct value_case {
  const char* name;
  oid type;
  std::int32_t type_modifier;
  std::string_view text;
  std::string_view json;
};

inline void check_values(const std::vector<value_case>& cases, const value_modes& modes = {},
                         const change::type_catalog& catalog = {}) {
  for (const value_case& c : cases) {
    CAPTURE(c.name);
    const written got =
        write_value(c.type, c.type_modifier, c.text, spelling::json, catalog, modes);
    CHECK(got.how == outcome::written);
    CHECK(got.text == c.json);
    CHECK(is_strict_json(got.text));
  }
}

/// How Connect describes a column of the type.
inline std::string schema_of(oid type, std::int32_t type_modifier = -1,
                             const value_modes& modes = {},
                             const change::type_catalog& catalog = {}) {
  std::string text;
  append_schema(encoder_for(type, {type_modifier, modes}, catalog).encoder->schema(), {}, text);
  return text;
}

inline std::string zero_of(oid type, std::int32_t type_modifier = -1, const value_modes& modes = {},
                           const change::type_catalog& catalog = {}) {
  std::string json = encoder_for(type, {type_modifier, modes}, catalog).encoder->zero();
  CHECK(is_strict_json(json));
  return json;
}

struct malformed_case {
  const char* name;
  oid type;
  std::int32_t type_modifier;
  std::string_view text;
};

inline void check_malformed(const std::vector<malformed_case>& cases) {
  for (const malformed_case& c : cases) {
    CAPTURE(c.name);
    CHECK(write_value(c.type, c.type_modifier, c.text).how == outcome::malformed);
  }
}

inline change::value text_value(std::string_view text) {
  return {change::value_kind::text, text};
}
inline constexpr change::value null_value{change::value_kind::null, {}};
inline constexpr change::value unchanged_value{change::value_kind::unchanged, {}};

}  // namespace walrelay::envelope::test
