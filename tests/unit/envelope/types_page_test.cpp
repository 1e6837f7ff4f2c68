// docs/TYPES.md is what the encoders say of themselves: written here, and equal to the file.

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "envelope/builtin_types.hpp"
#include "envelope/encoder_for.hpp"
#include "unit/envelope/type_examples.hpp"

namespace walrelay::envelope::test {
namespace {

constexpr const char* page_path = WALRELAY_SOURCE_DIR "/docs/TYPES.md";

constexpr const char* head =
    R"(# Types: how each PostgreSQL type looks in a record

Generated from the encoders; do not edit. After a change of one:

    WALRELAY_WRITE_TYPES_PAGE=1 build/test/tests/unit_envelope -tc="docs/TYPES.md*"

*Schema* is Connect's type and, in parentheses, the name of the logical type, which says how to
read it; with `schemas.enable` it stands beside the value, without it a consumer knows it from this
page. *Value* is the JSON of the text that PostgreSQL prints for the value. The first line of a type
is how it looks by default; the lines below it are what an option changes.

| type | option | schema | PostgreSQL's text | value |
|---|---|---|---|---|
)";

struct mode_choice {
  std::string_view label;
  std::function<void(value_modes&)> set;
};

// Every value of every option that is not the default.
std::vector<mode_choice> mode_choices() {
  using modes = value_modes;
  return {
      {"decimal.handling.mode: double", [](modes& m) { m.decimals = decimal_mode::as_double; }},
      {"decimal.handling.mode: string", [](modes& m) { m.decimals = decimal_mode::as_string; }},
      {"decimal.format: NUMERIC", [](modes& m) { m.decimal_text = decimal_format::numeric; }},
      {"time.precision.mode: adaptive_time_microseconds",
       [](modes& m) { m.times = time_mode::adaptive_time_microseconds; }},
      {"time.precision.mode: connect", [](modes& m) { m.times = time_mode::connect; }},
      {"time.precision.mode: isostring", [](modes& m) { m.times = time_mode::isostring; }},
      {"time.precision.mode: microseconds", [](modes& m) { m.times = time_mode::microseconds; }},
      {"time.precision.mode: nanoseconds", [](modes& m) { m.times = time_mode::nanoseconds; }},
      {"interval.handling.mode: string", [](modes& m) { m.intervals = interval_mode::as_string; }},
      {"binary.handling.mode: base64", [](modes& m) { m.binaries = binary_mode::base64; }},
      {"binary.handling.mode: base64-url-safe",
       [](modes& m) { m.binaries = binary_mode::base64_url_safe; }},
      {"binary.handling.mode: hex", [](modes& m) { m.binaries = binary_mode::hex; }},
      {"hstore.handling.mode: map", [](modes& m) { m.hstores = hstore_mode::map; }},
      {"include.unknown.datatypes: false", [](modes& m) { m.unknown = unknown_types::left_out; }},
      {"include.unknown.datatypes: true", [](modes& m) { m.unknown = unknown_types::as_bytes; }},
  };
}

struct shown {
  std::string schema;
  std::string value;
  bool operator==(const shown&) const = default;
};

std::string schema_text(const schema_node& node) {
  std::string text = node.type;
  if (node.type == "array" && !node.fields.empty()) {
    text += " of " + schema_text(node.fields.front().node);
  }
  if (!node.name.empty()) text += " (" + node.name + ")";
  for (const auto& [name, value] : node.parameters) text += ", " + name + "=" + value;
  return text;
}

shown show(const type_example& example, const value_modes& modes) {
  const auto chosen = encoder_for(oid{example.type}, {example.modifier, modes}, example_catalog());
  if (chosen.how == coverage::left_out) return {"", "(the column is left out)"};
  std::string value;
  const outcome how = chosen.encoder->write(example.text, spelling::json, value);
  CAPTURE(example.title);
  CHECK(how == outcome::written);
  return {schema_text(chosen.encoder->schema()), value};
}

std::string cell(std::string_view text) {
  if (text.empty()) return " ";
  std::string out = "`";
  for (const char c : text) {
    if (c == '|') out += '\\';
    out += c;
  }
  return out + "`";
}

std::string line(std::string_view type, std::string_view option, std::string_view text,
                 const shown& what) {
  std::string out = "| ";
  out += type;
  return out + " | " + cell(option) + " | " + cell(what.schema) + " | " + cell(text) + " | " +
         cell(what.value) + " |\n";
}

std::string page() {
  std::string out = head;
  for (const type_example& example : type_examples) {
    const shown usual = show(example, {});
    out += line(example.title, "", example.text, usual);
    for (const auto& choice : mode_choices()) {
      value_modes modes;
      choice.set(modes);
      const shown changed = show(example, modes);
      if (changed != usual) out += line(" ", choice.label, "", changed);
    }
  }
  return out;
}

}  // namespace

TEST_CASE("docs/TYPES.md is what the encoders write") {
  const std::string now = page();
  if (std::getenv("WALRELAY_WRITE_TYPES_PAGE") != nullptr) {
    std::ofstream(page_path, std::ios::binary) << now;
  }
  std::ifstream file(page_path, std::ios::binary);
  const std::string committed{std::istreambuf_iterator<char>(file), {}};
  // Not compared as a whole: a failure would print both pages.
  CHECK_MESSAGE((committed == now),
                "docs/TYPES.md is not what the encoders write; its head says "
                "how it is written again");
}

TEST_CASE("every built-in type has an example on the page") {
  constexpr std::uint32_t builtin_oids = 10000;
  std::set<std::uint32_t> shown_types;
  for (const auto& example : type_examples) shown_types.insert(example.type);
  for (std::uint32_t id = 1; id < builtin_oids; ++id) {
    if (const auto* type = find_builtin(oid{id})) {
      CAPTURE(type->name);
      CHECK(shown_types.contains(id));
    }
  }
}

}  // namespace walrelay::envelope::test
