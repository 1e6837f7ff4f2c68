#include <chrono>

#include <fmt/format.h>

#include <walrelay/kafka/checkpoint_store.hpp>

#include "kafka/checkpoint_fields.hpp"
#include "kafka/flat_object.hpp"

namespace walrelay::kafka {

namespace {

error malformed(std::string_view problem) {
  return {
      error_class::refuse, fmt::format("the checkpoint record is malformed: {}", problem),
      "a position that cannot be read cannot be trusted: rows would be lost or repeated",
      "find out what wrote to the offsets topic; to go on from the slot's position, run: walrelay "
      "offsets adopt --accept-gap, or without a slot: walrelay offsets reset --accept-gap",
      std::string(checkpoint_malformed)};
}

error other_version(std::uint32_t version) {
  return {
      error_class::refuse,
      fmt::format("the checkpoint record has format version {}, and this daemon reads version {}",
                  version, field::format_version),
      "fields of another version may have another meaning",
      "run the version of walrelay that wrote the record", "checkpoint_version"};
}

checkpoint_state take_state(flat_object& from) {
  const std::string text = from.text(field::state);
  if (text == field::state_streaming) return checkpoint_state::streaming;
  if (text != field::state_creating) from.complain("field 'state' is none of creating, streaming");
  return checkpoint_state::creating;
}

std::optional<transaction_mark> take_last_transaction(flat_object& from) {
  const auto end = from.number_or_null<std::uint64_t>(field::last_end);
  const auto id = from.number_or_null<std::uint32_t>(field::last_xid);
  const auto microseconds = from.number_or_null<std::int64_t>(field::last_commit_time);
  if (end && id && microseconds) {
    return transaction_mark{lsn{*end}, xid{*id},
                            wall_time{std::chrono::microseconds{*microseconds}}};
  }
  if (end || id || microseconds) {
    from.complain("of the fields 'lsn_commit', 'txId' and 'ts_usec' some are null and some not");
  }
  return std::nullopt;
}

std::optional<partial_mark> take_partial(flat_object& from) {
  const auto id = from.number_or_null<std::uint32_t>(field::partial_xid);
  const auto commit = from.number_or_null<std::uint64_t>(field::partial_commit_lsn);
  const auto changes = from.number_or_null<std::uint64_t>(field::partial_changes);
  const auto last_change = from.number_or_null<std::uint64_t>(field::partial_last_change);
  const auto digest = from.number_in_text_or_null<std::uint64_t>(field::partial_digest);
  if (id && commit && changes && last_change && digest) {
    return partial_mark{xid{*id}, lsn{*commit}, *changes, lsn{*last_change}, *digest};
  }
  if (id || commit || changes || last_change || digest) {
    from.complain("of the fields 'partial_…' some are null and some not");
  }
  return std::nullopt;
}

}  // namespace

result<checkpoint> parse_checkpoint(std::string_view text) {
  flat_object from(text);
  if (from.problem()) return malformed(*from.problem());
  // First: another version may lack fields, have more, or mean other things by them.
  const auto version = from.number<std::uint32_t>(field::version);
  if (!from.problem() && version != field::format_version) return other_version(version);

  checkpoint read;
  read.state = take_state(from);
  read.position = lsn{from.number<std::uint64_t>(field::position)};
  read.last_transaction = take_last_transaction(from);
  read.partial = take_partial(from);
  read.adopted = lsn{from.number_or_null<std::uint64_t>(field::adopted).value_or(0)};
  read.system_identifier = from.number_in_text<std::uint64_t>(field::system_identifier);
  read.timeline = timeline_id{from.number<std::uint32_t>(field::timeline)};
  read.database = from.text(field::database);
  read.database_oid = oid{from.number<std::uint32_t>(field::database_oid)};
  read.slot = from.text(field::slot);
  read.plugin = from.text(field::plugin);
  read.publication = from.text(field::publication);
  read.publication_oid = oid{from.number<std::uint32_t>(field::publication_oid)};
  read.publication_fingerprint = from.text(field::publication_fingerprint);
  read.kafka_cluster_id = from.text(field::kafka_cluster_id);
  read.transactional_id = from.text(field::transactional_id);
  read.daemon_version = from.text(field::daemon_version);
  read.instance_id = from.text(field::instance_id);
  read.number = checkpoint_number{from.number<std::uint64_t>(field::number)};
  from.expect_no_more();
  if (from.problem()) return malformed(*from.problem());
  return read;
}

}  // namespace walrelay::kafka
