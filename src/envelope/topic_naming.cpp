#include <walrelay/envelope/topic_naming.hpp>

#include <utility>

#include <fmt/format.h>

#include <walrelay/base/ensure.hpp>

namespace walrelay::envelope {
namespace {

bool is_legal(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
         c == '_' || c == '-';
}

// One '_' for each UTF-16 unit, as Java sees the name: two for a character outside the BMP, which
// is one with a four-byte UTF-8 form.
void append_legal(std::string& topic, std::string_view text) {
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (is_legal(c)) {
      topic += c;
    } else if (byte < 0x80 || (byte >= 0xc0 && byte < 0xf0)) {
      topic += '_';
    } else if (byte >= 0xf0) {
      topic += "__";
    }
  }
}

error refusal(std::string found, std::string why) {
  error refused;
  refused.kind = error_class::refuse;
  refused.found = std::move(found);
  refused.why = std::move(why);
  refused.remedy =
      "rename the table, choose other topic.* options, or leave the table out with "
      "table.exclude.list";
  return refused;
}

}  // namespace

topic_naming::topic_naming(naming_options options) : options_(std::move(options)) {
  if (!options_.offsets.empty()) owner_.emplace(options_.offsets, "the offsets");
}

result<std::string> topic_naming::topic_of(std::string_view schema, std::string_view table) {
  std::string topic;
  for (const std::string_view part :
       {std::string_view(options_.prefix), std::string_view(options_.delimiter), schema,
        std::string_view(options_.delimiter), table}) {
    append_legal(topic, part);
  }
  // Quoted, because "a.b"."c" and "a"."b.c" are two tables.
  return claim(std::move(topic), fmt::format("table \"{}\".\"{}\"", schema, table));
}

result<std::string> topic_naming::topic_of(auxiliary_topic what) {
  std::string topic;
  switch (what) {
    case auxiliary_topic::messages:
      append_legal(topic, options_.prefix);
      topic += ".message";
      return claim(std::move(topic), "the stream of logical messages");
    case auxiliary_topic::transactions:
      append_legal(topic, options_.prefix + options_.delimiter + options_.transaction);
      return claim(std::move(topic), "the stream of transaction metadata");
    case auxiliary_topic::heartbeats:
      append_legal(topic, options_.heartbeat_name.empty()
                              ? options_.heartbeat_prefix + options_.delimiter + options_.prefix
                              : options_.heartbeat_name);
      return claim(std::move(topic), "the stream of heartbeats");
  }
  WALRELAY_ENSURE(false, "auxiliary topic {}", static_cast<int>(what));
}

result<std::string> topic_naming::claim(std::string topic, std::string owner) {
  if (topic.size() > topic_name_max) {
    return refusal(fmt::format("the topic name of {} has {} characters, Kafka's limit is {}", owner,
                               topic.size(), topic_name_max),
                   "cut short it could become another table's topic");
  }
  if (topic.empty() || topic == "." || topic == "..") {
    return refusal(fmt::format("the topic name of {} is \"{}\"", owner, topic),
                   "Kafka does not allow this name");
  }
  const auto [place, is_new] = owner_.try_emplace(topic, owner);
  if (!is_new && place->second != owner) {
    return refusal(fmt::format("{} and {} both have topic {}", place->second, owner, topic),
                   "records of both in one topic cannot be told apart by their keys");
  }
  return topic;
}

}  // namespace walrelay::envelope
