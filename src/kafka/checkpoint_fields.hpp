// checkpoint_fields: the names in a checkpoint record, which docs and other versions rely on.
// Debezium's where the meaning is the same (lsn, lsn_commit, txId, ts_usec), ours otherwise.
#pragma once

#include <cstdint>
#include <string_view>

namespace walrelay::kafka::field {

/// Raised when the meaning or the set of the fields changes. A daemon reads its own version only.
inline constexpr std::uint32_t format_version = 1;

inline constexpr std::string_view version = "version";
inline constexpr std::string_view state = "state";
inline constexpr std::string_view position = "lsn";
inline constexpr std::string_view last_end = "lsn_commit";
inline constexpr std::string_view last_xid = "txId";
inline constexpr std::string_view last_commit_time = "ts_usec";
inline constexpr std::string_view adopted = "adopted_lsn";
inline constexpr std::string_view partial_xid = "partial_txId";
inline constexpr std::string_view partial_commit_lsn = "partial_commit_lsn";
inline constexpr std::string_view partial_changes = "partial_changes";
inline constexpr std::string_view partial_last_change = "partial_lsn";
inline constexpr std::string_view partial_digest = "partial_digest";
// Text, as the digest: beyond 2^53, where many JSON readers begin to round.
inline constexpr std::string_view system_identifier = "system_identifier";
inline constexpr std::string_view timeline = "timeline";
inline constexpr std::string_view database = "database";
inline constexpr std::string_view database_oid = "database_oid";
inline constexpr std::string_view slot = "slot";
inline constexpr std::string_view plugin = "plugin";
inline constexpr std::string_view publication = "publication";
inline constexpr std::string_view publication_oid = "publication_oid";
inline constexpr std::string_view publication_fingerprint = "publication_fingerprint";
inline constexpr std::string_view kafka_cluster_id = "kafka_cluster_id";
inline constexpr std::string_view transactional_id = "transactional_id";
inline constexpr std::string_view daemon_version = "daemon_version";
inline constexpr std::string_view instance_id = "instance_id";
inline constexpr std::string_view number = "number";

inline constexpr std::string_view state_creating = "creating";
inline constexpr std::string_view state_streaming = "streaming";

}  // namespace walrelay::kafka::field
