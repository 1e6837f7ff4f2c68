#include "sim/record_text.hpp"

#include <charconv>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "sim/world.hpp"

namespace walrelay::sim {

namespace {

template <class Number>
Number number_after(std::string_view text, std::string_view mark) {
  const std::size_t at = text.find(mark);
  if (at == std::string_view::npos) fault(fmt::format("no {} in {}", mark, text));
  Number value = 0;
  const char* first = text.data() + at + mark.size();
  std::from_chars(first, text.data() + text.size(), value);
  return value;
}

}  // namespace

kafka_record record_of(const record_view& encoded) {
  if (!encoded.key || !encoded.value) fault("a record without key or value");
  const std::size_t table = encoded.topic.value() - first_topic;
  kafka_record record;
  if (table == message_table) {
    record.row = number_after<row_id>(*encoded.key, R"("prefix":")");
    record.partition = partition_of(table, record.row);
    return record;
  }
  record.row = number_after<row_id>(*encoded.key, "\"id\":");
  record.shape = number_after<std::uint32_t>(*encoded.value, "\"v");
  const std::string whole =
      fmt::format("\"id\":{},\"{}\":\"{}\"", record.row, shape_column(record.shape), record.row);
  if (encoded.value->find(whole) == std::string_view::npos) {
    fault(fmt::format("{} is not in {}", whole, *encoded.value));
  }
  record.partition = partition_of(table, record.row);
  return record;
}

}  // namespace walrelay::sim
