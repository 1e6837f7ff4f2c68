// Good files: what arrives in the typed options.
#include <doctest/doctest.h>

#include "unit/config/config_helpers.hpp"

namespace walrelay::config::testing {

using std::chrono::milliseconds;
using strings = std::vector<std::string>;

namespace {

/// Every implemented option of a connector, each away from its default.
loaded full_connector() {
  return loaded_from(with_options(
      "name: shop\n"
      "connector.class: io.debezium.connector.postgresql.PostgresConnector\n"
      "tasks.max: 1\n"
      "plugin.name: pgoutput\n"
      "snapshot.mode: NO_DATA\n"
      "database.sslmode: verify-full\n"
      "database.sslrootcert: /ca.pem\n"
      "database.sslcert: /c.pem\n"
      "database.sslkey: /k.pem\n"
      "database.sslpassword: s\n"
      "database.tcpKeepAlive: false\n"
      "database.initial.statements: \"SET work_mem='1MB'; SELECT ';;'\"\n"
      "database.query.timeout.ms: 0\n"
      "slot.name: my_slot\n"
      "slot.failover: TRUE\n"
      "publication.name: My Publication\n"
      "publication.autocreate.mode: disabled\n"
      "publish.via.partition.root: true\n"
      "schema.include.list: public\n"
      "table.exclude.list: ['public\\.a{1,2}', public.b]\n"
      "column.exclude.list: 'public.a.b\\,c,public.d.e'\n"
      "skipped.operations: 'c, D'\n"
      "tombstones.on.delete: false\n"
      "unavailable.value.placeholder: gone\n"
      "event.converting.failure.handling.mode: fail\n"
      "topic.delimiter: _\n"
      "topic.creation.default: {partitions: 6, replication.factor: 3, cleanup.policy: compact}\n"
      "offset.storage.topic: checkpoints\n"
      "offset.storage.replication.factor: 2\n"
      "transactional.id: t\n"
      "transaction.timeout.ms: 120000\n"
      "commit.target.ms: 50\n"
      "commit.target.bytes: 1048576\n"
      "mailbox.bytes: 65536\n"
      "shutdown.grace.ms: 0\n"
      "errors.max.retries: 3\n"
      "retriable.restart.connector.wait.ms: 100\n"
      "key.converter: org.apache.kafka.connect.json.JsonConverter\n"
      "key.converter.schemas.enable: true\n"
      "key.converter.decimal.format: numeric\n"
      "value.converter.decimal.format: BASE64\n"
      "value.converter.replace.null.with.default: true\n"
      "decimal.handling.mode: string\n"
      "time.precision.mode: isostring\n"
      "interval.handling.mode: string\n"
      "binary.handling.mode: base64-url-safe\n"
      "hstore.handling.mode: map\n"
      "money.fraction.digits: 3\n"
      "include.unknown.datatypes: true\n"
      "include.schema.comments: true\n"
      "schema.name.adjustment.mode: avro\n"
      "field.name.adjustment.mode: avro_unicode\n"
      "column.propagate.source.type: public.t.a\n"
      "datatype.propagate.source.type: public.t.numeric\n"
      "extended.headers.enabled: true\n"
      "exactly.once.support: required"));
}

}  // namespace

TEST_CASE("config: defaults of a minimal file") {
  const loaded result = loaded_from(with_options(""));
  CHECK(result.notes.empty());
  CHECK(result.options.format == log_format::text);
  CHECK(result.options.level == log_level::info);
  const connector_options& shop = only_connector(result);
  CHECK(shop.database.port == "5432");
  CHECK(shop.database.sslmode == "prefer");
  CHECK(shop.database.password.reveal() == "pa55-of-pg");
  CHECK(shop.database.tcp_keepalive);
  CHECK(shop.database.initial_statements.empty());
  CHECK(shop.database.query_timeout == milliseconds(600'000));
  CHECK(shop.replication.slot_name == "walrelay_shop");
  CHECK(shop.replication.publication_name == "walrelay_shop");
  CHECK(shop.replication.autocreate == publication_autocreate::filtered);
  CHECK(shop.replication.status_update_interval == milliseconds(5'000));
  CHECK(shop.replication.wal_sender_timeout == milliseconds(15'000));
  CHECK(shop.capture.table_include.empty());
  CHECK(shop.envelope.tombstones_on_delete);
  CHECK(shop.envelope.skipped_operations == "t");
  CHECK(shop.envelope.unavailable_value_placeholder == "__debezium_unavailable_value");
  CHECK(shop.envelope.converting_failure == failure_handling::warn);
  CHECK(shop.envelope.topic_delimiter == ".");
  CHECK(shop.sink.transactional_id == "walrelay.shop");
  CHECK(shop.sink.offset_topic == "walrelay-offsets.shop");
  CHECK(shop.sink.offset_topic_replication_factor == -1);
  CHECK(shop.sink.transaction_timeout == milliseconds(60'000));
  CHECK(shop.sink.topics.partitions == -1);
  CHECK(shop.sink.topics.configs.empty());
  CHECK(shop.flow.commit_target_time == milliseconds(200));
  CHECK(shop.flow.commit_target_bytes == 32u << 20);
  CHECK(shop.flow.mailbox_bytes == 4u << 20);
  CHECK(shop.flow.retry_wait == milliseconds(500));
  CHECK(shop.flow.retry_wait_max == milliseconds(10'000));
  CHECK(shop.flow.retries_max == -1);
}

TEST_CASE("config: every option of a full connector arrives: database and slot") {
  const loaded result = full_connector();
  CHECK(result.notes.empty());
  const connector_options& shop = only_connector(result);
  CHECK(shop.database.sslmode == "verify-full");
  CHECK(shop.database.sslrootcert == "/ca.pem");
  CHECK(shop.database.sslcert == "/c.pem");
  CHECK(shop.database.sslkey == "/k.pem");
  CHECK(shop.database.sslpassword.reveal() == "s");
  CHECK_FALSE(shop.database.tcp_keepalive);
  CHECK(shop.database.initial_statements == strings{"SET work_mem='1MB'", "SELECT ';'"});
  CHECK(shop.database.query_timeout == milliseconds(0));
  CHECK(shop.replication.slot_name == "my_slot");
  CHECK(shop.replication.slot_failover);
  CHECK(shop.replication.publication_name == "My Publication");
  CHECK(shop.replication.autocreate == publication_autocreate::disabled);
  CHECK(shop.replication.via_partition_root);
}

TEST_CASE("config: every option of a full connector arrives: how values are written") {
  const loaded result = full_connector();
  const envelope_options& envelope = only_connector(result).envelope;
  CHECK(envelope.decimals == "string");
  CHECK(envelope.times == "isostring");
  CHECK(envelope.intervals == "string");
  CHECK(envelope.binaries == "base64-url-safe");
  CHECK(envelope.hstores == "map");
  CHECK(envelope.unknown_types == "true");
  CHECK(envelope.schema_comments);
  CHECK(envelope.schema_names == "avro");
  CHECK(envelope.field_names == "avro_unicode");
  CHECK(envelope.money_fraction_digits == 3);
  CHECK(envelope.key.schemas);
  CHECK_FALSE(envelope.value.schemas);
  CHECK_FALSE(envelope.key.replace_null_with_default);
  CHECK(envelope.value.replace_null_with_default);
  CHECK(envelope.key.decimal_format == "NUMERIC");
  CHECK(envelope.value.decimal_format == "BASE64");
  CHECK(envelope.context_headers);
  CHECK_FALSE(envelope.as_debezium);
}

TEST_CASE("config: every option of a full connector arrives: capture, records, sink, flow") {
  const loaded result = full_connector();
  const connector_options& shop = only_connector(result);
  CHECK(shop.capture.schema_include == strings{"public"});
  CHECK(shop.capture.table_exclude == strings{"public\\.a{1,2}", "public.b"});
  CHECK(shop.capture.column_exclude == strings{"public.a.b\\,c", "public.d.e"});
  CHECK(shop.envelope.skipped_operations == "cd");
  CHECK_FALSE(shop.envelope.tombstones_on_delete);
  CHECK(shop.envelope.unavailable_value_placeholder == "gone");
  CHECK(shop.envelope.converting_failure == failure_handling::fail);
  CHECK(shop.envelope.topic_delimiter == "_");
  CHECK(shop.sink.topics.partitions == 6);
  CHECK(shop.sink.topics.replication_factor == 3);
  CHECK(shop.sink.topics.configs ==
        std::map<std::string, std::string>{{"cleanup.policy", "compact"}});
  CHECK(shop.sink.offset_topic == "checkpoints");
  CHECK(shop.sink.offset_topic_replication_factor == 2);
  CHECK(shop.sink.transactional_id == "t");
  CHECK(shop.sink.transaction_timeout == milliseconds(120'000));
  CHECK(shop.flow.commit_target_time == milliseconds(50));
  CHECK(shop.flow.commit_target_bytes == 1'048'576);
  CHECK(shop.flow.mailbox_bytes == 65'536);
  CHECK(shop.flow.shutdown_grace == milliseconds(0));
  CHECK(shop.flow.retries_max == 3);
  CHECK(shop.flow.retry_wait == milliseconds(100));
  CHECK(shop.flow.retry_wait_max == milliseconds(100));
}

TEST_CASE("config: client settings of daemon, connector and producer.override") {
  const loaded result =
      loaded_from(with_options("kafka: {compression.type: zstd, debug: eos, linger.ms: 5}\n"
                               "producer.override: {compression.type: lz4, max.request.size: "
                               "2000000, batch.size: 1000000}"));
  CHECK(only_connector(result).sink.client ==
        std::map<std::string, std::string>{{"bootstrap.servers", "localhost:9092"},
                                           {"compression.codec", "lz4"},
                                           {"debug", "eos"},
                                           {"linger.ms", "5"},
                                           {"message.max.bytes", "2000000"},
                                           {"batch.size", "1000000"}});
}

TEST_CASE("config: what is accepted without effect, or adjusted, is said once") {
  struct row {
    const char* line;
    const char* option;
    const char* said;
  };
  for (const auto& [line, option, said] :
       {row{"max.batch.size: 2048", "max.batch.size", "accepted and meaningless here"},
        row{"database.sslfactory: org.x.Y", "database.sslfactory", "libpq"},
        row{"status.update.interval.ms: 10000", "status.update.interval.ms", "lowered to 5000"},
        row{"transaction.timeout.ms: 5000", "transaction.timeout.ms", "below 60000"}}) {
    CAPTURE(std::string(line));
    const loaded result = loaded_from(with_options(line));
    REQUIRE(result.notes.size() == 1);
    CHECK(result.notes[0].connector == "shop");
    CHECK(result.notes[0].option == option);
    CHECK(has_text(result.notes[0].text, said));
  }
}

TEST_CASE("config: the status interval stays below a third of the sender's time-out") {
  const loaded result = loaded_from(with_options("wal.sender.timeout.ms: 6000"));
  CHECK(only_connector(result).replication.status_update_interval == milliseconds(2'000));
}

TEST_CASE("config: several hosts") {
  const loaded result = loaded_from(
      "kafka.bootstrap.servers: [k1, 'k2:9093', 'SSL://k3:9094']\n"
      "connectors: {a: {topic.prefix: a, database: {hostname: [one, two], port: '5432, 5433', "
      "user: u, dbname: d}}}\n");
  CHECK(only_connector(result).database.hostname == "one,two");
  CHECK(only_connector(result).database.port == "5432,5433");
  CHECK(only_connector(result).sink.client.at("bootstrap.servers") == "k1,k2:9093,SSL://k3:9094");
}

TEST_CASE("config: --set wins over the file") {
  world around;
  around.overrides = {"slot.name=other", "log.level=debug", "kafka.linger.ms=7",
                      "table.include.list=public.a,public.b"};
  const loaded result = loaded_from(with_options("slot.name: BAD"), around);
  CHECK(only_connector(result).replication.slot_name == "other");
  CHECK(result.options.level == log_level::debug);
  CHECK(only_connector(result).sink.client.at("linger.ms") == "7");
  CHECK(only_connector(result).capture.table_include == strings{"public.a", "public.b"});
}

TEST_CASE("config: --set that is wrong") {
  for (const char* text : {"slot.name", "=x", "slot.nmae=x", "slot.name=X", "tasks.max=2"}) {
    CAPTURE(std::string(text));
    world around;
    around.overrides = {text};
    const auto problems = problems_of(with_options(""), around);
    REQUIRE(problems.size() == 1);
    CHECK(problems[0].line == 0);
    CHECK(has_text(problems[0].text, "--set"));
  }
}

}  // namespace walrelay::config::testing
