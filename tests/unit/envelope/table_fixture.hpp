// A table of tests, bound, and the records that its changes become.
#pragma once

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "unit/envelope/support.hpp"

namespace walrelay::envelope::test {

/// What one record came out as; "(none)" for a part that is absent.
struct got_record {
  std::string key = "(none)";
  std::string value = "(none)";
  std::string headers;  // name=value;...
};

struct table_fixture {
  change::relation shape;
  change::table_facts facts;
  change::type_catalog catalog;
  change::selection_lists lists;
  envelope_settings settings;
  transaction_context transaction;
  std::vector<std::string> failures;  // column: reason
  record_batch batch;
  std::unique_ptr<table_encoder> encoder;

  explicit table_fixture(
      change::replica_identity identity = change::replica_identity::primary_key) {
    shape.id = oid{16400};
    shape.schema = "public";
    shape.table = "t";
    shape.identity = identity;
    settings.topic_prefix = "cdc";
    settings.database = "golden";
    settings.version = "0.1.0";
    transaction.commit_time = wall_time{std::chrono::microseconds{1796177897622148}};
    transaction.id = xid{3000005166};
    transaction.last_commit_end = lsn{1067881648};
  }

  enum class part_of { key, nothing };
  table_fixture& column(std::string name, oid type, part_of role = part_of::nothing,
                        std::int32_t type_modifier = -1) {
    change::column column;
    column.name = name;
    column.type = type;
    column.type_modifier = type_modifier;
    column.in_identity =
        shape.identity == change::replica_identity::full ||
        (role == part_of::key && shape.identity == change::replica_identity::primary_key);
    shape.columns.push_back(column);
    if (role == part_of::key) facts.key_columns.push_back(std::move(name));
    return *this;
  }
  table_fixture& key(std::string name, oid type, std::int32_t type_modifier = -1) {
    return column(std::move(name), type, part_of::key, type_modifier);
  }

  void bind() {
    const auto selection = change::selection::compile(lists);
    REQUIRE(selection);
    encoder = table_encoder::bind(
        std::make_shared<const change::relation>(shape),
        {&facts, catalog, *selection, settings, topic_id{7}, "cdc.public.t",
         [this](const conversion_failure& failure) {
           failures.push_back(std::string(failure.column) + ": " + std::string(failure.reason));
         }});
  }

  using values = std::vector<change::value>;
  result<void> encode(change::row_operation operation, change::old_row old_kind,
                      const values& old_values, const values& new_values) {
    if (!encoder) bind();
    change::row_change row;
    row.operation = operation;
    row.relation = encoder->relation();
    row.position = lsn{1067881704};
    row.old_kind = old_kind;
    row.old_values = old_values;
    row.new_values = new_values;
    return encoder->encode(row, transaction, wall_time{std::chrono::microseconds{1796177897648788}},
                           batch);
  }
  result<void> insert(const values& row) {
    return encode(change::row_operation::insert, change::old_row::none, {}, row);
  }
  result<void> update(const values& row) {
    return encode(change::row_operation::update, change::old_row::none, {}, row);
  }
  result<void> update(change::old_row kind, const values& old_values, const values& row) {
    return encode(change::row_operation::update, kind, old_values, row);
  }
  result<void> remove(change::old_row kind, const values& old_values) {
    return encode(change::row_operation::remove, kind, old_values, {});
  }

  /// The records so far; each must be strict JSON.
  std::vector<got_record> records() const {
    std::vector<got_record> all;
    for (std::size_t i = 0; i < batch.size(); ++i) {
      const record_view view = batch.at(i);
      got_record record;
      CHECK(view.topic == topic_id{7});
      if (view.key) record.key = *view.key;
      if (view.value) record.value = *view.value;
      if (view.key) CHECK(is_strict_json(*view.key));
      if (view.value) CHECK(is_strict_json(*view.value));
      for (std::size_t h = 0; h < batch.header_count(i); ++h) {
        const record_header header = batch.header(i, h);
        record.headers += std::string(header.name) + "=" + std::string(header.value) + ";";
      }
      all.push_back(std::move(record));
    }
    return all;
  }

  /// The value of a record with these rows, for the fixture's transaction and clocks.
  static std::string envelope(std::string_view before, std::string_view after, char operation) {
    std::string value = R"({"before":)";
    value += before;
    value += R"(,"after":)";
    value += after;
    value +=
        R"(,"source":{"version":"0.1.0","connector":"postgresql","name":"cdc",)"
        R"("ts_ms":1796177897622,"snapshot":"false","db":"golden",)"
        R"("sequence":"[\"1067881648\",\"1067881704\"]",)"
        R"("ts_us":1796177897622148,"ts_ns":1796177897622148000,"schema":"public","table":"t",)"
        R"("txId":3000005166,"lsn":1067881704,"xmin":null,"origin":null,"origin_lsn":null},)"
        R"("transaction":null,"op":")";
    value += operation;
    value += R"(","ts_ms":1796177897648,"ts_us":1796177897648788,"ts_ns":1796177897648788000})";
    return value;
  }
};

}  // namespace walrelay::envelope::test
