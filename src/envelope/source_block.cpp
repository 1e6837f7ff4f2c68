#include "envelope/source_block.hpp"

#include <utility>

#include <walrelay/base/ensure.hpp>
#include <walrelay/base/json_text.hpp>

#include "envelope/instant_text.hpp"

namespace walrelay::envelope {
namespace {

// The JSON text of two strings inside a JSON string: ["<end of the commit before>","<position>"].
void append_sequence(std::optional<lsn> last_commit_end, std::string_view position,
                     std::string& out) {
  if (last_commit_end) {
    out += R"(\")";
    append_number(out, last_commit_end->value());
    out += R"(\",\")";
  } else {
    out += R"(null,\")";
  }
  out += position;
  out += R"(\"]")";
}

void append_origin(const transaction_context& transaction, std::string& out) {
  if (transaction.origin.empty()) {
    out += R"(,"xmin":null,"origin":null,"origin_lsn":null)";
    return;
  }
  out += R"(,"xmin":null,"origin":)";
  append_json_string(out, transaction.origin);
  out += R"(,"origin_lsn":)";
  append_number(out, transaction.origin_lsn.value());
}

std::string_view marker_of(change::snapshot_place place) {
  switch (place) {
    case change::snapshot_place::amid:
      return R"(,"snapshot":"true")";
    case change::snapshot_place::first:
      return R"(,"snapshot":"first")";
    case change::snapshot_place::first_of_table:
      return R"(,"snapshot":"first_in_data_collection")";
    case change::snapshot_place::last_of_table:
      return R"(,"snapshot":"last_in_data_collection")";
    case change::snapshot_place::last:
      return R"(,"snapshot":"last")";
  }
  WALRELAY_ENSURE(false, "place {} in a snapshot", static_cast<int>(place));
}

}  // namespace

source_block::source_block(const envelope_settings& settings, std::string_view schema,
                           std::string_view table, std::string collection)
    : collection_(std::move(collection)) {
  names_ = R"(,"source":{"version":)";
  append_json_string(names_, settings.version);
  names_ += R"(,"connector":"postgresql","name":)";
  append_json_string(names_, settings.topic_prefix);
  names_ += R"(,"ts_ms":)";

  streamed_ =
      settings.streamed == streamed_marker::null ? R"(,"snapshot":null)" : R"(,"snapshot":"false")";
  database_ = R"(,"db":)";
  append_json_string(database_, settings.database);
  database_ += R"(,"sequence":"[)";

  table_ = R"(,"schema":)";
  append_json_string(table_, schema);
  table_ += R"(,"table":)";
  append_json_string(table_, table);
  table_ += R"(,"txId":)";
}

void source_block::append(const row_stamp& stamp, std::string& out) const {
  const instant_text commit(stamp.transaction.commit_time);
  const digits_of position(stamp.position.value());
  out += names_;
  commit.append_millis(out);
  out += stamp.read_at ? marker_of(*stamp.read_at) : streamed_;
  out += database_;
  append_sequence(stamp.transaction.last_commit_end, position.view(), out);
  commit.append_micros_and_nanos(out);
  out += table_;
  if (stamp.transaction.id) {
    append_number(out, stamp.transaction.id->value());
  } else {
    out += "null";
  }
  out += R"(,"lsn":)";
  out += position.view();
  append_origin(stamp.transaction, out);
  out += R"(},"transaction":)";
  append_transaction(stamp, out);
}

void source_block::append_transaction(const row_stamp& stamp, std::string& out) const {
  if (stamp.transaction.events == nullptr) {
    out += "null";
    return;
  }
  const event_order order = stamp.transaction.events->next(collection_);
  out += R"({"id":")";
  append_transaction_id(*stamp.transaction.id, stamp.position, out);
  out += R"(","total_order":)";
  append_number(out, order.total);
  out += R"(,"data_collection_order":)";
  append_number(out, order.of_collection);
  out += '}';
}

void source_block::count(const transaction_context& transaction) const {
  if (transaction.events != nullptr) transaction.events->count(collection_);
}

}  // namespace walrelay::envelope
