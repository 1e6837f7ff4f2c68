#include "envelope/source_type.hpp"

#include <limits>
#include <string_view>

#include <fmt/format.h>

#include "envelope/builtin_types.hpp"

namespace walrelay::envelope {
namespace {

constexpr int no_length = std::numeric_limits<std::int32_t>::max();
constexpr int nesting_max = 32;  // a catalog that was read while types changed could hold a circle
constexpr std::int32_t header_bytes = 4;  // what modifiers of numeric and strings count in

std::string name_of(oid type, const change::type_catalog& types) {
  if (const builtin_type* builtin = find_builtin(type)) return std::string(builtin->name);
  if (const builtin_type* element = find_builtin_element(type)) {
    return fmt::format("_{}", element->name);
  }
  const auto facts = types.find(type);
  return facts != types.end() ? facts->second.name : fmt::format("oid {}", type);
}

struct typed {
  oid type;
  std::int32_t modifier;
};

/// The type whose length and scale count. Elements that are domains are not looked through.
typed measured(typed column, const change::type_catalog& types) {
  for (int nesting = 0; nesting < nesting_max; ++nesting) {
    const auto facts = types.find(column.type);
    if (facts == types.end() || facts->second.kind != change::type_kind::domain) break;
    column = {facts->second.base, facts->second.base_modifier};
  }
  if (const builtin_type* element = find_builtin_element(column.type)) {
    column.type = oid{element->id};
  }
  return column;
}

/// Characters of the seconds' fraction with its point. JDBC's driver counts two digits for one.
int fraction_length(std::int32_t precision) {
  if (precision < 0) return 7;
  if (precision == 0) return 0;
  return precision == 1 ? 3 : precision + 1;
}

constexpr int scale_of_seconds(std::int32_t precision) {
  return precision < 0 ? 6 : precision;
}

struct measures {
  int length = no_length;
  int scale = 0;
};

measures of_time(int fixed_length, std::int32_t precision) {
  return {fixed_length + fraction_length(precision), scale_of_seconds(precision)};
}

measures of_numeric(std::int32_t modifier) {
  if (modifier < 0) return {131089, 0};
  const std::int32_t packed = modifier - header_bytes;
  // Eleven bits with a sign.
  return {(packed >> 16) & 0xFFFF, ((packed & 0x7FF) ^ 1024) - 1024};
}

measures of_interval(std::int32_t modifier) {
  return {49, modifier < 0 ? 6 : modifier & 0xFFFF};
}

measures measures_of(std::string_view name, std::int32_t modifier) {
  struct fixed {
    std::string_view name;
    measures of;
  };
  constexpr fixed fixed_measures[] = {{"bool", {1, 0}},  {"char", {1, 0}},   {"int2", {5, 0}},
                                      {"int4", {10, 0}}, {"oid", {10, 0}},   {"int8", {19, 0}},
                                      {"date", {13, 0}}, {"float4", {8, 8}}, {"float8", {17, 17}}};
  for (const auto& [type, of] : fixed_measures) {
    if (type == name) return of;
  }
  if (name == "numeric") return of_numeric(modifier);
  if (name == "time") return of_time(8, modifier);
  if (name == "timetz") return of_time(14, modifier);
  if (name == "timestamp") return of_time(22, modifier);
  if (name == "timestamptz") return of_time(28, modifier);
  if (name == "interval") return of_interval(modifier);
  if (modifier < 0) return {};
  if (name == "varchar" || name == "bpchar") return {modifier - header_bytes, 0};
  if (name == "bit" || name == "varbit") return {modifier, 0};
  return {};
}

}  // namespace

source_type source_type_of(oid type, std::int32_t modifier, const change::type_catalog& types) {
  const typed real = measured({type, modifier}, types);
  const builtin_type* builtin = find_builtin(real.type);
  const measures of = builtin ? measures_of(builtin->name, real.modifier) : measures{};
  return {name_of(type, types), of.length, of.scale};
}

}  // namespace walrelay::envelope
