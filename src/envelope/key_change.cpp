// An UPDATE that changes the key: for a compacted topic the old key must die and the new one be
// born, so it is a delete, its tombstone and a create (DEBEZIUM.md section 1.4).
#include "envelope/relation_encoder.hpp"

#include <algorithm>

namespace walrelay::envelope {
namespace {

constexpr std::string_view new_key_header = "__debezium.newkey";
constexpr std::string_view old_key_header = "__debezium.oldkey";

void append_header(record_batch& out, std::string_view name, std::string_view value) {
  out.open_header(name);
  out.bytes() += value;
  out.close_header();
}

}  // namespace

result<bool> relation_encoder::key_changes(row_values old_row, row_values new_row) {
  const bool same_text = std::ranges::all_of(
      key_columns_, [&](std::size_t column) { return old_row[column] == new_row[column]; });
  if (same_text) return false;
  // Different text may still be the same key: 1.5 and 1.50 of a numeric without scale.
  parts_.old_key.clear();
  parts_.new_key.clear();
  if (const auto failure = write_key(old_row, object_role::key, parts_.old_key)) {
    return refusal(*failure);
  }
  if (const auto failure = write_key(new_row, object_role::key, parts_.new_key)) {
    return refusal(*failure);
  }
  return parts_.old_key != parts_.new_key;
}

// key_changes() has just written both keys.
result<void> relation_encoder::append_key_change(const row_image& old_row, row_values new_row,
                                                 const row_stamp& stamp, record_batch& out) {
  for (std::string* part :
       {&parts_.old_key_header, &parts_.new_key_header, &parts_.before, &parts_.after}) {
    part->clear();
  }
  std::optional<unwritable> failure =
      write_key(old_row.values, object_role::key_header, parts_.old_key_header);
  if (!failure) failure = write_key(new_row, object_role::key_header, parts_.new_key_header);
  if (!failure) failure = write_row(old_row, parts_.before);
  if (!failure) failure = write_row(row_image{new_row}, parts_.after);
  if (failure) return refusal(*failure);
  if (objects_.take_widened() && embeds_schemas()) {
    bind_schemas();
    if (const auto again = key_changes(old_row.values, new_row); !again) return again.error();
    return append_key_change(old_row, new_row, stamp, out);
  }

  const auto append = [&](std::string_view key, std::string_view header_name,
                          std::string_view header, const auto& append_value) {
    out.begin_record(topic_);
    out.open_key();
    out.bytes() += key;
    out.close_key();
    append_header(out, header_name, header);
    append_value();
    context_headers_.append(out);
    out.end_record();
  };
  const auto value_of = [&](operation what, std::string_view before, std::string_view after) {
    return [&, what, before, after] {
      out.open_value();
      std::string& bytes = out.bytes();
      (bytes += value_frame_.opening) += envelope_frame::opening();
      ((bytes += before) += envelope_frame::between()) += after;
      frame_.append_closing(what, stamp, bytes);
      bytes += value_frame_.closing;
      out.close_value();
    };
  };
  using enum key_change_records;
  if (on_key_change_ == all || on_key_change_ == delete_alone) {
    append(parts_.old_key, new_key_header, parts_.new_key_header,
           value_of(operation::remove, parts_.before, "null"));
    frame_.count(stamp);
    if (on_delete_ == tombstones::emit) {
      append(parts_.old_key, new_key_header, parts_.new_key_header, [] {});
    }
  }
  if (on_key_change_ == all || on_key_change_ == create_alone) {
    append(parts_.new_key, old_key_header, parts_.old_key_header,
           value_of(operation::create, "null", parts_.after));
    frame_.count(stamp);
  }
  return {};
}

}  // namespace walrelay::envelope
