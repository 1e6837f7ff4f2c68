// relation_encoder: the table_encoder of one relation. Decides which records a change becomes and
// with which key; rows and keys are written by object_writer, the rest by envelope_frame.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <walrelay/envelope/table_encoder.hpp>

#include "envelope/context_headers.hpp"
#include "envelope/envelope_frame.hpp"
#include "envelope/object_writer.hpp"
#include "envelope/record_schema.hpp"

namespace walrelay::envelope {

class relation_encoder final : public table_encoder {
 public:
  /// `unusable`: why no row of this table can be encoded, if so.
  relation_encoder(change::relation_ptr relation, std::vector<std::size_t> key_columns,
                   const table_context& context, std::optional<error> unusable);

  result<void> encode(const change::row_change& row, const transaction_context& transaction,
                      wall_time now, record_batch& out) override;

  bool knows_labels(const change::row_change& row) override;
  void learn_labels(const table_context& context) override;

  const change::relation_ptr& relation() const override { return relation_; }
  topic_id topic() const override { return topic_; }
  bool keyless() const override { return key_columns_.empty(); }
  std::uint64_t text_fallbacks() const override { return objects_.text_fallbacks(); }

 private:
  using row_values = std::span<const change::value>;
  struct row_image {
    row_values values;
    object_role role = object_role::row;
  };
  struct images {
    std::optional<row_values> key;  // the row that the key is taken from
    std::optional<row_image> before;
    std::optional<row_image> after;
  };

  [[nodiscard]] result<void> encode_update(const change::row_change& row, const row_stamp& stamp,
                                           record_batch& out);
  [[nodiscard]] result<void> encode_delete(const change::row_change& row, const row_stamp& stamp,
                                           record_batch& out);
  void bind_schemas();
  [[nodiscard]] std::vector<std::size_t> columns_with_labels() const;
  [[nodiscard]] result<void> append_change(operation what, const images& rows,
                                           const row_stamp& stamp, record_batch& out);

  [[nodiscard]] static row_image old_image(const change::row_change& row);
  [[nodiscard]] bool embeds_schemas() const;
  /// In the records: what is not in them cannot be told apart by their readers.
  [[nodiscard]] result<bool> same_captured_columns(row_values one, row_values other);
  [[nodiscard]] bool wants_tombstone() const;
  [[nodiscard]] result<bool> key_changes(row_values old_row, row_values new_row);
  [[nodiscard]] result<void> append_key_change(const row_image& old_row, row_values new_row,
                                               const row_stamp& stamp, record_batch& out);

  [[nodiscard]] row_values with_unchanged_from_old(const change::row_change& row);
  [[nodiscard]] bool old_row_has_key(const change::row_change& row) const;

  [[nodiscard]] std::optional<unwritable> write_row(const std::optional<row_image>& row,
                                                    std::string& out);
  [[nodiscard]] std::optional<unwritable> write_key(row_values row, object_role role,
                                                    std::string& out);
  [[nodiscard]] error refusal(const unwritable& what) const;

  change::relation_ptr relation_;
  std::vector<std::size_t> key_columns_;
  object_writer objects_;
  std::vector<std::size_t> labelled_columns_;  // a schema of theirs stands in the records
  envelope_frame frame_;
  context_headers context_headers_;
  tombstones on_delete_;
  tombstones on_keyless_delete_;
  unchanged_rows unchanged_;
  key_change_records on_key_change_;
  topic_id topic_;
  std::optional<error> unusable_;
  std::string schema_name_;  // what stands before .Key, .Value and .Envelope
  converter_settings key_converter_;
  converter_settings value_converter_;
  json_frame key_frame_;
  json_frame value_frame_;

  // Kept between calls for their memory. A key change becomes three records and either all or none
  // may be appended, so its parts are written here first.
  std::vector<change::value> merged_row_;
  struct {
    std::vector<std::size_t> columns;
    std::string before, after;
  } compared_;
  struct {
    std::string old_key, new_key, old_key_header, new_key_header, before, after;
  } parts_;
};

}  // namespace walrelay::envelope
