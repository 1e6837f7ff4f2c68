// fits_schema: reads a record as Connect's JsonConverter does. What it would throw at is a finding.
#pragma once

#include <rapidjson/document.h>
#include <rapidjson/error/en.h>

#include <cstdint>
#include <limits>
#include <set>
#include <string>
#include <string_view>

#include <walrelay/base/ensure.hpp>

namespace walrelay::fuzz {

using json = rapidjson::Value;

inline std::string_view text_of(const json& value) {
  return {value.GetString(), value.GetStringLength()};
}

/// Members of one name are one for most readers.
inline void check_names(const json& value) {
  if (value.IsArray()) {
    for (const json& item : value.GetArray()) check_names(item);
  }
  if (!value.IsObject()) return;
  std::set<std::string_view> names;
  for (const auto& member : value.GetObject()) {
    WALRELAY_ENSURE(names.insert(text_of(member.name)).second, "a member twice: {}",
                    text_of(member.name));
    check_names(member.value);
  }
}

/// RFC 8259: no NaN, no comments, no lone surrogates, UTF-8 only.
inline rapidjson::Document strict_json(std::string_view text) {
  rapidjson::Document parsed;
  constexpr unsigned flags = rapidjson::kParseValidateEncodingFlag |
                             rapidjson::kParseIterativeFlag | rapidjson::kParseNumbersAsStringsFlag;
  parsed.Parse<rapidjson::kParseValidateEncodingFlag | rapidjson::kParseIterativeFlag>(text.data(),
                                                                                       text.size());
  // A number beyond double is JSON all the same.
  if (parsed.GetParseError() == rapidjson::kParseErrorNumberTooBig) {
    parsed.Parse<flags>(text.data(), text.size());
  }
  WALRELAY_ENSURE(!parsed.HasParseError(), "not JSON ({} at {}): {}",
                  rapidjson::GetParseError_En(parsed.GetParseError()), parsed.GetErrorOffset(),
                  text);
  check_names(parsed);
  return parsed;
}

template <class Int>
bool is_integer(const json& value) {
  return value.IsInt64() && value.GetInt64() >= std::numeric_limits<Int>::min() &&
         value.GetInt64() <= std::numeric_limits<Int>::max();
}

inline bool fits_schema(const json& value, const json& schema);

inline bool fits_struct(const json& value, const json& schema) {
  const auto fields = schema["fields"].GetArray();
  if (!value.IsObject() || value.MemberCount() != fields.Size()) return false;
  for (const json& field : fields) {
    const auto member = value.FindMember(field["field"]);
    if (member == value.MemberEnd() || !fits_schema(member->value, field)) return false;
  }
  return true;
}

inline bool fits_items(const json& value, const json& items) {
  if (!value.IsArray()) return false;
  for (const json& item : value.GetArray()) {
    if (!fits_schema(item, items)) return false;
  }
  return true;
}

/// Where keys are no strings, JsonConverter has a list of pairs.
inline bool fits_pairs(const json& value, const json& schema) {
  if (!value.IsArray()) return false;
  for (const json& pair : value.GetArray()) {
    if (!pair.IsArray() || pair.Size() != 2 || !fits_schema(pair[0], schema["keys"]) ||
        !fits_schema(pair[1], schema["values"])) {
      return false;
    }
  }
  return true;
}

inline bool fits_map(const json& value, const json& schema) {
  if (text_of(schema["keys"]["type"]) != "string") return fits_pairs(value, schema);
  if (!value.IsObject()) return false;
  for (const auto& member : value.GetObject()) {
    if (!fits_schema(member.value, schema["values"])) return false;
  }
  return true;
}

inline bool fits_schema(const json& value, const json& schema) {
  if (value.IsNull()) return schema["optional"].GetBool() || schema.HasMember("default");
  const std::string_view type = text_of(schema["type"]);
  if (type == "struct") return fits_struct(value, schema);
  if (type == "array") return fits_items(value, schema["items"]);
  if (type == "map") return fits_map(value, schema);
  if (type == "boolean") return value.IsBool();
  if (type == "int16") return is_integer<std::int16_t>(value);
  if (type == "int32") return is_integer<std::int32_t>(value);
  if (type == "int64") return is_integer<std::int64_t>(value);
  // NaN and the infinities are strings; decimals are numbers where decimal.format says so.
  if (type == "float" || type == "double") return value.IsNumber() || value.IsString();
  if (type == "bytes") return value.IsString() || value.IsNumber();
  return type == "string" && value.IsString();
}

}  // namespace walrelay::fuzz
