// source_catalog: every SQL question we ask (libpqxx), on one ordinary connection. Blocking: runs
// on a helper thread, one job at a time.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <walrelay/base/result.hpp>
#include <walrelay/base/source_state.hpp>
#include <walrelay/change/table_facts.hpp>
#include <walrelay/postgres/connection.hpp>

namespace walrelay::postgres {

struct server_settings {
  int version_number = 0;  // server_version_num
  std::string wal_level;
  bool in_recovery = false;
  bool may_replicate = false;  // rolreplication, superuser or rds_replication member
  std::string server_encoding;
  std::string current_user;
};

/// A table or partition that a publication could hold.
struct table_row {
  oid id;
  std::string schema;
  std::string name;
  char kind = 'r';            // pg_class.relkind
  char persistence = 'p';     // pg_class.relpersistence
  bool has_identity = false;  // a usable replica identity: UPDATE and DELETE can be published
  oid parent{};               // of a partition: the table it is a part of
  std::string sql_name{};     // with its schema, quoted where SQL needs it
};

class source_catalog {
 public:
  [[nodiscard]] static result<std::unique_ptr<source_catalog>> open(
      const connection_settings& settings);
  ~source_catalog();
  source_catalog(const source_catalog&) = delete;
  source_catalog& operator=(const source_catalog&) = delete;

  [[nodiscard]] result<server_settings> settings();
  /// The flush position of a server that is not in recovery.
  [[nodiscard]] result<lsn> wal_end();
  [[nodiscard]] result<std::optional<slot_state>> slot(const std::string& name);
  [[nodiscard]] result<std::optional<publication_state>> publication(const std::string& name);
  /// Ordinary and partitioned tables of user schemas, and the views, foreign and unlogged tables
  /// that an include list may name by mistake, told apart by kind and persistence.
  [[nodiscard]] result<std::vector<table_row>> tables();

  /// CREATE PUBLICATION … FOR TABLE list / FOR ALL TABLES / empty; WITH publish = insert, update,
  /// delete, truncate and the partition-root option.
  struct publication_request {
    std::string name;
    bool all_tables = false;
    std::vector<std::pair<std::string, std::string>> tables;  // schema, name
    bool via_partition_root = false;
  };
  [[nodiscard]] result<void> create_publication(const publication_request& request);
  [[nodiscard]] result<void> add_tables(
      const std::string& publication,
      const std::vector<std::pair<std::string, std::string>>& tables);

  /// Any statement of the operator; its rows are dropped.
  [[nodiscard]] result<void> run(const std::string& statement);

  /// These types and those that they are made of (elements, what a domain stands on), as far as
  /// the catalog has them. Not all of its types: each table of a database has two of its own.
  [[nodiscard]] result<change::type_catalog> types(const std::vector<oid>& wanted);
  /// Absent when the table no longer exists.
  [[nodiscard]] result<std::optional<change::table_facts>> table(oid id);

 private:
  struct impl;
  explicit source_catalog(std::unique_ptr<impl> self);
  std::unique_ptr<impl> self_;
};

}  // namespace walrelay::postgres
