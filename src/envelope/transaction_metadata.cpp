#include <walrelay/envelope/transaction_metadata.hpp>

#include <walrelay/base/json_text.hpp>

#include "envelope/auxiliary_schema.hpp"
#include "envelope/instant_text.hpp"
#include "envelope/java_map_order.hpp"

namespace walrelay::envelope {
namespace {

/// Debezium counts them in a HashMap, and consumers see them in its order.
void append_collections(const event_counter& events, std::string& out) {
  std::vector<std::uint32_t> hashes;
  for (const auto& each : events.collections()) hashes.push_back(java_map_hash(each.name));
  java_map_order order;
  out += '[';
  bool first = true;
  for (const std::uint32_t place : order.of(hashes)) {
    const event_counter::collection& each = events.collections()[place];
    out += first ? R"({"data_collection":)" : R"(,{"data_collection":)";
    append_json_string(out, each.name);
    out += R"(,"event_count":)";
    append_number(out, each.events);
    out += '}';
    first = false;
  }
  out += ']';
}

}  // namespace

void event_counter::clear() {
  total_ = 0;
  collections_.clear();
  places_.clear();
}

event_order event_counter::next(std::string_view name) const {
  const auto found = places_.find(name);
  const std::uint64_t before = found == places_.end() ? 0 : collections_[found->second].events;
  return {total_ + 1, before + 1};
}

void event_counter::count(std::string_view name) {
  auto place = places_.find(name);
  if (place == places_.end()) {
    place = places_.emplace(name, collections_.size()).first;
    collections_.push_back({place->first});
  }
  ++collections_[place->second].events;
  ++total_;
}

void append_transaction_id(xid id, lsn position, std::string& out) {
  append_number(out, id.value());
  out += ':';
  append_number(out, position.value());
}

transaction_encoder::transaction_encoder(const envelope_settings& settings, topic_id topic)
    : topic_(topic) {
  record_frames frames = transaction_frames(settings);
  key_opening_ = std::move(frames.key.opening);
  key_closing_ = std::move(frames.key.closing);
  value_opening_ = std::move(frames.value.opening);
  value_closing_ = std::move(frames.value.closing);
}

void transaction_encoder::append_begin(const transaction_place& where, record_batch& out) const {
  append("BEGIN", where, nullptr, out);
}

void transaction_encoder::append_end(const transaction_place& where, const event_counter& events,
                                     record_batch& out) const {
  append("END", where, &events, out);
}

void transaction_encoder::append(std::string_view status, const transaction_place& where,
                                 const event_counter* events, record_batch& out) const {
  std::string& bytes = out.bytes();
  out.begin_record(topic_);
  out.open_key();
  (bytes += key_opening_) += R"({"id":")";
  append_transaction_id(where.id, where.position, bytes);
  (bytes += "\"}") += key_closing_;
  out.close_key();
  out.open_value();
  ((bytes += value_opening_) += R"({"status":")") += status;
  bytes += R"(","id":")";
  append_transaction_id(where.id, where.position, bytes);
  if (events == nullptr) {
    bytes += R"(","event_count":null,"data_collections":null)";
  } else {
    bytes += R"(","event_count":)";
    append_number(bytes, events->total());
    bytes += R"(,"data_collections":)";
    append_collections(*events, bytes);
  }
  bytes += R"(,"ts_ms":)";
  instant_text(where.commit_time).append_millis(bytes);
  (bytes += '}') += value_closing_;
  out.close_value();
  out.end_record();
}

}  // namespace walrelay::envelope
