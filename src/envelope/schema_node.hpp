// schema_node: a Kafka Connect schema, made once per column when a relation is bound, and its text
// as JsonConverter writes it (DEBEZIUM.md section 1.8).
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace walrelay::envelope {

enum class presence : unsigned char { required, optional };

struct schema_field;
using schema_parameters = std::vector<std::pair<std::string, std::string>>;

// A template, whose initialisers are looked at when a field is complete: clang needs that.
template <class Field>
struct schema_node_of {
  std::string type;  // Connect's word: int32, string, struct, ...
  std::string name{};
  int version = 0;  // 0: none
  std::string doc{};
  schema_parameters parameters{};
  std::vector<Field> fields{};  // struct; of a map `keys` and `values`, of an array `items`
  presence need = presence::optional;
  std::string default_json{};  // empty: none
};

using schema_node = schema_node_of<schema_field>;

struct schema_field {
  std::string name;
  schema_node node;
};

/// `{"type":...,"optional":...}`; `field` is the member's name inside a struct, empty elsewhere.
void append_schema(const schema_node& node, std::string_view field, std::string& out);

}  // namespace walrelay::envelope
