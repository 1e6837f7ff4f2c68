// Which schemas, tables and columns are captured, by Debezium's include and exclude lists: regular
// expressions (RE2), matched against the whole name without regard to case, as Debezium does.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <walrelay/base/result.hpp>

namespace walrelay::change {

struct selection_lists {
  std::vector<std::string> schema_include{}, schema_exclude{};  // match `schema`
  std::vector<std::string> table_include{}, table_exclude{};    // match `schema.table`
  std::vector<std::string> column_include{}, column_exclude{};  // match `schema.table.column`
  std::vector<std::string> message_prefix_include{}, message_prefix_exclude{};
};

/// Immutable after construction; cheap to copy; may be used from several threads.
class selection {
 public:
  /// Refuses (configuration) an expression that RE2 cannot compile, and an include list together
  /// with the exclude list of the same kind, naming option and expression.
  [[nodiscard]] static result<selection> compile(const selection_lists& lists);

  /// System schemas (pg_catalog, information_schema, pg_toast and temporary ones) are never
  /// captured.
  [[nodiscard]] bool includes_table(std::string_view schema, std::string_view table) const;
  [[nodiscard]] bool includes_column(std::string_view schema, std::string_view table,
                                     std::string_view column) const;
  /// A logical message with this prefix.
  [[nodiscard]] bool includes_message(std::string_view prefix) const;
  /// The expressions of table.include.list that match none of `tables` ("schema.table").
  [[nodiscard]] std::vector<std::string> unmatched_table_includes(
      const std::vector<std::string>& tables) const;

 private:
  struct compiled;
  explicit selection(std::shared_ptr<const compiled> lists);
  std::shared_ptr<const compiled> lists_;
};

}  // namespace walrelay::change
