#include <walrelay/envelope/topic_naming.hpp>

#include <utility>

#include <fmt/format.h>

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
      "rename the table, choose another topic.prefix or topic.delimiter, or leave the table out "
      "with table.exclude.list";
  return refused;
}

}  // namespace

topic_naming::topic_naming(std::string prefix, std::string delimiter)
    : prefix_(std::move(prefix)), delimiter_(std::move(delimiter)) {}

result<std::string> topic_naming::topic_of(std::string_view schema, std::string_view table) {
  std::string topic;
  for (const std::string_view part : {std::string_view(prefix_), std::string_view(delimiter_),
                                      schema, std::string_view(delimiter_), table}) {
    append_legal(topic, part);
  }
  // Quoted, because "a.b"."c" and "a"."b.c" are two tables.
  std::string name = fmt::format("\"{}\".\"{}\"", schema, table);
  if (topic.size() > topic_name_max) {
    return refusal(fmt::format("the topic name of table {} has {} characters, Kafka's limit is {}",
                               name, topic.size(), topic_name_max),
                   "cut short it could become another table's topic");
  }
  if (topic.empty() || topic == "." || topic == "..") {
    return refusal(fmt::format("the topic name of table {} is \"{}\"", name, topic),
                   "Kafka does not allow this name");
  }
  const auto [owner, is_new] = owner_.try_emplace(topic, name);
  if (!is_new && owner->second != name) {
    return refusal(fmt::format("tables {} and {} both have topic {}", owner->second, name, topic),
                   "rows of two tables in one topic cannot be told apart by their keys");
  }
  return topic;
}

}  // namespace walrelay::envelope
