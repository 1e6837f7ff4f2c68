#include <array>
#include <utility>

#include <fmt/format.h>

#include <walrelay/base/ensure.hpp>
#include <walrelay/base/json_text.hpp>
#include <walrelay/kafka/table_progress_store.hpp>

#include "kafka/flat_object.hpp"
#include "kafka/object_text.hpp"
#include "kafka/table_key.hpp"

namespace walrelay::kafka {

namespace {

constexpr std::uint32_t format_version = 1;
constexpr std::array<std::pair<table_copy_state, std::string_view>, 5> states{{
    {table_copy_state::pending, "pending"},
    {table_copy_state::reading, "reading"},
    {table_copy_state::rereading, "rereading"},
    {table_copy_state::done, "done"},
    {table_copy_state::skipped, "skipped"},
}};

error malformed(std::string_view table, std::string_view problem) {
  return {error_class::refuse,
          fmt::format("the snapshot record of table {} is malformed: {}", table, problem),
          "how far the table was copied cannot be told: rows would be lost or repeated",
          "find out what wrote to the offsets topic", "table_progress_malformed"};
}

std::string_view text_of(table_copy_state state) {
  for (const auto& [each, text] : states) {
    if (each == state) return text;
  }
  WALRELAY_ENSURE(false, "table copy state {}", static_cast<int>(state));
}

table_copy_state take_state(flat_object& from) {
  const std::string found = from.text("state");
  for (const auto& [each, text] : states) {
    if (text == found) return each;
  }
  from.complain("field 'state' is none of pending, reading, rereading, done, skipped");
  return table_copy_state::pending;
}

// What a table's key has in place of the end of the checkpoint's.
constexpr std::string_view table_field = ",\"table\":";
constexpr std::string_view key_end = "}]";

std::string_view without_end(std::string_view checkpoint_key) {
  return checkpoint_key.substr(0, checkpoint_key.size() - key_end.size());
}

}  // namespace

std::string table_progress_key(std::string_view connector, std::string_view topic_prefix,
                               std::string_view table) {
  std::string key(without_end(checkpoint_key(connector, topic_prefix)));
  key += table_field;
  append_json_string(key, table);
  key += key_end;
  return key;
}

std::optional<std::string> table_of_key(std::string_view key, std::string_view checkpoint_key) {
  const std::string begin = fmt::format("{}{}", without_end(checkpoint_key), table_field);
  if (!key.starts_with(begin) || !key.ends_with(key_end)) return std::nullopt;
  key.remove_prefix(begin.size());
  key.remove_suffix(key_end.size());
  flat_object object(fmt::format("{{\"table\":{}}}", key));
  std::string table = object.text("table");
  object.expect_no_more();
  return object.problem() ? std::nullopt : std::optional(std::move(table));
}

std::string encode_table_progress(const table_progress& progress) {
  object_text out;
  out.number("version", format_version);
  out.text("state", text_of(progress.state));
  out.number("table_oid", progress.table_id);
  out.text("key_columns", progress.key_columns);
  if (progress.last_key) {
    out.text("last_key", *progress.last_key);
  } else {
    out.null("last_key");
  }
  out.text("listed_keys", progress.listed_keys);
  out.number("rows", progress.rows);
  std::string text = std::move(out).close();
  const auto again = parse_table_progress(progress.table, text);
  WALRELAY_ENSURE(again && *again == progress,
                  "the snapshot record of {} does not survive its own text", progress.table);
  return text;
}

result<table_progress> parse_table_progress(std::string_view table, std::string_view text) {
  flat_object from(text);
  if (from.problem()) return malformed(table, *from.problem());
  const auto version = from.number<std::uint32_t>("version");
  if (!from.problem() && version != format_version) {
    return malformed(table, fmt::format("it has format version {}, and this daemon reads {}",
                                        version, format_version));
  }
  table_progress read;
  read.table = table;
  read.state = take_state(from);
  read.table_id = oid{from.number<std::uint32_t>("table_oid")};
  read.key_columns = from.text("key_columns");
  read.last_key = from.text_or_null("last_key");
  read.listed_keys = from.text("listed_keys");
  read.rows = from.number<std::uint64_t>("rows");
  from.expect_no_more();
  if (from.problem()) return malformed(table, *from.problem());
  return read;
}

}  // namespace walrelay::kafka
