#include <fmt/format.h>

#include <walrelay/base/ensure.hpp>
#include <walrelay/base/json_text.hpp>
#include <walrelay/kafka/checkpoint_store.hpp>

#include "kafka/checkpoint_fields.hpp"
#include "kafka/object_text.hpp"

namespace walrelay::kafka {

namespace {

std::string_view text_of(checkpoint_state state) {
  switch (state) {
    case checkpoint_state::creating:
      return field::state_creating;
    case checkpoint_state::streaming:
      return field::state_streaming;
  }
  WALRELAY_ENSURE(false, "checkpoint state {}", static_cast<int>(state));
}

void append_last_transaction(object_text& out, const std::optional<transaction_mark>& last) {
  if (last) {
    out.number(field::last_end, last->end.value());
    out.number(field::last_xid, last->id);
    out.number(field::last_commit_time, last->commit_time.time_since_epoch().count());
    return;
  }
  for (const auto name : {field::last_end, field::last_xid, field::last_commit_time}) {
    out.null(name);
  }
}

void append_partial(object_text& out, const std::optional<partial_mark>& partial) {
  if (partial) {
    out.number(field::partial_xid, partial->id);
    out.number(field::partial_commit_lsn, partial->commit_lsn.value());
    out.number(field::partial_changes, partial->changes);
    out.number(field::partial_last_change, partial->last_change.value());
    out.text(field::partial_digest, fmt::format("{}", partial->digest));
    return;
  }
  for (const auto name : {field::partial_xid, field::partial_commit_lsn, field::partial_changes,
                          field::partial_last_change, field::partial_digest}) {
    out.null(name);
  }
}

void append_adopted(object_text& out, lsn adopted) {
  if (adopted == lsn{}) {
    out.null(field::adopted);
  } else {
    out.number(field::adopted, adopted.value());
  }
}

}  // namespace

std::string checkpoint_key(std::string_view connector, std::string_view topic_prefix) {
  std::string key = "[";
  append_json_string(key, connector);
  key += ",{\"server\":";
  append_json_string(key, topic_prefix);
  key += "}]";
  return key;
}

std::string encode_checkpoint(const checkpoint& position) {
  object_text out;
  out.number(field::version, field::format_version);
  out.text(field::state, text_of(position.state));
  out.number(field::position, position.position.value());
  append_last_transaction(out, position.last_transaction);
  append_partial(out, position.partial);
  append_adopted(out, position.adopted);
  out.text(field::system_identifier, fmt::format("{}", position.system_identifier));
  out.number(field::timeline, position.timeline);
  out.text(field::database, position.database);
  out.number(field::database_oid, position.database_oid);
  out.text(field::slot, position.slot);
  out.text(field::plugin, position.plugin);
  out.text(field::publication, position.publication);
  out.number(field::publication_oid, position.publication_oid);
  out.text(field::publication_fingerprint, position.publication_fingerprint);
  out.text(field::kafka_cluster_id, position.kafka_cluster_id);
  out.text(field::transactional_id, position.transactional_id);
  out.text(field::daemon_version, position.daemon_version);
  out.text(field::instance_id, position.instance_id);
  out.number(field::number, position.number);
  std::string text = std::move(out).close();
  const auto again = parse_checkpoint(text);
  WALRELAY_ENSURE(again && *again == position, "the checkpoint at {} does not survive its own text",
                  position.position);
  return text;
}

}  // namespace walrelay::kafka
