#include "envelope/schema_node.hpp"

#include <fmt/format.h>

#include <walrelay/base/json_text.hpp>

namespace walrelay::envelope {
namespace {

void append_member(std::string& out, std::string_view name, std::string_view text) {
  if (text.empty()) return;
  out += fmt::format(",\"{}\":", name);
  append_json_string(out, text);
}

void append_parts(const schema_node& node, std::string& out) {
  if (node.type == "struct") {
    out += ",\"fields\":[";
    const char* separator = "";
    for (const schema_field& field : node.fields) {
      out += std::exchange(separator, ",");
      append_schema(field.node, field.name, out);
    }
    out += ']';
    return;
  }
  for (const schema_field& part : node.fields) {
    out += fmt::format(",\"{}\":", part.name);
    append_schema(part.node, {}, out);
  }
}

void append_parameters(const schema_node& node, std::string& out) {
  if (node.parameters.empty()) return;
  out += ",\"parameters\":{";
  const char* separator = "";
  for (const auto& [name, value] : node.parameters) {
    out += std::exchange(separator, ",");
    append_json_string(out, name);
    out += ':';
    append_json_string(out, value);
  }
  out += '}';
}

}  // namespace

void append_schema(const schema_node& node, std::string_view field, std::string& out) {
  out += fmt::format("{{\"type\":\"{}\"", node.type);
  append_parts(node, out);
  out += node.need == presence::optional ? ",\"optional\":true" : ",\"optional\":false";
  append_member(out, "name", node.name);
  if (node.version != 0) out += fmt::format(",\"version\":{}", node.version);
  append_member(out, "doc", node.doc);
  append_parameters(node, out);
  if (!node.default_json.empty()) (out += ",\"default\":") += node.default_json;
  append_member(out, "field", field);
  out += '}';
}

}  // namespace walrelay::envelope
