// table_encoder: everything that can be decided once per relation (names as JSON, one encoder per
// column chosen by type family, key columns, source block) is decided in bind(); encode() then only
// appends bytes. Knows rows, not transactions or Kafka. Pure.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <walrelay/base/clock.hpp>
#include <walrelay/base/ids.hpp>
#include <walrelay/base/lsn.hpp>
#include <walrelay/base/records.hpp>
#include <walrelay/base/result.hpp>
#include <walrelay/change/relation.hpp>
#include <walrelay/change/row_change.hpp>
#include <walrelay/change/selection.hpp>
#include <walrelay/change/table_facts.hpp>
#include <walrelay/envelope/column_rules.hpp>
#include <walrelay/envelope/transaction_metadata.hpp>
#include <walrelay/envelope/value_modes.hpp>

namespace walrelay::envelope {

enum class tombstones { emit, leave_out };
enum class on_conversion_failure { fail, warn, skip };

/// What Connect's JsonConverter is told, for keys and for values.
struct converter_settings {
  /// schemas.enable: {"schema":...,"payload":...} instead of the payload alone.
  enum class schema { left_out, embedded } schemas = schema::left_out;
  /// replace.null.with.default: NULL in a column with a default becomes that default.
  enum class null { kept, replaced_by_default } nulls = null::kept;
  decimal_format decimals = decimal_format::base64;
};

/// What stands in an old row for columns that the server did not send (all but the identity). In a
/// column that must not be null a schema leaves no choice but the type's zero.
enum class unsent_columns { as_null, as_zero };

/// skip.messages.without.change: an update whose captured columns are all as they were, which only
/// REPLICA IDENTITY FULL can tell.
enum class unchanged_rows { emit, leave_out };

/// Which records an update of the key becomes: skipped.operations leaves out its delete with `d`,
/// its create with `c`. An update that is skipped as `u` does not come here.
enum class key_change_records { all, create_alone, delete_alone, none };

/// `source.snapshot` of a streamed row. Debezium leaves it unset, so that its schema's default
/// decides, which JsonConverter writes only with replace.null.with.default.
enum class streamed_marker { text_false, null };

/// schema.name.adjustment.mode, field.name.adjustment.mode: characters that Avro has no place for.
enum class name_adjustment { none, avro, avro_unicode };

/// include.schema.comments: a column's comment as its schema's `doc`.
enum class column_comments { left_out, in_schemas };

/// The same for all tables of a connector.
struct envelope_settings {
  std::string topic_prefix;
  std::string database;
  std::string version;  // `source.version`
  tombstones on_delete = tombstones::emit;
  /// A tombstone without a key tells nobody anything, but Debezium writes it after the delete of a
  /// keyless table with REPLICA IDENTITY FULL.
  tombstones on_keyless_delete = tombstones::emit;
  std::string unavailable_placeholder = "__debezium_unavailable_value";
  on_conversion_failure conversion_failure = on_conversion_failure::warn;
  value_modes values{};
  converter_settings key{};
  converter_settings value{};
  unsent_columns unsent = unsent_columns::as_null;
  column_rules rules{};
  name_adjustment schema_names = name_adjustment::none;
  name_adjustment field_names = name_adjustment::none;
  column_comments comments = column_comments::left_out;
  unchanged_rows unchanged = unchanged_rows::emit;
  key_change_records on_key_change = key_change_records::all;
  streamed_marker streamed = streamed_marker::text_false;
  /// extended.headers.enabled: with it each row's records carry the headers __debezium.context.*,
  /// of which this is one.
  std::optional<std::string> run_id{};
};

/// Records show what no Relation message tells and the catalog can change: defaults, comments, NOT
/// NULL.
[[nodiscard]] bool shows_catalog_facts(const envelope_settings& settings);

/// What a row's transaction adds to `source`.
struct transaction_context {
  wall_time commit_time;
  std::optional<xid> id;
  std::optional<lsn> last_commit_end{};  // of the transaction before
  std::string_view origin{};             // replication origin; empty: written here
  lsn origin_lsn{};                      // the commit's, there
  event_counter* events = nullptr;       // transaction metadata is wanted; there is an id then
};

/// A value that has no place in the chosen representation and became null.
struct conversion_failure {
  std::string_view column;
  std::string_view reason;  // never the value
};

/// Called at each such value, within encode().
using conversion_observer = std::function<void(const conversion_failure&)>;

/// What a relation is bound with. Read within bind() only.
struct table_context {
  const change::table_facts* facts;  // null where the catalog has none; may be newer than rows
  const change::type_catalog& types;
  const change::selection& columns;
  const envelope_settings& settings;
  topic_id topic;
  std::string_view topic_name;
  conversion_observer observer;
};

class table_encoder {
 public:
  /// The relation and what is known of it, bound for good.
  static std::unique_ptr<table_encoder> bind(change::relation_ptr relation,
                                             const table_context& context);
  virtual ~table_encoder() = default;

  /// Appends the records of one change: c; u; d and tombstone; or d, tombstone, c for a changed
  /// key; t for TRUNCATE; r for a row read; none for a delete without an old row (REPLICA IDENTITY
  /// NOTHING) and for an update without change, where asked for. On an error nothing was appended.
  /// Errors: text that is no text of its type (refuse), or a conversion failure under `fail`
  /// (refuse).
  [[nodiscard]] virtual result<void> encode(const change::row_change& row,
                                            const transaction_context& transaction, wall_time now,
                                            record_batch& out) = 0;

  /// False when the schemas do not list a label of an enum that the row has: ALTER TYPE announces
  /// nothing in the stream. Then learn_labels() comes before encode(), with what the catalog has
  /// now. False once for each label, whether the catalog has it or not; without schemas never.
  [[nodiscard]] virtual bool knows_labels(const change::row_change& row) = 0;
  virtual void learn_labels(const table_context& context) = 0;

  [[nodiscard]] virtual const change::relation_ptr& relation() const = 0;
  [[nodiscard]] virtual topic_id topic() const = 0;
  /// No primary key, unique index or identity index: records have no key.
  [[nodiscard]] virtual bool keyless() const = 0;
  /// Values of types not yet covered, emitted as the server's text.
  [[nodiscard]] virtual std::uint64_t text_fallbacks() const = 0;
};

}  // namespace walrelay::envelope
