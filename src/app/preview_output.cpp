#include "app/preview_output.hpp"

#include <algorithm>
#include <utility>

#include <walrelay/base/json_text.hpp>

namespace walrelay::app {

void append_line(const record_batch& records, std::size_t index, std::string_view topic,
                 std::string& out) {
  const record_view record = records.at(index);
  out += R"({"topic":)";
  append_json_string(out, topic);
  out += R"(,"key":)";
  out += record.key.value_or("null");
  out += R"(,"value":)";
  out += record.value.value_or("null");
  out += R"(,"headers":{)";
  for (std::size_t i = 0; i < records.header_count(index); ++i) {
    const record_header header = records.header(index, i);
    if (i != 0) out += ',';
    append_json_string(out, header.name);
    out += ':';
    append_json_string(out, header.value);
  }
  out += "}}\n";
}

topic_id preview_output::topic_number(const std::string& topic) {
  const auto found = std::ranges::find(topics_, topic);
  const auto index = static_cast<std::uint32_t>(found - topics_.begin());
  if (found == topics_.end()) topics_.push_back(topic);
  return topic_id{index};
}

void preview_output::print(const record_batch& records) {
  std::string lines;
  for (std::size_t i = 0; i < records.size() && !complete(); ++i, ++printed_) {
    append_line(records, i, topics_.at(records.at(i).topic.value()), lines);
  }
  printer_.push(std::move(lines));
}

}  // namespace walrelay::app
