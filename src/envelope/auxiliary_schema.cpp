#include "envelope/auxiliary_schema.hpp"

#include <utility>

namespace walrelay::envelope {
namespace {

schema_node of_type(std::string type, presence need) {
  return {.type = std::move(type), .need = need};
}

schema_node record(std::string name, std::vector<schema_field> fields, presence need) {
  return {.type = "struct",
          .name = std::move(name),
          .version = 1,
          .fields = std::move(fields),
          .need = need};
}

record_frames frames_of(const envelope_settings& settings, const schema_node& key,
                        const schema_node& value) {
  using schema = converter_settings::schema;
  record_frames frames;
  if (settings.key.schemas == schema::embedded) frames.key = frame_of(key);
  if (settings.value.schemas == schema::embedded) frames.value = frame_of(value);
  return frames;
}

}  // namespace

record_frames message_frames(const envelope_settings& settings, schema_node content) {
  const schema_node prefix = of_type("string", presence::optional);
  content.need = presence::optional;
  const schema_node message =
      record("io.debezium.connector.postgresql.Message",
             {{"prefix", prefix}, {"content", std::move(content)}}, presence::required);
  return frames_of(settings,
                   record("io.debezium.connector.postgresql.MessageKey", {{"prefix", prefix}},
                          presence::required),
                   record("io.debezium.connector.postgresql.MessageValue",
                          {{"op", of_type("string", presence::required)},
                           {"ts_ms", of_type("int64", presence::optional)},
                           {"source", source_schema()},
                           {"transaction", transaction_schema()},
                           {"message", message}},
                          presence::required));
}

record_frames transaction_frames(const envelope_settings& settings) {
  const schema_node text = of_type("string", presence::required);
  const schema_node number = of_type("int64", presence::required);
  const schema_node collection = record(
      "event.collection", {{"data_collection", text}, {"event_count", number}}, presence::optional);
  const schema_node collections{
      .type = "array", .fields = {{"items", collection}}, .need = presence::optional};
  return frames_of(settings,
                   record("io.debezium.connector.common.TransactionMetadataKey", {{"id", text}},
                          presence::required),
                   record("io.debezium.connector.common.TransactionMetadataValue",
                          {{"status", text},
                           {"id", text},
                           {"event_count", of_type("int64", presence::optional)},
                           {"data_collections", collections},
                           {"ts_ms", number}},
                          presence::required));
}

record_frames heartbeat_frames(const envelope_settings& settings) {
  return frames_of(
      settings,
      record("io.debezium.connector.common.ServerNameKey",
             {{"serverName", of_type("string", presence::required)}}, presence::required),
      record("io.debezium.connector.common.Heartbeat",
             {{"ts_ms", of_type("int64", presence::required)}}, presence::required));
}

}  // namespace walrelay::envelope
