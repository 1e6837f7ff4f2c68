// The typed options that the other rooms are built from. Every value has passed the checks of the
// option table (option_table.hpp), the only place where an option's name, default and rule exist.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <walrelay/config/secret.hpp>

namespace walrelay::config {

using std::chrono::milliseconds;

/// database.*: how to reach the server. Several hosts as in libpq: comma-joined.
struct database_options {
  std::string hostname;
  std::string port = "5432";
  std::string user;
  secret password;
  std::string dbname;
  std::string sslmode = "prefer";
  std::string sslrootcert, sslcert, sslkey;
  secret sslpassword;
  bool tcp_keepalive = true;
  std::vector<std::string> initial_statements;
  milliseconds query_timeout{600'000};
};

enum class publication_autocreate { disabled, filtered, all_tables, no_tables };

struct replication_options {
  std::string slot_name;
  std::string publication_name;
  publication_autocreate autocreate = publication_autocreate::filtered;
  bool via_partition_root = false;
  bool slot_failover = false;
  milliseconds status_update_interval{5'000};  // upper bound; never above wal_sender_timeout / 3
  milliseconds wal_sender_timeout{15'000};
};

struct capture_options {
  std::vector<std::string> schema_include, schema_exclude;
  std::vector<std::string> table_include, table_exclude;
  std::vector<std::string> column_include, column_exclude;
  std::vector<std::string> message_prefix_include, message_prefix_exclude;

  /// Each table that table.include.list holds is meant: one that is missing is worth an error.
  [[nodiscard]] bool names_tables() const { return !table_include.empty(); }
};

/// What is done to single columns, which are named by regular expressions of the whole
/// schema.table.column.
struct column_options {
  struct length_rule {
    std::size_t chars = 0;
    std::vector<std::string> columns;
  };
  enum class hash_input { java_serialized, plain };
  struct hash_rule {
    std::string algorithm;
    std::string salt;
    hash_input input = hash_input::java_serialized;
    std::vector<std::string> columns;
  };
  struct key_rule {
    std::string table;  // a regular expression of the whole schema.table
    std::vector<std::string> columns;
  };
  std::vector<length_rule> truncations;
  std::vector<length_rule> masks;
  std::vector<hash_rule> hashes;
  std::vector<key_rule> keys;
  std::vector<std::string> source_type_columns;
  std::vector<std::string> source_type_types;  // of the whole schema.table.type
  bool skip_unchanged = false;
};

enum class failure_handling { fail, warn, skip };
enum class oversize_policy { fail, dlq };

/// What Connect's JsonConverter is told, for keys or for values.
struct converter_options {
  bool schemas = false;
  bool replace_null_with_default = false;
  std::string decimal_format = "BASE64";
};

/// The modes are words as the option table spells them.
struct envelope_options {
  std::string decimals = "precise";
  std::string times = "adaptive";
  std::string intervals = "numeric";
  std::string binaries = "bytes";
  std::string hstores = "json";
  std::string unknown_types = "text";
  std::string schema_names = "none";
  std::string field_names = "none";
  bool schema_comments = false;
  int money_fraction_digits = 2;
  converter_options key, value;
  bool context_headers = false;
  /// `compatibility: debezium`, where no option of its own decides.
  bool as_debezium = false;
  bool tombstones_on_delete = true;
  std::string unavailable_value_placeholder = "__debezium_unavailable_value";
  failure_handling converting_failure = failure_handling::warn;
  std::string topic_delimiter = ".";
  std::string skipped_operations = "t";  // of "cudt"

  [[nodiscard]] bool skips(char operation) const {
    return skipped_operations.find(operation) != std::string::npos;
  }
};

/// Records that are not of a table: logical messages, transaction metadata, heartbeats.
struct auxiliary_options {
  bool transaction_metadata = false;
  std::string transaction_topic = "transaction";
  milliseconds heartbeat_interval{0};  // 0: none
  std::string heartbeat_query;
  std::string heartbeat_prefix = "__debezium-heartbeat";
  std::string heartbeat_topic;
};

enum class snapshot_mode { no_data, initial };

/// topic.creation.default.*; -1 is the broker's default.
struct topic_creation_options {
  std::int32_t partitions = -1;
  std::int32_t replication_factor = -1;
  std::map<std::string, std::string> configs;
};

struct sink_options {
  std::string transactional_id;
  std::string offset_topic;
  std::int32_t offset_topic_replication_factor = -1;
  milliseconds transaction_timeout{60'000};
  oversize_policy oversize = oversize_policy::fail;
  /// librdkafka properties from `kafka:` and `producer.override.*`, those that exactly-once depends
  /// on refused; secrets are in `client_secrets`.
  std::map<std::string, std::string> client;
  std::map<std::string, secret> client_secrets;
  topic_creation_options topics;
};

/// When the open Kafka transaction is committed, and how much may wait in memory.
struct flow_options {
  milliseconds commit_target_time{200};
  std::size_t commit_target_bytes = 32u << 20;
  std::size_t mailbox_bytes = 4u << 20;
  milliseconds shutdown_grace{10'000};
  milliseconds retry_wait{500};         // first pause after an interruption; doubles
  milliseconds retry_wait_max{10'000};  // retriable.restart.connector.wait.ms
  std::int64_t retries_max = -1;        // errors.max.retries; -1 is no limit
};

struct connector_options {
  std::string name;
  std::string topic_prefix;
  database_options database;
  replication_options replication;
  capture_options capture;
  column_options columns;
  envelope_options envelope;
  auxiliary_options auxiliary;
  snapshot_mode snapshot = snapshot_mode::no_data;
  sink_options sink;
  flow_options flow;
};

enum class log_format { text, json };
enum class log_level { trace, debug, info, warn, error };

struct daemon_options {
  log_format format = log_format::text;
  log_level level = log_level::info;
  std::vector<connector_options> connectors;  // in the order of the file
};

}  // namespace walrelay::config
