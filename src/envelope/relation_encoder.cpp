#include "envelope/relation_encoder.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include <walrelay/base/ensure.hpp>

#include "envelope/name_adjustment.hpp"
#include "envelope/refusal.hpp"

namespace walrelay::envelope {

relation_encoder::relation_encoder(change::relation_ptr relation,
                                   std::vector<std::size_t> key_columns,
                                   const table_context& context, std::optional<error> unusable)
    : relation_(std::move(relation)),
      key_columns_(std::move(key_columns)),
      objects_(*relation_, context),
      frame_(context.settings, *relation_),
      context_headers_(context.settings),
      on_delete_(context.settings.on_delete),
      on_keyless_delete_(context.settings.on_keyless_delete),
      unchanged_(context.settings.unchanged),
      on_key_change_(context.settings.on_key_change),
      topic_(context.topic),
      unusable_(std::move(unusable)),
      schema_name_(adjusted_schema_name(context.topic_name, context.settings.schema_names)),
      key_converter_(context.settings.key),
      value_converter_(context.settings.value) {
  labelled_columns_ = columns_with_labels();
  bind_schemas();
}

void relation_encoder::bind_schemas() {
  using schema = converter_settings::schema;
  if (key_converter_.schemas == schema::embedded) {
    key_frame_ = key_frame(schema_name_, objects_.key_schema(key_columns_));
  }
  if (value_converter_.schemas == schema::embedded) {
    value_frame_ = value_frame(schema_name_, objects_.row_schema());
  }
}

result<void> relation_encoder::encode(const change::row_change& row,
                                      const transaction_context& transaction, wall_time now,
                                      record_batch& out) {
  if (unusable_) return *unusable_;
  const std::size_t width = relation_->columns.size();
  for (const row_values values : {row.old_values, row.new_values}) {
    WALRELAY_ENSURE(values.empty() || values.size() == width,
                    "a row of {} has {} values for {} columns", relation_->qualified_name(),
                    values.size(), width);
  }
  row_stamp stamp{transaction, row.position, now};
  if (row.operation == change::row_operation::read) stamp.read_at = row.place;
  switch (row.operation) {
    case change::row_operation::insert:
      return append_change(operation::create,
                           {row.new_values, std::nullopt, row_image{row.new_values}}, stamp, out);
    case change::row_operation::update:
      return encode_update(row, stamp, out);
    case change::row_operation::remove:
      return encode_delete(row, stamp, out);
    case change::row_operation::truncate:
      return append_change(operation::truncate, {}, stamp, out);
    case change::row_operation::read:
      return append_change(operation::read,
                           {row.new_values, std::nullopt, row_image{row.new_values}}, stamp, out);
  }
  return {};
}

result<void> relation_encoder::encode_update(const change::row_change& row, const row_stamp& stamp,
                                             record_batch& out) {
  const row_values new_row = with_unchanged_from_old(row);
  if (unchanged_ == unchanged_rows::leave_out && row.old_kind == change::old_row::full) {
    const auto same = same_captured_columns(row.old_values, new_row);
    if (!same) return same.error();
    if (*same) return {};
  }
  if (row.old_kind == change::old_row::none) {
    return append_change(operation::update, {new_row, std::nullopt, row_image{new_row}}, stamp,
                         out);
  }
  // An old row comes along not only when the key changes: always under FULL, and whenever a key
  // column is stored out of line.
  if (old_row_has_key(row)) {
    const auto changes = key_changes(row.old_values, new_row);
    if (!changes) return changes.error();
    if (*changes) return append_key_change(old_image(row), new_row, stamp, out);
  }
  return append_change(operation::update, {new_row, old_image(row), row_image{new_row}}, stamp,
                       out);
}

result<void> relation_encoder::encode_delete(const change::row_change& row, const row_stamp& stamp,
                                             record_batch& out) {
  if (row.old_kind == change::old_row::none) return {};  // REPLICA IDENTITY NOTHING: whose row?
  if (!keyless() && !old_row_has_key(row)) {
    return refusal({key_columns_.front(), outcome::unavailable, object_role::key});
  }
  const std::size_t deletion = out.size();
  if (auto done = append_change(operation::remove, {row.old_values, old_image(row), std::nullopt},
                                stamp, out);
      !done) {
    return done;
  }
  if (wants_tombstone()) {
    out.begin_record(topic_);
    if (!keyless()) out.repeat_key_of(deletion);
    context_headers_.append(out);
    out.end_record();
  }
  return {};
}

relation_encoder::row_image relation_encoder::old_image(const change::row_change& row) {
  const bool whole = row.old_kind == change::old_row::full;
  return {row.old_values, whole ? object_role::row : object_role::identity_row};
}

result<void> relation_encoder::append_change(operation what, const images& rows,
                                             const row_stamp& stamp, record_batch& out) {
  out.begin_record(topic_);
  std::optional<unwritable> failure;
  if (rows.key && !keyless()) {
    out.open_key();
    failure = write_key(*rows.key, object_role::key, out.bytes());
    out.close_key();
  }
  if (!failure) {
    out.open_value();
    (out.bytes() += value_frame_.opening) += envelope_frame::opening();
    failure = write_row(rows.before, out.bytes());
    out.bytes() += envelope_frame::between();
    if (!failure) failure = write_row(rows.after, out.bytes());
    frame_.append_closing(what, stamp, out.bytes());
    out.bytes() += value_frame_.closing;
    out.close_value();
  }
  if (failure) {
    out.drop_record();
    return refusal(*failure);
  }
  if (objects_.take_widened() && embeds_schemas()) {
    out.drop_record();
    bind_schemas();
    return append_change(what, rows, stamp, out);
  }
  context_headers_.append(out);
  out.end_record();
  frame_.count(stamp);
  return {};
}

bool relation_encoder::embeds_schemas() const {
  return !key_frame_.opening.empty() || !value_frame_.opening.empty();
}

result<bool> relation_encoder::same_captured_columns(row_values one, row_values other) {
  compared_.columns.clear();
  std::ranges::copy_if(objects_.row_columns(), std::back_inserter(compared_.columns),
                       [&](std::size_t column) { return one[column] != other[column]; });
  if (compared_.columns.empty()) return true;
  // Different text may still be written as one value: 1.5 and 1.50 of a numeric without scale, or
  // what a mask hides.
  compared_.before.clear();
  compared_.after.clear();
  if (const auto failure =
          objects_.write(compared_.columns, one, object_role::row, compared_.before)) {
    return refusal(*failure);
  }
  if (const auto failure =
          objects_.write(compared_.columns, other, object_role::row, compared_.after)) {
    return refusal(*failure);
  }
  return compared_.before == compared_.after;
}

bool relation_encoder::wants_tombstone() const {
  return on_delete_ == tombstones::emit && (!keyless() || on_keyless_delete_ == tombstones::emit);
}

relation_encoder::row_values relation_encoder::with_unchanged_from_old(
    const change::row_change& row) {
  const auto unchanged = [](const change::value& value) {
    return value.kind == change::value_kind::unchanged;
  };
  if (row.old_kind == change::old_row::none || std::ranges::none_of(row.new_values, unchanged)) {
    return row.new_values;
  }
  merged_row_.assign(row.new_values.begin(), row.new_values.end());
  for (std::size_t i = 0; i < merged_row_.size(); ++i) {
    const bool was_sent =
        row.old_kind == change::old_row::full || relation_->columns[i].in_identity;
    if (unchanged(merged_row_[i]) && was_sent) merged_row_[i] = row.old_values[i];
  }
  return merged_row_;
}

bool relation_encoder::old_row_has_key(const change::row_change& row) const {
  if (keyless()) return false;
  return row.old_kind == change::old_row::full ||
         std::ranges::all_of(key_columns_, [this](std::size_t column) {
           return relation_->columns[column].in_identity;
         });
}

std::optional<unwritable> relation_encoder::write_row(const std::optional<row_image>& row,
                                                      std::string& out) {
  if (row) return objects_.write(objects_.row_columns(), row->values, row->role, out);
  out += "null";
  return std::nullopt;
}

std::optional<unwritable> relation_encoder::write_key(row_values row, object_role role,
                                                      std::string& out) {
  // A header's text has no schema beside it.
  const bool framed = role == object_role::key;
  if (framed) out += key_frame_.opening;
  const auto failure = objects_.write(key_columns_, row, role, out);
  if (framed) out += key_frame_.closing;
  return failure;
}

error relation_encoder::refusal(const unwritable& what) const {
  return refusal_of(*relation_, objects_.column(what.column), what);
}

}  // namespace walrelay::envelope
