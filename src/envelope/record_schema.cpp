#include "envelope/record_schema.hpp"

#include <utility>

#include <fmt/format.h>

namespace walrelay::envelope {
namespace {

schema_node of_type(std::string type, presence need) {
  return {.type = std::move(type), .need = need};
}

schema_node row_schema(std::string_view name, std::vector<schema_field> columns) {
  return {.type = "struct",
          .name = fmt::format("{}.Value", name),
          .fields = std::move(columns),
          .need = presence::optional};
}

schema_node snapshot_schema() {
  return {.type = "string",
          .name = "io.debezium.data.Enum",
          .version = 1,
          .parameters = {{"allowed",
                          "true,first,first_in_data_collection,last_in_data_collection,last,false,"
                          "incremental"}},
          .need = presence::optional,
          .default_json = "\"false\""};
}

}  // namespace

schema_node source_schema() {
  const schema_node text = of_type("string", presence::required);
  const schema_node maybe_text = of_type("string", presence::optional);
  const schema_node maybe_number = of_type("int64", presence::optional);
  return {.type = "struct",
          .name = "io.debezium.connector.postgresql.Source",
          .version = 1,
          .fields = {{"version", text},
                     {"connector", text},
                     {"name", text},
                     {"ts_ms", of_type("int64", presence::required)},
                     {"snapshot", snapshot_schema()},
                     {"db", text},
                     {"sequence", maybe_text},
                     {"ts_us", maybe_number},
                     {"ts_ns", maybe_number},
                     {"schema", text},
                     {"table", text},
                     {"txId", maybe_number},
                     {"lsn", maybe_number},
                     {"xmin", maybe_number},
                     {"origin", maybe_text},
                     {"origin_lsn", maybe_number}},
          .need = presence::required};
}

schema_node transaction_schema() {
  const schema_node number = of_type("int64", presence::required);
  return {.type = "struct",
          .name = "event.block",
          .version = 1,
          .fields = {{"id", of_type("string", presence::required)},
                     {"total_order", number},
                     {"data_collection_order", number}},
          .need = presence::optional};
}

json_frame frame_of(const schema_node& node) {
  json_frame frame{"{\"schema\":", "}"};
  append_schema(node, {}, frame.opening);
  frame.opening += ",\"payload\":";
  return frame;
}

json_frame key_frame(std::string_view name, std::vector<schema_field> columns) {
  return frame_of({.type = "struct",
                   .name = fmt::format("{}.Key", name),
                   .fields = std::move(columns),
                   .need = presence::required});
}

json_frame value_frame(std::string_view name, std::vector<schema_field> columns) {
  const schema_node row = row_schema(name, std::move(columns));
  const schema_node clock = of_type("int64", presence::optional);
  return frame_of({.type = "struct",
                   .name = fmt::format("{}.Envelope", name),
                   .version = 2,
                   .fields = {{"before", row},
                              {"after", row},
                              {"source", source_schema()},
                              {"transaction", transaction_schema()},
                              {"op", of_type("string", presence::required)},
                              {"ts_ms", clock},
                              {"ts_us", clock},
                              {"ts_ns", clock}},
                   .need = presence::required});
}

}  // namespace walrelay::envelope
